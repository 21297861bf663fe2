/** `auth.require`: the guard of pages and actions, of route handlers, and of the Pages Router's functions. */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextRequest } from "next/server.js";
import { guardedPath, type PathRequirement } from "../../server-functions/guarded-path.js";
import { admit, readOutcome } from "../../server-functions/admit.js";
import { challengeAddress, forbiddenAddress, ownReferer } from "../../server-functions/refusal.js";
import { type Requirement, type Shortfall, shortfallOf } from "../../server-functions/requirement.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import type { Session } from "../../types/entities.js";
import type { SessionRead } from "../../types/resolved-config.js";
import { headerOf, writeNode } from "../server/node-adapter.js";
import { guard } from "./guard.js";
import { currentHeaders, navigationModule } from "./next-modules.js";
import { shown, type ResolvedSite, resolveSite } from "./site.js";
import { isInFront, verdictInFront, verdictOn } from "./verdict.js";
import type { PageRequirement, RequireFunction } from "./require-types.js";
import type { RequestConfig, Handler } from "./types.js";

type PropsFunction = (context: GetServerSidePropsContext & { auth: Session | null }) => unknown;
type ApiHandler = (req: NextApiRequest & { auth: Session | null }, res: NextApiResponse) => unknown;

/** Pages know no path, and handlers have no way back to say: the types of the forms tell them apart. */
type AnyRequirement = PathRequirement & Pick<PageRequirement, "redirectTo">;

export function requireFunction(source: RequestConfig): RequireFunction {
  const require = (requirement: AnyRequirement = {}, handler?: Handler | PropsFunction | ApiHandler) => {
    if (handler === undefined) return inComponent(source, requirement);
    const isGuarded = guardedPath(requirement.path);
    return async (first: NextRequest | NextApiRequest | GetServerSidePropsContext, second: unknown) => {
      if (first instanceof Request)
        return guard(resolveConfigWithEnv(await source(first)), first, {
          handler: handler as Handler,
          context: second,
          verdict: async (request, scope, read) =>
            !isGuarded(request.url, request.nextUrl.pathname) ||
            (isInFront(second) ? verdictInFront : verdictOn)(request, scope, read, requirement),
        });
      if ("resolvedUrl" in first) return beforeProps(source, requirement, first, handler as PropsFunction);
      const pair = { req: first as NextApiRequest, res: second as NextApiResponse };
      return beforeApi(source, requirement, pair, handler as ApiHandler);
    };
  };
  return require as RequireFunction;
}

/** Server components and actions cannot answer by themselves: Next carries out a redirect that is thrown. */
async function inComponent(source: RequestConfig, requirement: AnyRequirement): Promise<Session> {
  const list = await currentHeaders();
  const scope = await resolveSite(await source(undefined), (name) => list.get(name));
  const { read, shortfall } = await judged(scope, list.get("cookie"), requirement);
  const session = shown(scope.resolved, read);
  if (shortfall === undefined && session !== null) return session;
  const { redirect } = await navigationModule();
  return redirect(
    addressFor(
      shortfall,
      requirement.redirectTo ?? ownReferer(list.get("referer"), scope.site.origin),
      scope,
    ),
  );
}

/** `getServerSideProps` answers the browser's own requests and those of Next's client alike: as data. */
async function beforeProps(
  source: RequestConfig,
  requirement: AnyRequirement,
  context: GetServerSidePropsContext,
  handler: PropsFunction,
): Promise<unknown> {
  const { req, resolvedUrl } = context;
  const scope = await resolveSite(await source(req as NextApiRequest), (name) => headerOf(req.headers, name));
  const { read, shortfall } = await judged(scope, headerOf(req.headers, "cookie"), requirement);
  if (shortfall === undefined) return handler({ ...context, auth: shown(scope.resolved, read) });
  const destination = addressFor(shortfall, requirement.redirectTo ?? resolvedUrl, scope);
  return { redirect: { destination, permanent: false } };
}

async function beforeApi(
  source: RequestConfig,
  requirement: Requirement,
  { req, res }: { readonly req: NextApiRequest; readonly res: NextApiResponse },
  handler: ApiHandler,
): Promise<unknown> {
  const header = (name: string) => headerOf(req.headers, name);
  const scope = await resolveSite(await source(req), header);
  const asked = { method: (req.method ?? "GET").toUpperCase(), target: req.url ?? "/", header };
  const admission = await admit(scope, await readOutcome(scope, header("cookie")), asked, requirement);
  if (admission.answer !== undefined) return writeNode(admission.answer, res);
  return handler(Object.assign(req, { auth: shown(scope.resolved, admission.read) }), res);
}

interface Judged {
  readonly read: SessionRead;
  readonly shortfall: Shortfall | undefined;
}

/** @throws what kept the session from being read: the page's own error boundary shows it */
async function judged(
  scope: ResolvedSite,
  cookieHeader: string | null,
  requirement: Requirement,
): Promise<Judged> {
  const outcome = await readOutcome(scope, cookieHeader);
  if ("failure" in outcome) throw outcome.failure;
  const shortfall = await shortfallOf(outcome.read, requirement, scope.resolved);
  const { maxAge, factor } = requirement;
  // Without a cookie the address says how new the sign-in of a stranger must be.
  const isStranger = shortfall === "unauthenticated" && maxAge !== undefined && factor === undefined;
  return { read: outcome.read, shortfall: isStranger ? { maxAge } : shortfall };
}

const addressFor = (
  shortfall: Shortfall | undefined,
  back: string | null | undefined,
  scope: ResolvedSite,
): string =>
  shortfall === "forbidden" ? forbiddenAddress(scope) : challengeAddress(shortfall, back ?? undefined, scope);
