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
import { finishOAuth, withOptions } from "./finish-oauth.js";

/** What a provider is to flows. */
export const kindOf = ({ type }: InternalProvider): keyof ProviderKinds => (type === "oidc" ? "oauth" : type);

/** A mail provider may be there for the mails of plugins alone. */
export const signsIn = (provider: Provider): boolean => {
  const { options, signIn } = provider as Partial<EmailConfig>;
  return (options?.signIn ?? signIn) !== false;
};

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
