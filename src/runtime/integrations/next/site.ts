/** Where a Next.js app is reached, and who asks: the same answer for every form of `auth`. */
import { readSession, refreshSession } from "../../operations.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import { cleanPath } from "../../http/path.js";
import { withParts } from "../../settings/with-parts.js";
import { resolveOrigin, siteAt } from "../../settings/origin.js";
import type { Site } from "../../types/site.js";
import type { AnyAuthConfig } from "../../types/config.js";
import type { Session } from "../../types/entities.js";
import type { ResolvedConfig, SessionRead } from "../../types/resolved-config.js";
import type { CookieChange } from "../../http/cookies.js";

const defaultBasePath = "/api/auth";

export interface ResolvedSite {
  readonly resolved: ResolvedConfig;
  readonly site: Site;
}

/** A header's value by lower-case name, whatever kind of request there is. */
export type ReadHeader = (name: string) => string | null | undefined;

/**
 * @param url of the request, where there is one; Next builds it from the server's own host name, so only its
 * scheme is used, and that only when no proxy header says better
 */
export const resolveSite = async (
  config: AnyAuthConfig,
  header: ReadHeader,
  url?: string,
): Promise<ResolvedSite> => resolveSiteAt(await withParts(resolveConfigWithEnv(config)), header, url);

/** As {@link resolveSite}, for a configuration that is worked out already. */
export function resolveSiteAt(resolved: ResolvedConfig, header: ReadHeader, url?: string): ResolvedSite {
  // Unlike elsewhere, an AUTH_URL without a path leaves the endpoints where Next's route files are.
  const basePath = cleanPath(resolved.config.basePath ?? (resolved.sitePath || defaultBasePath));
  const seen = {
    protocol: url?.startsWith("http:") ? "http" : "https",
    host: header("host") ?? undefined,
    forwardedHost: header("x-forwarded-host") ?? undefined,
    forwardedProtocol: header("x-forwarded-proto") ?? undefined,
  };
  // A host that cannot be judged is trusted by nobody: the configuration check answers.
  const origin = resolveOrigin(resolved, seen) ?? "https://invalid.invalid";
  return { resolved, site: siteAt(resolved, origin, { basePath }) };
}

/**
 * The base path as a route sees it. Next takes its own `basePath` off the URL before a route file gets it, and says
 * nowhere which one: with endpoints at `/shop/api/auth` the request is for `/api/auth/…`.
 */
export function routedBasePath({ basePath }: Site, pathname: string): string {
  for (
    let rest = basePath;
    rest !== "";
    rest = rest.slice(Math.max(rest.indexOf("/", 1), 0) || rest.length)
  ) {
    if (pathname === rest || pathname.startsWith(`${rest}/`)) return rest;
  }
  return basePath;
}

/** The session without a cookie to send: server components cannot send one. */
export async function currentSession(
  { resolved, site }: ResolvedSite,
  cookieHeader: string | null,
): Promise<Session | null> {
  return shown(resolved, await readSession(resolved, site, cookieHeader));
}

/** The session and the cookies that let it live on. */
export async function keptAlive(
  { resolved, site }: ResolvedSite,
  cookieHeader: string | null,
): Promise<{ session: Session | null; cookies: readonly CookieChange[]; read: SessionRead }> {
  const read = await refreshSession(resolved, site, cookieHeader);
  return { session: shown(resolved, read), cookies: read.cookies, read };
}

/**
 * What server code sees. Without a `session` callback of the user's own a stored user keeps its id, because apps
 * read it; no other column and no session token leaves the store.
 */
export function shown(resolved: ResolvedConfig, { session, user, token }: SessionRead): Session | null {
  // A callback of the user's may forget to give one.
  if (!session) return null;
  const known = user && {
    id: user.id,
    name: user.name ?? null,
    email: user.email,
    image: user.image ?? null,
  };
  if (known && resolved.config.callbacks?.session === undefined) return { ...session, user: known };
  if (session.user !== undefined) return session;
  return { ...session, user: known ?? { ...token } } as Session;
}
