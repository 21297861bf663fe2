/** Chooses the endpoint of a simulated provider that a request is meant for, and applies the fault that was chosen. */
import { answeringIssuer, authorize } from "./authorize.js";
import { accessTokenOf, isAt, successOf } from "./dialect.js";
import { extrasOf, userinfoOf } from "./providers.js";
import { type Grant, Grants } from "./grants.js";
import { isLoopbackUrl } from "./loopback.js";
import { refused, signedOutPage } from "./picker-page.js";
import {
  document,
  json,
  oauthError,
  type SimulatedResponse,
  type SimulatedRequest,
  redirect,
} from "./simulate.js";
import { faceOf, type Visit } from "./faces.js";
import { OpenId2 } from "./openid2.js";
import { Signing } from "./signing.js";
import { stepOf, type SignIns } from "./sign-ins.js";
import type { WatchedSignIn } from "./watched-sign-in.js";
import { revocation, token, visitOf, withoutEmail } from "./token.js";

const jwksPath = "/.well-known/jwks.json";
/** Where browsers are sent to sign out, at any provider. */
export const endSessionPath = "/.well-known/end-session";
const revocationPath = "/.well-known/revoke";

/**
 * Which endpoint is meant is told by the shape of the request, not by its path: a provider's paths are its own,
 * OAuth's parameters are everybody's. So one server plays providers it has never heard of.
 */
export class Protocol {
  readonly #grants = new Grants();
  readonly #signing = new Signing();
  readonly #openid2 = new OpenId2();
  readonly #signIns: SignIns;

  constructor(signIns: SignIns) {
    this.#signIns = signIns;
  }

  async answer(request: SimulatedRequest): Promise<SimulatedResponse> {
    const signIn = this.#signInOf(request);
    const [name, answer] = await this.#dispatch({ ...request, signIn });
    if (signIn && isExchange(request)) signIn.hasTokens = true;
    this.#signIns.note(request.providerId, signIn, stepOf(name, request, answer));
    return answer;
  }

