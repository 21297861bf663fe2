/** A provider's endpoints, and addresses with holes that the provider or a sign-in fills. */
import type { AuthorizationServer, JWKSCacheInput } from "oauth4webapi";
import type { OAuthProvider } from "../types/finished-provider.js";
import { compact } from "../types/compact.js";
import { InvalidEndpoints } from "../errors/index.js";
import { isObject, membersOf } from "../types/members.js";

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

/** A provider and its endpoints. */
export interface ProviderServer {
  readonly provider: OAuthProvider;
  readonly server: Server;
}

/** The address that the provider sends the browser back to (RFC 6749 section 3.1.2). */
export interface ReturnAddress {
  readonly redirectUri: string;
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
    jwks_uri: endpointUrl(provider, provider.jwks_endpoint),
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

/** What one sign-in brought; `{tokens.uid}` in a template is `tokens.uid` here. */
export interface Facts {
  readonly tokens?: Readonly<Record<string, unknown>>;
  readonly profile?: Readonly<Record<string, unknown>>;
  readonly callback?: URLSearchParams;
}

const hole = /\{(\w+(?:\.\w+)*)\}/g;

/**
 * Replaces `{name}`: by a member of the provider (`{issuer}`, `{clientId}`, an option of its own), or by what the
 * sign-in brought (`{accessToken}`, `{tokens.x}`, `{profile.x}`, `{callback.x}`). In an address the latter are
 * escaped; the former are the developer's own words.
 * @throws TypeError when a value is missing, with what to set
 */
export function fillIn(
  template: string,
  provider: OAuthProvider,
  facts: Facts = {},
  place: "url" | "text" = "url",
): string {
  return template.replace(hole, (_hole, name: string) => {
    const brought = broughtBy(facts, name);
    const value = brought ?? membersOf(provider)[name];
    if ((typeof value !== "string" && typeof value !== "number") || value === "")
      throw new TypeError(missing(provider.id, name));
    if (brought !== undefined) return place === "url" ? encodeURIComponent(value) : String(value);
    // Within a longer address the slash is the template's.
    return template === `{${name}}` ? String(value) : String(value).replace(/\/+$/, "");
  });
}

function broughtBy({ tokens, profile, callback }: Facts, name: string): unknown {
  const [root, ...path] = name.split(".");
  if (name === "accessToken") return tokens?.["access_token"];
  if (path.length === 0) return undefined;
  if (root === "callback") return callback?.get(path.join(".")) ?? undefined;
  return memberAt(root === "tokens" ? tokens : root === "profile" ? profile : undefined, path);
}

/** The own member at the end of a path; undefined where there is none. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    value,
  );
}

/**
 * An address that the URL parser does not take, in words: the value that the app wrote and how to mend it. What a
 * sign-in brought may be a token, so it is not shown.
 */
export function invalidAddress({ id, issuer }: OAuthProvider, address: string): InvalidEndpoints {
  if (issuer === undefined || URL.canParse(issuer))
    return new InvalidEndpoints(
      `Provider "${id}": ${JSON.stringify(address)} is not a URL, write it with https://`,
    );
  return new InvalidEndpoints(
    `Provider "${id}": the issuer ${JSON.stringify(issuer)} is not a URL. Set ${prefixOf(id)}_ISSUER=https://${issuer.replace(/^[\s/:]+/, "")}, or the option issuer`,
  );
}

/** How the names of a provider's variables begin. */
export const prefixOf = (id: string): string => `AUTH_${id.toUpperCase().replaceAll("-", "_")}`;

/** What to write where an option, or a member of an answer, is not there. */
export function missing(id: string, name: string): string {
  if (name.includes(".")) return `The answers of provider "${id}" hold no ${name}`;
  const variables: Record<string, string> = {
    issuer: "ISSUER",
    clientId: "ID",
    clientSecret: "SECRET",
    apiKey: "KEY",
  };
  const variable = variables[name];
  const or = variable === undefined ? "" : `, or set ${prefixOf(id)}_${variable}`;
  return `Provider "${id}" needs "${name}": pass it as an option of the provider${or}`;
}
