/**
 * One provider, from what the user wrote to what flows read: factory called, environment filled in,
 * `options` merged over the rest, endpoints as objects. Nothing the user gave is changed.
 *
 * In development `auth dev` stands in for providers: `handler.ts` passes the finished provider through
 * `dev-endpoints.ts` before a flow sees it.
 */
import { customFetch } from "../types/symbols.js";
import type { InternalProvider, OAuthProvider, ProviderKinds } from "../types/finished-provider.js";
import type { AnyProviderConfig, Check, EmailConfig, OAuthConfig, Provider } from "../types/provider.js";
import { type Env, mailEnv, providerEnv } from "./env.js";
import { isObject } from "../types/members.js";

/** Members of a provider or of one of its endpoints, by name. */
type Members = Record<PropertyKey, unknown>;

/** What was merged says by its type which members there are. */
const frozen = <T>(members: Members): T => Object.freeze(members) as Members & T;

/** What a provider is to flows. */
export const kindOf = ({ type }: Pick<InternalProvider, "type">): keyof ProviderKinds =>
  type === "oidc" ? "oauth" : type;

/** The id of a provider; a factory is called without options to learn it. */
export function providerId(provider: Provider): string {
  const { id, options } = typeof provider === "function" ? provider({}) : provider;
  return options?.id ?? id;
}

/** A mail provider may be there for the mails of plugins alone. */
export const signsIn = (provider: Provider): boolean => {
  const { options, signIn } = provider as Partial<EmailConfig>;
  return (options?.signIn ?? signIn) !== false;
};

/** A provider with what the environment has for it. Values that the user gave stay. */
export function inferProvider<T extends AnyProviderConfig>(
  // oxlint-disable-next-line no-explicit-any -- factories take options of their own
  provider: T | ((options?: any) => T),
  env: Env,
): T {
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

/** The finished form. */
export function normalizeProvider(provider: AnyProviderConfig): InternalProvider {
  if (provider.type === "oauth" || provider.type === "oidc") return finishOAuth(provider);
  const { options, ...defaults } = provider;
  return frozen<InternalProvider>({ ...flowsOf(provider), ...withOptions(defaults, { ...options }) });
}

/** Modules of providers bring these along; for what an app has written itself, or changed, they are here. */
const flowsByHand = {
  email: () => import("../flows/email.js"),
  credentials: () => import("../flows/credentials.js"),
};

function flowsOf({ type }: AnyProviderConfig): object | undefined {
  return type === "email" || type === "credentials" ? { flows: flowsByHand[type] } : undefined;
}

/** Lists of `checks` that somebody gave are taken as they are. Nothing that was given is changed. */
export function finishOAuth(provider: OAuthConfig): OAuthProvider {
  const { options, ...defaults } = provider;
  const declared: Members = { ...defaults };
  const given: Members = { ...options };
  for (const name of ["authorization", "token", "userinfo"] as const) {
    declared[name] = asEndpoint(declared[name]);
    if (given[name] !== undefined) given[name] = asEndpoint(given[name]);
  }
  given["authorization"] = withOwnQuery(given["authorization"]);
  const merged = withOptions(declared, given);
  // A user's list replaces the record's: merging by index would mix the two.
  const checks = options?.checks ?? provider.checks ?? defaultChecks(provider.type);
  merged["checks"] = Object.freeze([...checks]);
  merged["hasIdToken"] = provider.type === "oidc";
  // Without an ID token nothing says when the person was asked.
  if (provider.type !== "oidc") delete merged["reauthentication"];
  if (merged["id"] !== provider.id) merged["factoryId"] = provider.id;
  return frozen<OAuthProvider>(merged);
}

/** What somebody gave over what is declared, and a fetch of either. */
function withOptions(declared: Members, given: Members): Members {
  const merged = deepMerge(declared, given);
  const fetcher = given[customFetch] ?? declared[customFetch];
  if (fetcher !== undefined) merged[customFetch] = fetcher;
  return merged;
}

function defaultChecks(type: "oauth" | "oidc"): readonly Check[] {
  return type === "oidc" ? ["pkce", "state", "nonce"] : ["pkce", "state"];
}

function asEndpoint(value: unknown): unknown {
  return typeof value === "string" ? { url: value } : value;
}

/** The query of an address that the app wrote says as much as its `params`: over what the provider declares. */
function withOwnQuery(endpoint: unknown): unknown {
  if (!isObject(endpoint)) return endpoint;
  const { url, params } = endpoint;
  if (typeof url !== "string" || !url.includes("?") || !URL.canParse(url)) return endpoint;
  const { origin, pathname, searchParams, hash } = new URL(url);
  const query = Object.fromEntries(searchParams);
  return { ...endpoint, url: origin + pathname + hash, params: { ...query, ...Object(params) } };
}

function isPlain(value: unknown): value is Members {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Plain objects recursively, arrays by index; undefined is skipped; everything else replaces. */
function deepMerge(base: Members, over: Members): Members {
  const merged: Members = { ...base };
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
