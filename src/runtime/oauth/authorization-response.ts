/** The parameters that a browser comes back with from the authorization endpoint, judged by oauth4webapi. */
import { AuthorizationResponseError, skipStateCheck, validateAuthResponse } from "oauth4webapi";
import { OAuthCallbackError } from "../errors/index.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ProviderServer } from "./authorization.js";
import { clientOf } from "./exchange.js";
import { isTemplated } from "./server.js";

/**
 * Judges the parameters that came back (RFC 6749 section 4.1.2, RFC 9207).
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
