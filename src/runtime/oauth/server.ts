import type { AuthorizationServer, JWKSCacheInput } from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { compact } from "../types/compact.js";
import { type Facts, fillIn, invalidAddress } from "./template.js";

/** A provider's endpoints, whether it declared them or its discovery document did. */
export interface Server {
  readonly metadata: AuthorizationServer;
  /** Filled by oauth4webapi: the key set and when it was fetched, so that a foreign key cannot cause a fetch each. */
  readonly keys: JWKSCacheInput;
  /** The last time that an unknown key made us ask for the set again; see `keys.ts`. */
  readonly refetch: { at: number; end: Promise<void> };
  /** The issuer is a name that the provider really uses, so `iss` can be compared with it. */
  readonly hasIssuer: boolean;
}

/** Stands in where a provider declares no issuer; never compared with anything. */
const unnamedIssuer = "https://issuer.invalid";

export const noRefetch = (): Server["refetch"] => ({ at: 0, end: Promise.resolve() });

export const declaredServer = (provider: OAuthProvider): Server => ({
  metadata: withDeclared(provider, {}),
  keys: {},
  refetch: noRefetch(),
  hasIssuer: provider.issuer !== undefined,
});

/** A multi-tenant server (Microsoft) names itself by a template until a token tells the tenant. */
export const isTemplated = ({ hasIdToken, expectedIssuer }: OAuthProvider, issuer: string): boolean =>
  hasIdToken && expectedIssuer !== undefined && issuer.includes("{tenantid}");

/** What the provider declares, over what its discovery document says. */
export function withDeclared(
  provider: OAuthProvider,
  document: Record<string, unknown>,
): AuthorizationServer {
  const own = {
    authorization_endpoint: endpointUrl(provider, provider.authorization?.url),
    token_endpoint: endpointUrl(provider, provider.token?.url, provider.token?.params),
    // Its template may need what the sign-in brings: filled when it is called.
    userinfo_endpoint: provider.userinfo?.url,
    revocation_endpoint: endpointUrl(provider, provider.revocation),
  };
  const issuer = document["issuer"] ?? provider.issuer ?? unnamedIssuer;
  return { ...document, issuer: String(issuer), ...compact(own) };
}

function endpointUrl(
  provider: OAuthProvider,
  address: string | undefined,
  params: Record<string, unknown> = {},
): string | undefined {
  return address === undefined ? undefined : filledUrl(provider, address, params);
}

/** An address with its holes filled and the declared parameters added. */
export function filledUrl(
  provider: OAuthProvider,
  address: string,
  params: Record<string, unknown> = {},
  facts: Facts = {},
): string {
  const filled = fillIn(address, provider, facts);
  if (!URL.canParse(filled)) throw invalidAddress(provider, address);
  const url = new URL(filled);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, String(value));
  return url.href;
}
