/** `auth` as proxy or middleware, and around a route handler: keeps the session alive and lets `authorized` decide. */
import type { NextRequest } from "next/server.js";
import { isStoreFailure } from "../../errors/store-failure.js";
import { toError } from "../../errors/index.js";
import { cookieLine } from "../../http/cookies.js";
import { isShared, keepPrivate, withHeaders } from "../../http/private-answer.js";
import { withParts } from "../../settings/with-parts.js";
import type { Session } from "../../types/entities.js";
import type { ResolvedConfig, SessionRead } from "../../types/resolved-config.js";
import { serverModule } from "./next-modules.js";
import { isLoop, isOwnPage, signInAddress } from "./sign-in-address.js";
import { warnOverruled } from "./overruled.js";
import { keptAlive, resolveSiteAt, type ResolvedSite, shown as shownOf } from "./site.js";
import type { FrameworkAuthConfig, FrameworkAuthRequest, Handler } from "./types.js";

interface Wrapped {
  readonly handler: Handler;
  readonly context: unknown;
  /** In place of `authorized`: what is handed on, or the answer. */
  readonly verdict?: (
    request: NextRequest,
    scope: ResolvedSite,
    read: SessionRead,
  ) => Promise<SessionRead | Response>;
}

interface Guarded {
  readonly request: NextRequest;
  readonly shown: ShownSession;
  readonly scope: ResolvedSite;
  readonly wrapped: Wrapped | undefined;
}

/** The session as a handler is given it: one that never looks has nobody's session in its answer. */
interface ShownSession {
  readonly auth: Session | null;
  readonly isSeen: boolean;
}

function shownOnce(session: Session | null): ShownSession {
  let isSeen = false;
  return {
    get auth() {
      isSeen = true;
      return session;
    },
    get isSeen() {
      return isSeen;
    },
  };
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
  let shown = shownOnce(session);
  try {
    if (wrapped?.verdict) {
      const judged = await wrapped.verdict(request, scope, read);
      if (!(judged instanceof Response)) shown = shownOnce(shownOf(resolved, judged));
      verdict = judged;
    } else verdict = await authorizedBy(resolved, request, session);
  } catch (thrown) {
    logger.error(toError(thrown));
    return refusal(thrown);
  }
  const decided = await decide(verdict, { request, shown, scope, wrapped });
  const answer = withinServer(decided, original, scope);
  const isGiven = wrapped?.verdict !== undefined || shown.isSeen || decided === verdict;
  const isPrivate = session !== null && isGiven;
  if (isShared(answer.headers) && !isPrivate) return answer;
  // An answer that says nothing of caches leaves that to Next, which is stricter.
  const hasRule = isPrivate && (isShared(answer.headers) || answer.headers.has("cache-control"));
  if (cookies.length === 0 && !hasRule) return answer;
  return withHeaders(answer, (headers) => {
    if (hasRule) keepPrivate(headers);
    for (const change of cookies) headers.append("set-cookie", cookieLine(change));
  });
}

/** What `authorized` says; without one everybody goes on. */
function authorizedBy({ config }: ResolvedConfig, request: NextRequest, auth: Session | null): unknown {
  const { authorized } = (config as FrameworkAuthConfig).callbacks ?? {};
  return authorized ? authorized({ request, auth }) : true;
}

async function decide(verdict: unknown, { request, shown, scope, wrapped }: Guarded): Promise<Response> {
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
      get: () => shown.auth,
      set(value) {
        Object.defineProperty(request, "auth", { value, writable: true });
      },
      configurable: true,
      enumerable: true,
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
