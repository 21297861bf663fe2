/** The one judge of where we are: scheme, host, and whether the host may be believed. */
import { UntrustedHost } from "../errors/index.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { Site } from "../types/site.js";

const hostPattern = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?\.?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;
const loopbackPattern =
  /^https?:\/\/(?:localhost|[a-z0-9-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/;

/** What a server saw. Forwarded values only when it trusts its proxy. */
export interface SeenHost {
  readonly protocol: string;
  readonly host: string | undefined;
  readonly forwardedProtocol?: string | undefined;
  readonly forwardedHost?: string | undefined;
}

/** Whom the configuration, or the environment, believes. */
type TrustedHosts = Pick<ResolvedConfig, "trustHost" | "trustedHosts" | "trustLoopback">;

/**
 * The origin of a request: the site's URL, else what a trusted proxy says, else the Host header.
 * @returns null when the values are no plain scheme and host: user info, paths and lists are refused
 */
export function resolveOrigin(resolved: ResolvedConfig, seen: SeenHost): string | null {
  return resolved.siteOrigin ?? originFrom(resolved, seen);
}

/** What headers say of the origin. A forwarded host that is not listed gives way to a Host header that is. */
export function originFrom(trusted: TrustedHosts, seen: SeenHost): string | null {
  const origin = originOf(seen);
  if (origin === null || !seen.forwardedHost || isHostTrusted(trusted, origin)) return origin;
  const own = originOf({ ...seen, forwardedHost: undefined });
  return own !== null && isListed(trusted, own) ? own : origin;
}

/** In its plain form; null when they say something else. */
function originOf(seen: SeenHost): string | null {
  const protocol = (firstOf(seen.forwardedProtocol) ?? seen.protocol).toLowerCase();
  const host = (seen.forwardedHost || (seen.host ?? "")).trim().toLowerCase();
  if ((protocol !== "http" && protocol !== "https") || !hostPattern.test(host)) return null;
  const standard = protocol === "https" ? ":443" : ":80";
  return `${protocol}://${host.endsWith(standard) ? host.slice(0, -standard.length) : host}`;
}

/** The client's end of a list that proxies have added to. */
function firstOf(list: string | undefined): string | undefined {
  return list === undefined || list === "" ? undefined : list.split(",", 1)[0]?.trim();
}

export function isLoopback(origin: string): boolean {
  return loopbackPattern.test(origin);
}

const isHostTrusted = (trusted: TrustedHosts, origin: string): boolean =>
  trusted.trustHost || isListed(trusted, origin) || (trusted.trustLoopback && isLoopback(origin));

/** An error when the host of this origin is not trusted. Its text is the line that the user has to add. */
export function untrustedHostError(trusted: TrustedHosts, origin: string): UntrustedHost | undefined {
  if (isHostTrusted(trusted, origin)) return undefined;
  // The app may see http because the proxy ends TLS; the address that people type is https nearly always.
  const typed = origin.replace(/^http:/, "https:");
  return new UntrustedHost(
    `The host of ${origin} is not trusted. Add AUTH_URL=${typed} (the address that users type) to the environment or, behind a proxy that sets the host itself, AUTH_TRUST_HOST=true`,
  );
}

/**
 * A sign-in that is started at one address and ends at another, in words for the log: its cookies stay behind.
 * Hosts that proxies rename in production are no reason to speak.
 */
export function addressMismatch(
  { siteOrigin, mode }: ResolvedConfig,
  header: (name: string) => string | null,
): string | undefined {
  if (siteOrigin === undefined || (!isLoopback(siteOrigin) && mode !== "development")) return undefined;
  const host = (firstOf(header("x-forwarded-host") ?? undefined) ?? header("host") ?? "").toLowerCase();
  if (!hostPattern.test(host) || siteOrigin.endsWith(`//${host}`)) return undefined;
  return `AUTH_URL is ${siteOrigin}, and a sign-in was started at ${host}: it cannot end, its cookies stay there. Correct AUTH_URL, or remove it: local addresses need none`;
}

/** What stands behind an origin. */
export interface OriginClaim {
  /** From the router where one knows better than the config. */
  readonly basePath?: string;
  /** The caller answers for the origin: it did not come from a header, which any client can write. Default: false. */
  readonly isVouchedFor?: boolean;
  /** IP address at the other end of the connection, where it is known. */
  readonly peer?: string | undefined;
}

/** Where this config is reached. */
export function siteAt(
  resolved: ResolvedConfig,
  origin: string,
  { basePath = resolved.basePath, isVouchedFor = false, peer }: OriginClaim = {},
): Site {
  const secure = resolved.config.useSecureCookies ?? origin.startsWith("https:");
  return {
    origin,
    basePath,
    base: origin + basePath,
    secure,
    isVouchedFor,
    peer,
    cookies: secure ? resolved.policies.https : resolved.policies.http,
  };
}

/** Is the host of this origin one that `trustHost` lists? `*` stands for one label, no port for any port. */
export function isListed({ trustedHosts }: Pick<TrustedHosts, "trustedHosts">, origin: string): boolean {
  if (trustedHosts.length === 0) return false;
  const { host, hostname } = new URL(origin);
  const parent = hostname.slice(hostname.indexOf(".") + 1);
  return trustedHosts.some((trusted) => {
    if (!trusted.startsWith("*.")) return trusted === host || trusted === hostname;
    return hostname.includes(".") && trusted.slice(2) === parent;
  });
}
