/** The token endpoint of a simulated provider. */
import { createHash } from "node:crypto";
import { providerAnswer } from "./dialect.js";
import { claimsInTokens, profileOf, tokenMembersOf } from "./providers.js";
import { faceOf, type Visit } from "./faces.js";
import { slowAnswerMilliseconds } from "./faults.js";
import { accessTokenSeconds, type Grant, type Grants } from "./grants.js";
import { json, oauthError, type SimulatedResponse, type SimulatedRequest } from "./simulate.js";
import type { Signing } from "./signing.js";

/** The token endpoint: authorization_code (with PKCE, RFC 7636) and refresh_token. */
export async function token(
  request: SimulatedRequest,
  grants: Grants,
  signing: Signing,
): Promise<SimulatedResponse> {
  const client = clientOf(request);
  if (!client) return oauthError("invalid_client", "No client authentication", 401);
  if (request.record?.tokenRequest?.rename?.["code"] === "" && client.isAuthenticated)
    return encoded({ access_token: grants.issueAppToken(), expires_in: accessTokenSeconds }, request);
  const { grant, refusal } = grantFor(request, grants);
  if (!grant) return refusal;
  const mismatch = clientRefusal(grant, client, request);
  if (mismatch) return mismatch;
  if (grant.fault === "error-200")
    return {
      ...json({ error: "temporarily_unavailable" }),
      problem: "temporarily_unavailable, with status 200",
    };
  const answer = encoded(await tokensOf(grant, request, grants, signing), request);
  return grant.fault === "slow" ? { ...answer, delay: slowAnswerMilliseconds } : answer;
}

/** The revocation endpoint (RFC 7009): a token of another client, or of nobody, is answered alike. */
export function revocation(request: SimulatedRequest, grants: Grants): SimulatedResponse {
  const client = clientOf(request);
  if (!client) return oauthError("invalid_client", "No client authentication", 401);
  const given = request.form.get("token");
  const grant = grants.byRefreshToken(given) ?? grants.byAccessToken(given);
  if (grant?.clientId === client.id && grant.providerId === request.providerId) grants.revoke(given);
  return { status: 200, headers: { "cache-control": "no-store" } };
}

type FoundGrant =
  | { readonly grant: Grant; readonly refusal?: undefined }
  | { readonly grant?: undefined; readonly refusal: SimulatedResponse };

/** What the code or the refresh token stands for. */
function grantFor(request: SimulatedRequest, grants: Grants): FoundGrant {
  const { form } = request;
  const isRefresh = form.get("grant_type") === "refresh_token";
  if (!isRefresh && form.get("grant_type") !== "authorization_code") {
    const offered = "Only authorization_code and refresh_token";
    return { refusal: oauthError("unsupported_grant_type", offered) };
  }
  const grant = isRefresh
    ? grants.byRefreshToken(form.get("refresh_token"))
    : grants.takeCode(form.get("code"));
  if (!grant) return { refusal: oauthError("invalid_grant", "Unknown, used or expired") };
  const why = isRefresh ? refreshRefusal(grant) : codeRefusal(grant, request);
  return why === undefined ? { grant } : { refusal: oauthError("invalid_grant", why) };
}

/** A grant is for one client at one provider, and one without a secret has to prove that it asked. */
function clientRefusal(grant: Grant, client: Client, { record, providerId }: SimulatedRequest) {
  // Some name the client by its secret alone.
  const isNamed = record?.tokenRequest?.rename?.["client_id"] !== "" || client.id !== "";
  if ((isNamed && grant.clientId !== client.id) || grant.providerId !== providerId)
    return oauthError("invalid_grant", "Given to another client");
  if (!client.isAuthenticated && grant.challenge === undefined)
    return oauthError("invalid_client", "A client without a secret needs PKCE", 401);
  return undefined;
}

const refreshRefusal = (grant: Grant) => (grant.fault === "revoked-refresh" ? "Revoked" : undefined);

function codeRefusal(grant: Grant, { form, record }: SimulatedRequest): string | undefined {
  const { rename, fromCallback = [] } = record?.tokenRequest ?? {};
  if (rename?.["redirect_uri"] !== "" && form.get("redirect_uri") !== grant.redirectUri)
    return "redirect_uri differs from the authorization request";
  const missing = fromCallback.find((name) => !form.has(name));
  if (missing !== undefined) return `${missing} of the callback is missing`;
  if (grant.challenge === undefined) return undefined;
  const verifier = form.get("code_verifier") ?? "";
  const challenge =
    record?.pkceMethod === "plain" ? verifier : createHash("sha256").update(verifier).digest("base64url");
  return challenge === grant.challenge ? undefined : "code_verifier does not match";
}

