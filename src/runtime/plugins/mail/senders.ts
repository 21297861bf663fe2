/** Mail providers with `signIn: false`: the core leaves them out, and plugins send their mails by them. */
import type { Env } from "../../settings/env.js";
import { inferProvider, normalizeProvider, signsIn } from "../../settings/provider.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { InternalProvider } from "../../types/finished-provider.js";

/** @returns finishes them when they are first asked for */
export function sendersOf({ providers }: AnyAuthConfig, env: Env = {}): () => readonly InternalProvider[] {
  let made: readonly InternalProvider[] | undefined;
  return () =>
    (made ??= (providers ?? [])
      .filter((provider) => !signsIn(provider))
      .map((provider) => normalizeProvider(inferProvider(provider, env))));
}
