/** What holds when the config says nothing. */
import { watchInDevelopment } from "./development.js";
import { compact } from "../types/compact.js";
import { randomId } from "../security/random.js";
import { ownRedirect } from "../security/redirects.js";
import type { Callbacks } from "../types/callbacks.js";
import type { AnyAuthConfig } from "../types/config.js";
import type { JWT } from "../types/entities.js";
import type { Theme } from "../types/theme.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

export const defaultBasePath = "/auth";
/** For stores and event handlers. */
export const defaultDeadlineSeconds = 10;
const defaultMaxAgeSeconds = 30 * 24 * 60 * 60;
const defaultUpdateAgeSeconds = 24 * 60 * 60;

const callbacks: Callbacks<JWT, unknown> = {
  signIn: () => true,
  redirect: ownRedirect,
  session: ({ session }) => ({ user: pick(session.user), expires: isoDate(session.expires) }),
  jwt: ({ token }) => token,
};

/** A session of a store holds a date, whatever the type says that both strategies share. */
const isoDate = (expires: unknown): string =>
  expires instanceof Date ? expires.toISOString() : String(expires);

/** Only these three members of a user reach the client unless the user's own callback says more. */
function pick(
  user: { name?: unknown; email?: unknown; image?: unknown } | undefined,
): Record<string, unknown> {
  return { name: user?.name, email: user?.email, image: user?.image };
}

/** The user's callbacks over the defaults; undefined ones count as absent. */
export function callbacksOf(config: AnyAuthConfig, warn: (text: string) => void): Callbacks<JWT, unknown> {
  const all = { ...callbacks, ...compact(config.callbacks ?? {}) };
  watchInDevelopment(all, warn);
  return all;
}

export function sessionOf(config: AnyAuthConfig): ResolvedConfig["session"] {
  return {
    maxAge: config.session?.maxAge ?? defaultMaxAgeSeconds,
    updateAge: config.session?.updateAge ?? defaultUpdateAgeSeconds,
    absoluteMaxAge: config.session?.absoluteMaxAge,
    generateSessionToken: config.session?.generateSessionToken ?? randomId,
  };
}

export const defaultTheme: Theme = { colorScheme: "auto", logo: "", brandColor: "", buttonText: "" };
