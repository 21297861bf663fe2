/** The two functions that apps call themselves to bring environment and request together. */
import { UntrustedHost } from "../errors/index.js";
import type { AuthConfig } from "../types/config.js";
import type { AuthAction } from "../types/flow.js";
import { createLogger } from "../callbacks/logger.js";
import { cleanPath } from "../http/path.js";
import { defaultBasePath } from "./defaults.js";
import { type Env, envSecrets, envUrl, setEnvOf, trustedHostsOf } from "./env.js";
import { envTrustsHosts } from "./known-hosts.js";
import { originFrom, untrustedHostError } from "./origin.js";
import { inferProvider } from "./provider.js";
import { redirectProxyOf } from "./redirect-proxy.js";

/**
 * Fills what a config leaves open from environment variables. This is the one function that changes the object
 * given to it; nothing in the library calls it.
 *
 * @param env usually `process.env`
 * @param config changed in place: basePath, secret, nextSecret, redirectProxyUrl, trustHost, providers. Name `basePath`:
 * an `AUTH_URL` without a path makes it `/`
 * @param suppressBasePathWarning no warning when `basePath` and `AUTH_URL` are both set
 * @example
 * const config = { basePath: "/auth", providers: [GitHub] };
 * setEnvDefaults(process.env, config);
 */
export function setEnvDefaults(env: Env, config: AuthConfig, suppressBasePathWarning = false): void {
  const site = envUrl(env);
  if (config.basePath !== undefined) {
    if (env.AUTH_URL !== undefined && !suppressBasePathWarning) {
      createLogger(config.logger).warn("env-url-basepath-redundant");
    }
  } else {
    config.basePath = site === undefined ? defaultBasePath : cleanPath(site.pathname) || "/";
  }
  if (config.secret === undefined || config.secret.length === 0) config.secret = envSecrets(env);
  if (env.AUTH_SECRET_NEXT) config.nextSecret ??= env.AUTH_SECRET_NEXT;
  const proxy = redirectProxyOf(config.redirectProxyUrl, env);
  if (proxy !== undefined) config.redirectProxyUrl = proxy.origins?.length ? proxy : proxy.url;
  config.trustHost ??= envTrustsHosts(env);
  setEnvOf(config, env);
  config.providers = config.providers.map((provider) => inferProvider(provider, env));
}

/** Arguments of {@link createActionURL}, which other libraries' helpers have in this order. */
type ActionURLArguments = [
  action: AuthAction,
  protocol: string | undefined,
  headers: Headers,
  env: Env,
  config: Pick<AuthConfig, "basePath" | "logger" | "trustHost">,
];

/**
 * The absolute URL of an action, from AUTH_URL (or NEXTAUTH_URL), else from the request's headers.
 *
 * @param protocol of the request where no `x-forwarded-proto` says otherwise; default https
 * Forwarded headers count where the host is trusted: `trustHost` of the config, else AUTH_TRUST_HOST and its like. Where
 * these list hosts, a forwarded one that they do not list gives way to a Host header that they do.
 *
 * @param config only `basePath`, `logger` and `trustHost` are read
 * @throws UntrustedHost when the headers name no plain http(s) host, or none of those that are listed
 * @example createActionURL("session", "https", request.headers, process.env, config)
 */
export function createActionURL(...[action, protocol, headers, env, config]: ActionURLArguments): URL {
  const basePath = cleanPath(config.basePath ?? "");
  const site = env.AUTH_URL ?? env.NEXTAUTH_URL;
  if (site) {
    const url = new URL(site);
    const sitePath = cleanPath(url.pathname);
    if (basePath !== "" && sitePath !== "" && sitePath !== basePath) {
      createLogger(config.logger).warn("env-url-basepath-mismatch");
    }
    return new URL(`${url.origin}${basePath || sitePath}/${action}`);
  }
  const origin = originOfHeaders(headers, protocol ?? "https", trustedHostsOf(config, env));
  return new URL(`${origin}${basePath}/${action}`);
}

type Trusted = ReturnType<typeof trustedHostsOf>;

/** @throws UntrustedHost when the headers name no plain http(s) host, or none of those that are listed */
function originOfHeaders(headers: Headers, protocol: string, trusted: Trusted): string {
  const hasList = trusted.trustedHosts.length > 0;
  const forwarded = (name: string) =>
    trusted.trustHost || hasList ? (headers.get(name) ?? undefined) : undefined;
  const host = headers.get("host");
  const forwardedHost = forwarded("x-forwarded-host");
  const origin = originFrom(trusted, {
    protocol: protocol.replace(/:$/, ""),
    // Server code may have made the headers itself, with nothing but cookies.
    host: host ?? "localhost",
    forwardedProtocol: forwarded("x-forwarded-proto")?.replace(/:$/, ""),
    forwardedHost,
  });
  if (origin === null)
    throw new UntrustedHost("The headers of the request name no plain http(s) host. Set AUTH_URL");
  const isAsked = hasList && (host !== null || forwardedHost !== undefined);
  const refusal = isAsked ? untrustedHostError(trusted, origin) : undefined;
  if (refusal !== undefined) throw refusal;
  return origin;
}