  /** Which sign-in a request belongs to is told by its code or its token; asked before a code is used up. */
  #signInOf(request: SimulatedRequest): WatchedSignIn | undefined {
    if (isAuthorization(request)) return this.#signIns.begin(request);
    if (isDiscovery(request)) return undefined;
    const { form } = request;
    const grant =
      this.#grants.byCode(form.get("code")) ??
      this.#grants.byRefreshToken(form.get("refresh_token")) ??
      this.#grants.byAccessToken(accessTokenOf(request));
    return grant?.signIn ?? this.#signIns.latest(request.providerId);
  }

  async #dispatch(request: SimulatedRequest): Promise<[string, SimulatedResponse]> {
    const { url, form } = request;
    if (isDiscovery(request)) return ["discovery", json(metadata(request))];
    if (url.pathname.endsWith(jwksPath)) return ["keys", json(await this.#signing.jwks())];
    if (url.searchParams.get("openid.mode") === "checkid_setup")
      return [form.size > 0 ? "user chosen" : "authorize", this.#openid2.authenticate(request)];
    if (form.get("openid.mode") === "check_authentication")
      return ["check_authentication", this.#openid2.check(request)];
    if (request.record?.openid2) return ["profile", this.#openid2.profile(request)];
    if (isRevocation(request)) return ["revocation", revocation(request, this.#grants)];
    if (url.pathname.endsWith(endSessionPath)) return ["sign-out", endSession(request)];
    if (isAuthorization(request))
      return [form.size > 0 ? "user chosen" : "authorize", authorize(request, this.#grants)];
    if (form.has("grant_type"))
      return [`token (${form.get("grant_type")})`, await token(request, this.#grants, this.#signing)];
    return [`API call ${request.method} ${url.pathname}`, await this.#resource(request)];
  }

  /** Userinfo, or a further call of the provider's API. */
  async #resource(request: SimulatedRequest): Promise<SimulatedResponse> {
    const { record } = request;
    const grant = this.#grantOf(request);
    if (!grant) return oauthError("invalid_token", "Unknown or expired access token", 401);
    // Where the code travels with this call, so does what can happen to it.
    if (grant.fault === "error-200")
      return {
        ...json({ error: "temporarily_unavailable" }),
        problem: "temporarily_unavailable, with status 200",
      };
    if (!hasHeaders(request)) return oauthError("invalid_request", "A header is missing", 400);
    const described = resourceOf(request, visitOf(grant, request.origin));
    // An extra resource that nobody described is one that this person does not have.
    if (described === undefined)
      return oauthError("not_found", "auth dev doesn't simulate this address", 404);
    const answer = grant.fault === "no-email" ? withoutEmail(described) : described;
    if (record?.userinfoJwt) return jwt(await this.#signing.sign({ ...answer, ...audience(request, grant) }));
    return json(record?.success ? { ...answer, ...successOf(record.success) } : answer);
  }

  /** What the access token of a call stands for, while it is good at this provider. */
  #grantOf(request: SimulatedRequest): Grant | undefined {
    const { url, record, providerId } = request;
    const accessToken = accessTokenOf(request);
    const grant =
      this.#grants.byAccessToken(accessToken) ??
      this.#grants.byAppToken(accessToken, url.searchParams.get("code"));
    const isExpired = grant?.fault === "expired" && record?.type !== "oidc";
    return grant?.providerId === providerId && !isExpired ? grant : undefined;
  }
}

const isDiscovery = ({ url }: SimulatedRequest): boolean =>
  /\/\.well-known\/(openid[-_]configuration|oauth-authorization-server)/.test(url.pathname);

/** A browser is sent to the sign-in page. */
const isAuthorization = ({ url: { pathname, searchParams: query }, form }: SimulatedRequest): boolean =>
  query.get("openid.mode") === "checkid_setup" ||
  (!pathname.endsWith(endSessionPath) &&
    (query.has("response_type") || (query.has("redirect_uri") && !form.has("grant_type"))));

/** The app takes a token back. */
const isRevocation = ({ url, form, record }: SimulatedRequest): boolean =>
  form.has("token") && (url.pathname.endsWith(revocationPath) || isAt(record?.revocation, url));

/** The app asks for what the answer stands for. */
const isExchange = ({ form }: SimulatedRequest): boolean =>
  form.has("grant_type") || form.get("openid.mode") === "check_authentication";

/** What the provider has at an address: an answer of its own, a further resource, or the userinfo. */
function resourceOf({ url, isUserinfo, record, providerId }: SimulatedRequest, visit: Visit): unknown {
  const answers = Object.entries(faceOf(providerId).answers ?? {});
  const special = answers.find(([path]) => url.pathname.endsWith(path));
  if (special) return special[1](visit);
  const isBase = isUserinfo || isAt(record?.userinfo, url);
  const extra = isBase ? undefined : record?.userinfoExtra?.find((each) => isAt(each.url, url));
  if (extra) return extrasOf(record, visit)[extra.at];
  // Where the userinfo address is known, another address isn't it.
  return record?.userinfo === undefined || isBase ? userinfoOf(record, visit) : undefined;
}

/** Headers that every API call must carry. */
function hasHeaders({ record, headers }: SimulatedRequest): boolean {
  return Object.keys(record?.userinfoHeaders ?? {}).every((name) => headers.has(name));
}

/** OpenID Connect Core 1.0, section 5.3.2. */
const audience = ({ issuer }: SimulatedRequest, { clientId }: Grant) => ({ iss: issuer, aud: clientId });

const jwt = (body: string): SimulatedResponse => ({
  status: 200,
  headers: { "content-type": "application/jwt", "cache-control": "no-store" },
  body,
});

/** OpenID Connect Discovery 1.0 section 3, with the provider's own addresses. */
function metadata(request: SimulatedRequest): Record<string, unknown> {
  const { issuer, record, providerId } = request;
  const base = issuer.replace(/\/$/, "");
  const own = (template: string | undefined, path: string) =>
    template === undefined || template.includes("{") ? `${base}${path}` : template;
  const scopes = record?.scopes ?? ["openid", "profile", "email"];
  return {
    issuer: faceOf(providerId).issuers?.(issuer).metadata ?? issuer,
    authorization_endpoint: own(record?.authorization, "/authorize"),
    token_endpoint: own(record?.token, "/token"),
    userinfo_endpoint: own(record?.userinfo, "/userinfo"),
    jwks_uri: `${base}${jwksPath}`,
    end_session_endpoint: `${base}${endSessionPath}`,
    revocation_endpoint: own(record?.revocation, revocationPath),
    response_types_supported: ["code"],
    response_modes_supported: ["query", "form_post"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: [record?.idTokenAlg ?? "RS256"],
    ...(record?.userinfoJwt && { userinfo_signing_alg_values_supported: ["RS256"] }),
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [
      "client_secret_basic",
      "client_secret_post",
      "private_key_jwt",
      "none",
    ],
    scopes_supported: scopes,
    authorization_response_iss_parameter_supported: answeringIssuer(request) !== undefined,
  };
}

/** OpenID Connect RP-Initiated Logout 1.0. */
function endSession({ url, form, record, providerId }: SimulatedRequest): SimulatedResponse {
  // Section 2: by either method.
  const given = (name: string) => url.searchParams.get(name) ?? form.get(name);
  const target = given("post_logout_redirect_uri");
  if (target === null) return document(signedOutPage(record?.name ?? providerId));
  if (!isLoopbackUrl(target)) return refused("post_logout_redirect_uri must be an address of this machine.");
  const back = new URL(target);
  const state = given("state");
  if (state !== null) back.searchParams.set("state", state);
  return redirect(back.href);
}
