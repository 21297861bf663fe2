/** A provider with what the environment has for it. */
import type { AnyProviderConfig, Provider } from "../types/provider.js";
import { type Env, mailEnv, providerEnv } from "./env.js";

/** The id of a provider; a factory is called without options to learn it. */
export function providerId(provider: Provider): string {
  const { id, options } = typeof provider === "function" ? provider({}) : provider;
  return options?.id ?? id;
}

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
