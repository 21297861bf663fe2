/** The authorization endpoint: the address that a browser is sent to, and the parameters that it comes back with. */
import { AuthorizationResponseError, skipStateCheck, validateAuthResponse } from "oauth4webapi";
import { InvalidProvider, OAuthCallbackError } from "../errors/index.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { CheckParams } from "./check-values.js";
import { clientOf } from "./exchange.js";
import { isTemplated, type ProviderServer, type ReturnAddress } from "./server.js";
import { fillIn, prefixOf } from "./server.js";

/** Parameters that decide where the answer goes and what protects it: never taken from a request. */
const reserved: ReadonlySet<string> = new Set([
  "client_id",
  "redirect_uri",
  "response_type",
  "response_mode",
  "state",
  "nonce",
  "code_challenge",
  "code_challenge_method",
  "request",
  "request_uri",
]);

const defaultScope = "openid profile email";

/** @throws InvalidProvider when the app is not known at the provider */
export function assertHasClient({ id, clientId, openid2 }: OAuthProvider): void {
  if (clientId || openid2 !== undefined) return;
  throw new InvalidProvider(
    `Provider "${id}" has no clientId. Set ${prefixOf(id)}_ID, or run: npx auth add-provider ${id}`,
  );
}

/** The address of the provider's sign-in page, in the protocol that it speaks. */
export const signInAddress = async (
  subject: ProviderServer,
  route: ReturnAddress,
  asked: URLSearchParams,
  checks: { readonly params: CheckParams },
): Promise<string> =>
  subject.provider.openid2
    ? (await import("./openid2.js")).openid2Url(subject.server, route, new Map(checks.params).get("state"))
    : authorizationUrl(subject, route, asked, checks);

/**
 * The address of the provider's sign-in page (RFC 6749 section 4.1.1).
 * @param asked query of the sign-in request: `scope`, `prompt`, `login_hint` and the like pass, what the provider
 * declares as fixed does not
 */
export function authorizationUrl(
  { provider, server: { metadata } }: ProviderServer,
  { redirectUri }: ReturnAddress,
  asked: URLSearchParams,
  checks: { readonly params: CheckParams },
): string {
  if (metadata.authorization_endpoint === undefined)
    throw new TypeError(`Provider "${provider.id}" has no authorization endpoint`);
  const url = new URL(metadata.authorization_endpoint);
  const params = url.searchParams;
  params.set("response_type", "code");
  params.set("client_id", String(provider.clientId));
  params.set("redirect_uri", redirectUri);
  for (const [name, value] of Object.entries(provider.authorization?.params ?? {}))
    if (value !== undefined) params.set(name, parameterText(provider, name, value));
  const fixed = new Set(provider.authorization?.fixed?.map(familyOf));
  for (const [name, value] of asked)
    if (!reserved.has(familyOf(name)) && !fixed.has(familyOf(name))) params.set(name, value);
  for (const [name, value] of checks.params) params.set(name, value);
  if (!params.has("scope")) params.set("scope", defaultScope);
  // An empty scope is how a provider says that none is sent.
  if (params.get("scope") === "") params.delete("scope");
  for (const [standard, own] of Object.entries(provider.authorization?.rename ?? {})) {
    const value = params.get(standard);
    params.delete(standard);
    if (value !== null) params.set(own, value);
  }
  return url.href;
}

/** `Name`, `name[]` and `name[0]` are one parameter to many servers. */
const familyOf = (name: string): string => name.replace(/\[.*$/s, "").toLowerCase();

/** A value that is one hole is filled; `claims` is a JSON parameter (OpenID Connect Core 1.0, section 5.5). */
function parameterText(provider: OAuthProvider, name: string, value: unknown): string {
  if (typeof value === "string" && /^\{\w+\}$/.test(value)) return fillIn(value, provider);
  return name === "claims" && typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * Judges the parameters that came back, as oauth4webapi does (RFC 6749 section 4.1.2, RFC 9207).
 *
 * @param expectedState undefined: no state was sent
 * @returns them without what cannot be judged
 * @throws OAuthCallbackError when the provider says that it failed or was refused
 * @throws Error when they are not an answer of this server to this sign-in
 */
export function validateAnswer(
  { provider, server }: ProviderServer,
  answer: URLSearchParams,
  expectedState: string | undefined,
): URLSearchParams {
  const names = [...answer.keys()];
  // The library asks this of the parameters that it reads alone (RFC 6749 section 3.1).
  if (new Set(names).size !== names.length) throw new Error("A parameter of the answer is repeated");
  const params = new URLSearchParams(answer);
  const { metadata, hasIssuer } = server;
  // Without an issuer of its own, or with a template of one, a provider's `iss` cannot be judged.
  const isJudged = hasIssuer && !isTemplated(provider, metadata.issuer);
  if (!isJudged) params.delete("iss");
  const judge = isJudged ? metadata : { issuer: metadata.issuer };
  try {
    return validateAuthResponse(judge, clientOf(provider), params, expectedState ?? skipStateCheck);
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError)) throw error;
    throw new OAuthCallbackError("The provider answered with an error", {
      cause: { providerId: provider.id, ...errorOf(params) },
    });
  }
}

/** The parameters of an answer, by the names that the standard has for the provider's own. */
export function standardNames(
  { authorization }: OAuthProvider,
  given: Iterable<readonly [string, string]>,
): URLSearchParams {
  const own: Readonly<Record<string, string>> = authorization?.answer ?? {};
  return new URLSearchParams(
    [...given].map(([name, value]) => [(Object.hasOwn(own, name) ? own[name] : undefined) ?? name, value]),
  );
}

/** Does the answer stand in the body of this request? */
export const isPostedAnswer = (provider: OAuthProvider, method: string): boolean =>
  isFormPost(provider) || (provider.openid2 !== undefined && method === "POST");

/** Does the provider post its answer? Said among the parameters, or in the address itself. */
export function isFormPost({ authorization }: OAuthProvider): boolean {
  const { url, params } = authorization ?? {};
  const mode = params?.["response_mode"];
  if (mode !== undefined || url === undefined) return mode === "form_post";
  return new URL(url).searchParams.get("response_mode") === "form_post";
}

/** A form holds texts alone; a body of JSON may hold anything. */
export const textsIn = (body: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(body).filter((field): field is [string, string] => typeof field[1] === "string");

/** Parameters of an error answer (RFC 6749 section 4.1.2.1), cut to a length that a log can take; no others. */
function errorOf(answer: URLSearchParams): Record<string, string> {
  const said: Record<string, string> = {};
  for (const name of ["error", "error_description", "error_uri"]) {
    const value = answer.get(name);
    if (value !== null) said[name] = value.slice(0, 300);
  }
  return said;
}
