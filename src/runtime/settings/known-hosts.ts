/** The hosts that an environment names, for apps of `setEnvDefaults` and for links of mails. */
import { type Env, envPlatform, envTrustsHost, envUrl } from "./env.js";

/**
 * For `Auth`, to which the URL of a request comes with the Host header in it: in production AUTH_URL names the hosts that
 * are trusted. What the app itself says of trust, and platforms, count as before.
 */
export function envTrustsHosts(env: Env): boolean | readonly string[] {
  const site = envUrl(env);
  if (site === undefined || env.NODE_ENV !== "production" || envPlatform(env))
    return Boolean(env.AUTH_URL) || envTrustsHost(env);
  const own = envTrustsHost({ AUTH_TRUST_HOST: env.AUTH_TRUST_HOST, NODE_ENV: env.NODE_ENV });
  if (own === true) return true;
  return [
    ...(own || []),
    site.host,
    ...[envInternalHost(env) ?? []].flat(),
    "localhost",
    "127.0.0.1",
    "[::1]",
  ];
}

/** Host at which the server reaches itself: no address for people. */
export function envInternalHost({ NEXTAUTH_URL_INTERNAL: url }: Env): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).host : undefined;
}
