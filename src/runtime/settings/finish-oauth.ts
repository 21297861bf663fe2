/** A provider of OAuth or OpenID Connect, finished: `options` merged over the rest, endpoints as objects. */
import { customFetch } from "../types/symbols.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { Check, OAuthConfig } from "../types/provider.js";

/** Members of a provider or of one of its endpoints, by name. */
type Members = Record<PropertyKey, unknown>;

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
  if (merged["id"] !== provider.id) merged["factoryId"] = provider.id;
  // The type says which members there are.
  return Object.freeze(merged) as Members & OAuthProvider;
}

/** What somebody gave over what is declared, and a fetch of either. */
export function withOptions(declared: Members, given: Members): Members {
  const merged = deepMerge(declared, given);
  const fetcher = given[customFetch] ?? declared[customFetch];
  if (fetcher !== undefined) merged[customFetch] = fetcher;
  return merged;
}

const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

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
