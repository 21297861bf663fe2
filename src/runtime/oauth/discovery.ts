/** The endpoints of a provider that names its issuer alone (OpenID Connect Discovery 1.0). It comes with OpenID Connect. */
import type { OAuthProvider } from "../types/finished-provider.js";
import { providerFetch } from "./fetch.js";
import { declaredServer, isTemplated, noRefetch, type Server, withDeclared } from "./server.js";
import { fillIn, invalidAddress } from "./server.js";
import { membersOf } from "../types/members.js";

/** How long a discovery document is taken as true, in milliseconds. */
const lifetime = 60 * 60 * 1000;

interface Entry {
  readonly server: Promise<Server>;
  readonly ends: number;
}

// A memo table: dropping it changes nothing but time. Keyed by the finished provider of one config.
const discovered = new WeakMap<OAuthProvider, Entry>();

/** One request for all who ask at the same time; a failure is forgotten at once. */
export function discover(provider: OAuthProvider): Promise<Server> {
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
  if (isDeclared(provider)) return declaredServer(provider);
  const address = fillIn(wellKnown ?? "{issuer}/.well-known/openid-configuration", provider);
  if (!URL.canParse(address)) throw invalidAddress(provider, wellKnown ?? address);
  const response = await providerFetch(provider, "discovery")(address, {
    headers: { accept: "application/json" },
  });
  if (response.status !== 200) throw new Error(`Discovery of "${provider.id}" answered ${response.status}`);
  const document = membersOf(await response.json());
  if (!isIssuer(provider, document["issuer"]))
    throw new Error(`Discovery of "${provider.id}" names another issuer than ${issuer}`);
  return { metadata: withDeclared(provider, document), keys: {}, refetch: noRefetch(), hasIssuer: true };
}

/** Nothing is left to ask for: every address that a sign-in needs, and the issuer that its tokens name. */
const isDeclared = ({
  issuer,
  authorization,
  token,
  userinfo,
  idToken,
  jwks_endpoint,
}: OAuthProvider): boolean =>
  [issuer, authorization?.url, token?.url, jwks_endpoint].every((each) => each !== undefined) &&
  (idToken !== false || userinfo?.url !== undefined);

/** Byte for byte (section 4.3), but for a multi-tenant server, which names a template of itself or the tenant's id. */
function isIssuer(provider: OAuthProvider, named: unknown): named is string {
  const { issuer } = provider;
  if (typeof named !== "string" || named === "") return false;
  if (issuer === undefined || named === issuer) return true;
  if (isTemplated(provider, named)) return new URL(named).origin === new URL(issuer).origin;
  return provider.hasIdToken && provider.acceptsIssuer?.(named, issuer) === true;
}
