/**
 * One provider, from what the user wrote to what flows read: factory called, environment filled in,
 * `options` merged over the rest, endpoints as objects. Nothing the user gave is changed.
 *
 * In development `auth dev` stands in for providers: `handler.ts` passes the finished provider through
 * `dev-endpoints.ts` before a flow sees it.
 */
import type { Parts } from "../flows/by-hand.js";
import type { InternalProvider, ProviderKinds } from "../types/finished-provider.js";
import type { AnyProviderConfig, EmailConfig, Provider } from "../types/provider.js";
import { type Env, mailEnv, providerEnv } from "./env.js";
import { finishOAuth, withOptions } from "./finish-oauth.js";

/** What a provider is to flows. */
export const kindOf = ({ type }: InternalProvider): keyof ProviderKinds => (type === "oidc" ? "oauth" : type);

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

/** The finished form. */
export function normalizeProvider(provider: AnyProviderConfig): InternalProvider {
  if (provider.type === "oauth" || provider.type === "oidc") return finishOAuth(provider);
  const { options, ...defaults } = provider;
  // The type says which members there are.
  return Object.freeze({
    ...flowsOf(provider),
    ...withOptions(defaults, { ...options }),
  }) as Record<PropertyKey, unknown> & InternalProvider;
}

/** Modules of providers bring these along; for what an app has written itself, or changed, they are here. */
const byHand =
  <Part>(load: (all: Parts) => Promise<Part>) =>
  async (): Promise<Part> =>
    load((await import("../flows/by-hand.js")).parts);

function flowsOf({ type }: AnyProviderConfig): object | undefined {
  if (type === "email") return { flows: byHand((all) => all.email()) };
  return type === "credentials" ? { flows: byHand((all) => all.credentials()) } : undefined;
}
