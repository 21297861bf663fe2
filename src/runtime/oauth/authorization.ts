/** The authorization endpoint: the address that a browser is sent to. */
import type { OAuthProvider } from "../types/finished-provider.js";
import { InvalidProvider } from "../errors/index.js";
import type { CheckParams } from "./check-values.js";
import { openId2 } from "./parts.js";
import type { Server } from "./server.js";
import { fillIn, prefixOf } from "./template.js";

/** A provider and its endpoints. */
export interface ProviderServer {
  readonly provider: OAuthProvider;
  readonly server: Server;
}

/** Where the provider sends the browser back to (RFC 6749 section 3.1.2). */
export interface ReturnAddress {
  readonly redirectUri: string;
}

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
    ? (await openId2(subject.provider)).openid2Url(subject.server, route, new Map(checks.params).get("state"))
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
