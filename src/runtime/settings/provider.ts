/**
 * One provider, from what the user wrote to what flows read: factory called, environment filled in,
 * `options` merged over the rest, endpoints as objects. Nothing the user gave is changed.
 *
 * In development `auth dev` stands in for providers: `handler.ts` passes the finished provider through
 * `dev-endpoints.ts` before a flow sees it.
 */
import type { Part } from "../flows/by-hand.js";
import { customFetch } from "../types/symbols.js";
import type { InternalProvider, Protocol, ProviderKinds } from "../types/finished-provider.js";
import type {
  AnyProviderConfig,
  AuthorizationEndpoint,
  Check,
  EmailConfig,
  Provider,
  TokenEndpoint,
  UserinfoEndpoint,
} from "../types/provider.js";
import { type Env, mailEnv, providerEnv } from "./env.js";

interface OAuthEndpoints {
  readonly token?: TokenEndpoint | undefined;
  readonly userinfo?: UserinfoEndpoint | undefined;
}

/** What a provider is to flows. */
export const kindOf = ({ type }: InternalProvider): keyof ProviderKinds => (type === "oidc" ? "oauth" : type);

/** The id of a provider; a factory is called without options to learn it. */
export function providerId(provider: Provider): string {
  const { id, options } = typeof provider === "function" ? provider({}) : provider;
  return (options as { id?: string } | undefined)?.id ?? id;
}

/** A mail provider may be there for the mails of plugins alone. */
export const signsIn = (provider: Provider): boolean => {
  const { options, signIn } = provider as Partial<EmailConfig>;
  return (options?.signIn ?? signIn) !== false;
};

/** A provider with what the environment has for it. Values that the user gave stay. */
export function inferProvider(provider: Provider, env: Env): AnyProviderConfig {
  const id = providerId(provider);
  const made = typeof provider === "function" ? provider({}) : provider;
  const fromEnv = made.type === "email" ? mailEnv(env, id, made.env ?? keyOnly) : providerEnv(env, id);
  // A factory may ignore its options: what it returned is filled as an object is.
  const given = typeof provider === "function" ? provider(fromEnv) : provider;
  const isFilled = given.type === "oauth" || given.type === "oidc" || given.type === "email";
  return isFilled ? withDefaults(given, fromEnv) : given;
}

/** Mail providers of others have a key or nothing. */
const keyOnly = { apiKey: "KEY" };

function withDefaults<T extends object>(value: T, defaults: object): T {
  const given = Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
  return Object.assign(Object.create(Object.getPrototypeOf(value)) as T, value, { ...defaults, ...given });
}

/** The finished form. Lists of `checks` that somebody gave are taken as they are. */
export function normalizeProvider(provider: AnyProviderConfig): InternalProvider {
  const { options, ...defaults } = provider as AnyProviderConfig & { options?: Record<PropertyKey, unknown> };
  const endpoints = defaults as Record<string, unknown>;
  if (provider.type === "oauth" || provider.type === "oidc") {
    for (const name of ["authorization", "token", "userinfo"] as const) {
      endpoints[name] = asEndpoint(endpoints[name]);
    }
  }
  const expanded: Record<PropertyKey, unknown> = { ...options };
  for (const name of ["authorization", "token", "userinfo"] as const) {
    if (expanded[name] !== undefined) expanded[name] = asEndpoint(expanded[name]);
  }
  expanded["authorization"] = withOwnQuery(expanded["authorization"]);
  const merged = deepMerge(defaults as Record<string, unknown>, expanded);
  const fetcher = options?.[customFetch] ?? (provider as { [customFetch]?: unknown })[customFetch];
  if (fetcher !== undefined) merged[customFetch] = fetcher;
  if (provider.type === "oauth" || provider.type === "oidc") {
    // A user's list replaces the record's: merging by index would mix the two.
    const checks = (options?.checks ?? provider.checks) as readonly Check[] | undefined;
    merged.checks = Object.freeze([...(checks ?? defaultChecks(provider.type))]);
    merged.protocol = protocolOf(provider, merged);
    Object.assign(merged, withDialects(merged as OAuthEndpoints));
    if (merged["id"] !== provider.id) merged.factoryId = provider.id;
  }
  return Object.freeze({ ...flowsOf(provider), ...merged }) as unknown as InternalProvider;
}

// Modules of providers bring these parts along; for what an app has written itself, or changed, they are here.
const flowsOf = ({ type }: AnyProviderConfig): object | false =>
  (type === "email" || type === "credentials") && { flows: byHand(type) };

function protocolOf({ type }: AnyProviderConfig, merged: Record<PropertyKey, unknown>): Protocol {
  const brought = merged["protocol"] as Protocol["load"] | undefined;
  const load = brought ?? byHand(merged["openid2"] === undefined ? "oidc" : "openid2");
  return { hasIdToken: type === "oidc", load };
}

const ofToken = ["format", "rename", "body", "headers", "fromCallback", "hostFromCallback"];
const ofUserinfo = ["form", "body", "tokenIn", "sign", "fromCallback"];
const ofExtra = ["as", "body", "hosts"];

const hasAny = (endpoint: object | undefined, names: readonly string[]): boolean =>
  names.some((name) => (endpoint as Readonly<Record<string, unknown>> | undefined)?.[name] !== undefined);

/** Endpoints whose requests are not the usual ones. */
function withDialects({ token, userinfo }: OAuthEndpoints): OAuthEndpoints {
  const isOwn = hasAny(userinfo, ofUserinfo) || userinfo?.extra?.some((each) => hasAny(each, ofExtra));
  return {
    token: hasAny(token, ofToken) ? { dialect: byHand("tokenDialect"), ...token } : token,
    userinfo: isOwn ? { dialect: byHand("userinfoDialect"), ...userinfo } : userinfo,
  };
}

const byHand = (part: Part) => async (): Promise<unknown> =>
  (await import("../flows/by-hand.js")).parts[part]();

function defaultChecks(type: "oauth" | "oidc"): readonly Check[] {
  return type === "oidc" ? ["pkce", "state", "nonce"] : ["pkce", "state"];
}

function asEndpoint(value: unknown): unknown {
  return typeof value === "string" ? { url: value } : value;
}

/** The query of an address that the app wrote says as much as its `params`: over what the provider declares. */
function withOwnQuery(endpoint: unknown): unknown {
  const { url, params } = (endpoint ?? {}) as AuthorizationEndpoint;
  if (typeof url !== "string" || !url.includes("?") || !URL.canParse(url)) return endpoint;
  const { origin, pathname, searchParams, hash } = new URL(url);
  const query = Object.fromEntries(searchParams);
  return { ...(endpoint as object), url: origin + pathname + hash, params: { ...query, ...params } };
}

function isPlain(value: unknown): value is Record<PropertyKey, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Plain objects recursively, arrays by index; undefined is skipped; everything else replaces. */
function deepMerge(
  base: Record<PropertyKey, unknown>,
  over: Record<PropertyKey, unknown>,
): Record<PropertyKey, unknown> {
  const merged: Record<PropertyKey, unknown> = { ...base };
  for (const key of Object.keys(over)) {
    const value = over[key];
    if (value === undefined || key === "__proto__") continue;
    const before = merged[key];
    if (isPlain(value)) merged[key] = deepMerge(isPlain(before) ? before : {}, value);
    else if (Array.isArray(value) && Array.isArray(before))
      merged[key] = [...value, ...before.slice(value.length)];
    else merged[key] = value;
  }
  return merged;
}