interface Client {
  readonly id: string;
  readonly isAuthenticated: boolean;
}

/** Secret, assertion, or the signature of the whole request. */
const proofs = ["client_secret", "client_assertion", "sign"];

/** RFC 6749 section 2.3 and RFC 7523: any secret is right, but it must be there. */
function clientOf({ headers, form, record }: SimulatedRequest): Client | undefined {
  const basic = /^Basic (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (basic !== undefined) {
    const [id = "", secret = ""] = Buffer.from(basic, "base64").toString().split(":").map(formDecode);
    return id === "" ? undefined : { id, isAuthenticated: secret !== "" };
  }
  const isAnonymous = record?.tokenRequest?.rename?.["client_id"] === "";
  const id = form.get("client_id") || (isAnonymous ? "" : undefined);
  return id !== undefined ? { id, isAuthenticated: proofs.some((name) => form.get(name)) } : undefined;
}

const formDecode = (text: string) => new URLSearchParams(`v=${text}`).get("v") ?? "";

export function visitOf(
  { user, clientId, scope, fault }: Pick<Grant, "user" | "clientId" | "scope" | "fault">,
  origin: string,
): Visit {
  const picture = user.hasPicture ? `${origin}/people/${encodeURIComponent(user.id)}.svg` : undefined;
  return { user, clientId, scope, picture, withoutEmail: fault === "no-email" };
}

/** Removes what the fault takes away, wherever it stands. */
export function withoutEmail<T>(answer: T): T {
  return JSON.parse(
    JSON.stringify(answer, (key, value: unknown) => (/e-?mail/i.test(key) ? undefined : value)),
  ) as T;
}

async function tokensOf(grant: Grant, request: SimulatedRequest, grants: Grants, signing: Signing) {
  const { record, providerId } = request;
  const visit = visitOf(grant, request.origin);
  const isOidc = record ? record.type === "oidc" : grant.scope.split(" ").includes("openid");
  const extra = { ...tokenMembersOf(record, visit), ...faceOf(providerId).tokens?.(visit) };
  const isJwt = record?.profileFrom === "access_token";
  return {
    access_token: isJwt ? await signing.sign(profileOf(record, visit)) : grants.issueAccessToken(grant),
    token_type: "Bearer",
    expires_in: accessTokenSeconds,
    refresh_token: grants.issueRefreshToken(grant),
    scope: grant.scope,
    ...(isOidc && { id_token: await idToken(grant, visit, request, signing) }),
    ...(grant.fault === "no-email" ? withoutEmail(extra) : extra),
  };
}

function idToken(grant: Grant, visit: Visit, request: SimulatedRequest, signing: Signing): Promise<string> {
  const { fault } = grant;
  const profile = claimsInTokens(request.record, visit);
  const now = Math.floor(Date.now() / 1000);
  const issuer = faceOf(request.providerId).issuers?.(request.issuer).token ?? request.issuer;
  const claims = {
    ...(fault === "no-email" ? withoutEmail(profile) : profile),
    iss: fault === "wrong-issuer" ? "https://issuer.invalid" : issuer,
    aud: grant.clientId,
    iat: fault === "expired" ? now - 7200 : now,
    exp: fault === "expired" ? now - 3600 : now + accessTokenSeconds,
    auth_time: grant.askedAt,
    // Without a request for it the fault is a nonce that nobody asked for.
    nonce: fault === "bad-nonce" ? "another-nonce" : grant.nonce,
  };
  const secret = request.record?.idTokenAlg === "HS256" ? secretOf(request) : undefined;
  return signing.sign(claims, {
    foreign: fault === "bad-signature",
    ...(secret !== undefined && { secret }),
  });
}

const secretOf = ({ form }: SimulatedRequest): string => form.get("client_secret") ?? "";

function encoded(
  tokens: Record<string, unknown>,
  { providerId, headers, record }: SimulatedRequest,
): SimulatedResponse {
  const asForm = faceOf(providerId).tokensAsForm && !headers.get("accept")?.includes("json");
  if (!asForm) return { ...json({}), body: providerAnswer(record, tokens) };
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
