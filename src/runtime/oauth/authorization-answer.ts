/** The parameters that a provider sends a browser back with, judged before any of them is used. */
import { OAuthCallbackError } from "../errors.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { isTemplated, type Server } from "./server.js";

export interface Subject {
  readonly provider: OAuthProvider;
  readonly server: Server;
}

/**
 * Judges the parameters that came back (RFC 6749 section 4.1.2, RFC 9207).
 * @param expectedState undefined: no state was sent
 * @returns them without what cannot be judged
 * @throws OAuthCallbackError when the provider says that it failed or was refused
 * @throws Error when they are not an answer of this server to this sign-in
 */
export function validateAnswer(
  { provider, server }: Subject,
  answer: URLSearchParams,
  expectedState: string | undefined,
): URLSearchParams {
  const names = [...answer.keys()];
  if (new Set(names).size !== names.length) throw new Error("A parameter of the answer is repeated");
  const params = new URLSearchParams(answer);
  if (params.get("response"))
    throw new Error("The answer comes as a JWT in `response` (JARM), which was not asked for");
  // Without an issuer of its own, or with a template of one, a provider's `iss` cannot be judged.
  if (!server.hasIssuer || isTemplated(provider, server.metadata.issuer)) params.delete("iss");
  else assertIssuer(server, params.get("iss"));
  if (expectedState !== undefined) assertState(params.get("state"), expectedState);
  if (params.get("error"))
    throw new OAuthCallbackError("The provider answered with an error", {
      cause: { providerId: provider.id, ...errorOf(params) },
    });
  if (params.has("id_token") || params.has("token"))
    throw new Error("The answer holds tokens: only a code is taken (the implicit and hybrid flows are not)");
  return params;
}

/** An answer of another server, which a mix-up attack would bring (RFC 9207 section 2.4). */
function assertIssuer({ metadata }: Server, issuer: string | null): void {
  if (issuer ? issuer !== metadata.issuer : metadata.authorization_response_iss_parameter_supported)
    throw new Error(
      issuer
        ? "The answer names another issuer (`iss`) than that of the provider"
        : "The answer does not name its issuer (`iss`), although the provider's metadata says so",
    );
}

function assertState(state: string | null, expected: string): void {
  if (state === expected) return;
  throw new Error(state ? "The answer has another `state` than was sent" : "The answer has no `state`");
}

/** Parameters of an error answer (RFC 6749 section 4.1.2.1), cut to a length that a log can take; no others. */
function errorOf(answer: URLSearchParams): Record<string, string> {
  const said: Record<string, string> = {};
  for (const name of ["error", "error_description", "error_uri"]) {
    const value = answer.get(name);
    if (value !== null) said[name] = value.slice(0, 300);
  }
  return said;
}
