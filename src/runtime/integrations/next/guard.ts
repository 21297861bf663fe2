/** `auth` as proxy or middleware, and around a route handler: keeps the session alive and lets `authorized` decide. */
import type { NextRequest } from "next/server.js";
import { isStoreFailure } from "../../errors/store-failure.js";
import { toError } from "../../errors/index.js";
import { cookieLine } from "../../http/cookies.js";
import { withParts } from "../../settings/with-parts.js";
import type { Session } from "../../types/entities.js";
import type { ResolvedConfig, SessionRead } from "../../types/resolved-config.js";
import { serverModule } from "./next-modules.js";
import { isLoop, isOwnPage, signInAddress } from "./sign-in-address.js";
import { warnOverruled } from "./overruled.js";
import { keptAlive, resolveSiteAt, type ResolvedSite } from "./site.js";
import type { FrameworkAuthConfig, FrameworkAuthRequest, Handler } from "./types.js";

interface Wrapped {
  readonly handler: Handler;
  readonly context: unknown;
  /** In place of `authorized`. */
  readonly verdict?: (
    request: NextRequest,
    scope: ResolvedSite,
    read: SessionRead,
  ) => Promise<true | Response>;
}

interface Guarded {
  readonly request: NextRequest;
  readonly session: Session | null;
  readonly scope: ResolvedSite;
  readonly wrapped: Wrapped | undefined;
}

/** Pages are led to as Next.js was asked: the origin of AUTH_URL would be another site. @param config all of it, or as much as tokens need */
export async function guard(
  config: ResolvedConfig,
  original: NextRequest,
  wrapped?: Wrapped,
): Promise<Response> {
  const resolved = await withParts(config);
  const scope = resolveSiteAt(resolved, (name) => original.headers.get(name), original.url);
  const request = await atSite(original, scope);
  const page = resolved.addresses?.rewrite(original.nextUrl, scope.site.basePath);
  if (page !== undefined) return (await serverModule()).NextResponse.rewrite(page);
  const { logger } = scope.resolved;
  let kept: Awaited<ReturnType<typeof keptAlive>>;
  let verdict: unknown;
  try {
    kept = await keptAlive(scope, request.headers.get("cookie"));
  } catch (thrown) {
    // Who this is cannot be told, so nobody gets in. The reason is in the log.
    return refusal(thrown);
  }
  const { session, cookies, read } = kept;
  try {
    verdict = wrapped?.verdict
      ? await wrapped.verdict(request, scope, read)
      : await authorizedBy(resolved, request, session);
  } catch (thrown) {
    logger.error(toError(thrown));
    return refusal(thrown);
  }
  const decided = await decide(verdict, { request, session, scope, wrapped });
  const answer = withinServer(decided, original, scope);
  if (cookies.length === 0 || isShared(answer)) return answer;
  return withHeaders(answer, (headers) => {
    for (const change of cookies) headers.append("set-cookie", cookieLine(change));
  });
}

/** A copy: answers of fetch and of Response.redirect have headers that cannot be changed. */
function withHeaders(answer: Response, change: (headers: Headers) => void): Response {
  const headers = new Headers(answer.headers);
  change(headers);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** What `authorized` says; without one everybody goes on. */
function authorizedBy({ config }: ResolvedConfig, request: NextRequest, auth: Session | null): unknown {
  const { authorized } = (config as FrameworkAuthConfig).callbacks ?? {};
  return authorized ? authorized({ request, auth }) : true;
}

async function decide(verdict: unknown, { request, session, scope, wrapped }: Guarded): Promise<Response> {
  const { resolved } = scope;
  if (verdict instanceof Response && !isOwnPage(verdict, request, scope)) {
    if (isLoop(verdict, request))
      resolved.logger.warn(
        `authorized() redirects ${request.nextUrl.pathname} to itself: browsers give up. Let it return true there, or name the page in pages.signIn`,
      );
    return verdict;
  }
  if (wrapped) {
    if (!verdict && resolved.mode === "development") warnOverruled(resolved);
    const signed = Object.defineProperty(request, "auth", {
      value: session,
      configurable: true,
      enumerable: true,
      writable: true,
    });
    const answer = await wrapped.handler(signed as FrameworkAuthRequest, wrapped.context);
    if (answer) return answer;
  } else if (!verdict) {
    const target = signInAddress(request, scope);
    if (target !== undefined) return Response.redirect(target, 307);
  }
  const { NextResponse } = await serverModule();
  return NextResponse.next();
}

/** May a cache keep this answer for everybody? Then it must carry nobody's session. */
function isShared({ headers }: Response): boolean {
  return /\bpublic\b|\bs-maxage\b/i.test(headers.get("cache-control") ?? "");
}

/** 500 for a fault of the app, 503 while the store is down; the text says nothing. */
function refusal(thrown: unknown): Response {
  const status = isStoreFailure(toError(thrown)) ? 503 : 500;
  return new Response(null, { status, headers: { "cache-control": "no-store" } });
}

/**
 * AUTH_URL is where the app is reached, whatever host name Next built the URL from. All else stays as Next made it: a
 * URL read anew knows nothing of next.config, so that `basePath` and locale would stand in the path.
 */
async function atSite(original: NextRequest, { resolved }: ResolvedSite): Promise<NextRequest> {
  const { siteOrigin } = resolved;
  if (siteOrigin === undefined || siteOrigin === original.nextUrl.origin) return original;
  const nextUrl = movedTo(siteOrigin, original.nextUrl.clone());
  const url = movedTo(siteOrigin, new URL(original.url)).href;
  const { NextRequest: Made } = await serverModule();
  return Object.defineProperties(new Made(url, original), {
    nextUrl: { value: nextUrl },
    url: { value: url },
  });
}

/** What the app rewrites to its own site stays in this server: Next would fetch another origin, through the network. */
function withinServer(answer: Response, { nextUrl }: NextRequest, { resolved }: ResolvedSite): Response {
  const rewrite = answer.headers.get(rewriteHeader);
  if (rewrite === null || !URL.canParse(rewrite)) return answer;
  const target = new URL(rewrite);
  if (target.origin !== resolved.siteOrigin) return answer;
  const inside = movedTo(nextUrl.origin, target).href;
  return withHeaders(answer, (headers) => headers.set(rewriteHeader, inside));
}

const rewriteHeader = "x-middleware-rewrite";

function movedTo<T extends Pick<URL, "protocol" | "hostname" | "port">>(origin: string, url: T): T {
  const { protocol, hostname, port } = new URL(origin);
  return Object.assign(url, { protocol, hostname, port });
}
