import type { AuthorizationServer, JWKSCacheInput } from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { compact } from "../compact.js";
import { providerFetch } from "./fetch.js";
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

/** How long a discovery document is taken as true, in milliseconds. */
const lifetime = 60 * 60 * 1000;

interface Entry {
  readonly server: Promise<Server>;
  readonly ends: number;
}

// A memo table: dropping it changes nothing but time. Keyed by the finished provider of one config.
const discovered = new WeakMap<OAuthProvider, Entry>();

const noRefetch = (): Server["refetch"] => ({ at: 0, end: Promise.resolve() });

/** Endpoints for the first leg: no request when the authorization address is declared. */
export function serverForStart(provider: OAuthProvider): Promise<Server> {
  return provider.authorization?.url === undefined
    ? discover(provider)
    : Promise.resolve(declaredServer(provider));
}

/** Endpoints for the second leg. ID tokens need the key set, which only discovery tells. */
export function serverForCallback(provider: OAuthProvider): Promise<Server> {
  const isComplete =
    !provider.protocol.hasIdToken &&
    provider.token?.url !== undefined &&
    (provider.userinfo?.url ?? provider.userinfo?.request ?? provider.userinfo?.from) !== undefined;
  return isComplete ? Promise.resolve(declaredServer(provider)) : discover(provider);
}

const declaredServer = (provider: OAuthProvider): Server => ({
  metadata: withDeclared(provider, {}),
  keys: {},
  refetch: noRefetch(),
  hasIssuer: provider.issuer !== undefined,
});

/** One request for all who ask at the same time; a failure is forgotten at once. */
function discover(provider: OAuthProvider): Promise<Server> {
  const known = discovered.get(provider);
  if (known && known.ends > Date.now()) return known.server;
  const server = fetchMetadata(provider);
  discovered.set(provider, { server, ends: Date.now() + lifetime });
  server.catch(() => discovered.delete(provider));
  return server;
}

/** OpenID Connect Discovery 1.0, section 4. */
async function fetchMetadata(provider: OAuthProvider): Promise<Server> {
  const { issuer, wellKnown } = provider;
  if (issuer === undefined && wellKnown === undefined)
    throw new TypeError(`Provider "${provider.id}" has neither endpoints nor an issuer`);
  const address = fillIn(wellKnown ?? "{issuer}/.well-known/openid-configuration", provider);
  if (!URL.canParse(address)) throw invalidAddress(provider, wellKnown ?? address);
  const response = await providerFetch(provider, "discovery")(address, {
    headers: { accept: "application/json" },
  });
  if (response.status !== 200) throw new Error(`Discovery of "${provider.id}" answered ${response.status}`);
  const document = (await response.json()) as Record<string, unknown>;
  if (!isIssuer(provider, document?.["issuer"]))
    throw new Error(`Discovery of "${provider.id}" names another issuer than ${issuer}`);
  return { metadata: withDeclared(provider, document), keys: {}, refetch: noRefetch(), hasIssuer: true };
}

/** Byte for byte (section 4.3), but for a multi-tenant server, which names a template of itself. */
function isIssuer(provider: OAuthProvider, named: unknown): named is string {
  const { issuer } = provider;
  if (typeof named !== "string" || named === "") return false;
  if (issuer === undefined || named === issuer) return true;
  return isTemplated(provider, named) && new URL(named).origin === new URL(issuer).origin;
}

/** A multi-tenant server (Microsoft) names itself by a template until a token tells the tenant. */
export const isTemplated = ({ protocol, expectedIssuer }: OAuthProvider, issuer: string): boolean =>
  protocol.hasIdToken && expectedIssuer !== undefined && issuer.includes("{tenantid}");

function withDeclared(provider: OAuthProvider, document: Record<string, unknown>): AuthorizationServer {
  const own = {
    authorization_endpoint: endpointUrl(provider, provider.authorization?.url),
    token_endpoint: endpointUrl(provider, provider.token?.url, provider.token?.params),
    // Its template may need what the sign-in brings: filled when it is called.
    userinfo_endpoint: provider.userinfo?.url,
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
