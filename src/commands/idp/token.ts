import { createHash } from "node:crypto";
import { faceOf, profileOf } from "./faces.js";
import type { Visit } from "./face.js";
import { slowAnswerMilliseconds } from "./faults.js";
import { accessTokenSeconds, type Grant, type Grants } from "./grants.js";
import { json, oauthError, type PlayAnswer, type PlayRequest } from "./play.js";
import type { Signing } from "./signing.js";

/** The token endpoint: authorization_code (with PKCE, RFC 7636) and refresh_token. */
export async function token(request: PlayRequest, grants: Grants, signing: Signing): Promise<PlayAnswer> {
  const { form } = request;
  const client = clientOf(request);
  if (!client) return oauthError("invalid_client", "No client authentication", 401);
  const isRefresh = form.get("grant_type") === "refresh_token";
  if (!isRefresh && form.get("grant_type") !== "authorization_code")
    return oauthError("unsupported_grant_type", "Only authorization_code and refresh_token");
  const grant = isRefresh
    ? grants.byRefreshToken(form.get("refresh_token"))
    : grants.takeCode(form.get("code"));
  if (!grant) return oauthError("invalid_grant", "Unknown, used or expired");
  const refusal = isRefresh ? refreshRefusal(grant) : codeRefusal(grant, request);
  if (refusal !== undefined) return oauthError("invalid_grant", refusal);
  if (grant.clientId !== client.id || grant.providerId !== request.providerId)
    return oauthError("invalid_grant", "Given to another client");
  if (!client.isAuthenticated && grant.challenge === undefined)
    return oauthError("invalid_client", "A client without a secret needs PKCE", 401);
  if (grant.fault === "error-200") return json({ error: "temporarily_unavailable" });
  const answer = encoded(await tokensOf(grant, request, grants, signing), request);
  return grant.fault === "slow" ? { ...answer, delay: slowAnswerMilliseconds } : answer;
}

const refreshRefusal = (grant: Grant) => (grant.fault === "revoked-refresh" ? "Revoked" : undefined);

function codeRefusal(grant: Grant, { form }: PlayRequest): string | undefined {
  if (form.get("redirect_uri") !== grant.redirectUri)
    return "redirect_uri differs from the authorization request";
  if (grant.challenge === undefined) return undefined;
  const verifier = form.get("code_verifier") ?? "";
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  return challenge === grant.challenge ? undefined : "code_verifier does not match";
}

/** RFC 6749 section 2.3 and RFC 7523: any secret is right, but it must be there. */
function clientOf({ headers, form }: PlayRequest): { id: string; isAuthenticated: boolean } | undefined {
  const basic = /^Basic (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (basic !== undefined) {
    const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":").map(formDecode);
    return id === "" ? undefined : { id, isAuthenticated: secret !== "" };
  }
  const id = form.get("client_id");
  return id
    ? { id, isAuthenticated: Boolean(form.get("client_secret") ?? form.get("client_assertion")) }
    : undefined;
}

const formDecode = (text: string) => new URLSearchParams(`v=${text}`).get("v") ?? "";

export function visitOf(grant: Grant, origin: string): Visit {
  const { person, clientId, scope } = grant;
  const picture = person.hasPicture ? `${origin}/people/${person.id}.svg` : undefined;
  return { person, clientId, scope, picture };
}

/** Removes what the fault takes away, wherever it stands. */
export function withoutEmail<T>(answer: T): T {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (/e-?mail/i.test(key) ? undefined : value)),
  ) as T;
}

async function tokensOf(grant: Grant, request: PlayRequest, grants: Grants, signing: Signing) {
  const { record, providerId } = request;
  const visit = visitOf(grant, request.origin);
  const isOidc = record ? record.type === "oidc" : grant.scope.split(" ").includes("openid");
  const extra = faceOf(providerId).tokens?.(visit);
  return {
    access_token: grants.issueAccessToken(grant),
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: grants.issueRefreshToken(grant),
    scope: grant.scope,
    ...(isOidc && { id_token: await idToken(grant, visit, request, signing) }),
    ...(extra && grant.fault === "no-email" ? withoutEmail(extra) : extra),
  };
}

function idToken(grant: Grant, visit: Visit, request: PlayRequest, signing: Signing): Promise<string> {
  const { fault } = grant;
  const profile = profileOf(request.record, visit);
  const now = Math.floor(Date.now() / 1000);
  const issuer = faceOf(request.providerId).issuers?.(request.issuer).token ?? request.issuer;
  const claims = {
    ...(fault === "no-email" ? withoutEmail(profile) : profile),
    iss: fault === "wrong-issuer" ? "https://issuer.invalid" : issuer,
    aud: grant.clientId,
    iat: fault === "expired" ? now - 7200 : now,
    exp: fault === "expired" ? now - 3600 : now + accessTokenSeconds,
    // Without a request for it the fault is a nonce that nobody asked for.
    nonce: fault === "bad-nonce" ? "another-nonce" : grant.nonce,
  };
  return signing.sign(claims, { foreign: fault === "bad-signature" });
}

function encoded(tokens: Record<string, unknown>, { providerId, headers }: PlayRequest): PlayAnswer {
  const asForm = faceOf(providerId).tokensAsForm && !headers.get("accept")?.includes("json");
  if (!asForm) return json(tokens);
  const fields = Object.entries(tokens).filter(([, value]) => value !== undefined);
  return {
    status: 200,
    headers: {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "cache-control": "no-store",
    },
    body: new URLSearchParams(fields.map(([name, value]) => [name, String(value)])).toString(),
  };
}
