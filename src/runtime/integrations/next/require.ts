/** `auth.require`: the guard of pages and actions, of route handlers, and of the Pages Router's functions. */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextRequest } from "next/server.js";
import { guardedPath, type PathRequirement } from "../../server-functions/guarded-path.js";
import { admit, readOutcome } from "../../server-functions/admit.js";
import type { GuardedRequest, Requirement } from "../../server-functions/guarded-place.js";
import { challengeAddress, forbiddenAddress, ownReferer } from "../../server-functions/refusal.js";
import type { PluginRefusal } from "../../plugins/host/plugin-host.js";
import { judge, type Judgement } from "../../server-functions/requirement.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import type { Session } from "../../types/entities.js";
import { type Members, membersOf } from "../../types/members.js";
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
          verdict: async (request, scope, read) => {
            if (!isGuarded(request.url, request.nextUrl.pathname)) return read;
            const parameters = await parametersOf(second);
            const asked = { ...scope, read, requirement, parameters };
            return (isInFront(second) ? verdictInFront : verdictOn)(request, asked);
          },
        });
      if ("resolvedUrl" in first) return beforeProps(source, requirement, first, handler as PropsFunction);
      const pair = { req: first as NextApiRequest, res: second as NextApiResponse };
      return beforeApi(source, requirement, pair, handler as ApiHandler);
    };
  };
  return require as RequireFunction;
}

/** A route handler is given its parameters, since Next.js 15 as a promise. */
const parametersOf = async (context: unknown): Promise<Members> =>
  membersOf(await membersOf(context)["params"]);

/** Server components and actions cannot answer by themselves: Next carries out a redirect that is thrown. */
async function inComponent(source: RequestConfig, requirement: AnyRequirement): Promise<Session> {
  const list = await currentHeaders();
  const header = (name: string) => list.get(name);
  const scope = await resolveSite(await source(undefined), header);
  const method = header("next-action") === null ? "GET" : "POST";
  const { read, shortfall } = await judged(scope, { method, target: "", header }, requirement);
  const session = read === undefined ? null : shown(scope.resolved, read);
  if (shortfall === undefined && session !== null) return session;
  const navigation = await navigationModule();
  const { code, moved } = refusalIn(shortfall);
  if (moved !== undefined) return navigation.redirect(moved);
  if (code === "not-found") return navigation.notFound();
  const back = requirement.redirectTo ?? ownReferer(header("referer"), scope.site.origin);
  return navigation.redirect(addressFor(shortfall, back, scope));
}

/** `getServerSideProps` answers the browser's own requests and those of Next's client alike: as data. */
async function beforeProps(
  source: RequestConfig,
  requirement: AnyRequirement,
  context: GetServerSidePropsContext,
  handler: PropsFunction,
): Promise<unknown> {
  const { req, resolvedUrl, params } = context;
  const header = (name: string) => headerOf(req.headers, name);
  const scope = await resolveSite(await source(req as NextApiRequest), header);
  const asked = { method: (req.method ?? "GET").toUpperCase(), target: resolvedUrl, header };
  const { read, shortfall } = await judged(scope, { ...asked, parameters: params }, requirement);
  if (read !== undefined) return handler({ ...context, auth: shown(scope.resolved, read) });
  const { code, moved } = refusalIn(shortfall);
  if (moved !== undefined) return { redirect: { destination: moved, permanent: false } };
  if (code === "not-found") return { notFound: true };
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
  const { url = "/", query: parameters } = req;
  const method = (req.method ?? "GET").toUpperCase();
  const asked = { method, target: url, addresses: [url], parameters, header };
  const session = { read: () => readOutcome(scope, header("cookie")) };
  const admission = await admit(scope, session, asked, requirement);
  if (admission.answer !== undefined) return writeNode(admission.answer, res);
  return handler(Object.assign(req, { auth: shown(scope.resolved, admission.read) }), res);
}

/** @throws what kept the session from being read: the page's own error boundary shows it */
async function judged(
  { resolved, site }: ResolvedSite,
  request: GuardedRequest,
  requirement: Requirement,
): Promise<Judgement> {
  const outcome = await readOutcome({ resolved, site }, request.header("cookie") ?? null);
  if ("failure" in outcome) throw outcome.failure;
  const judgement = await judge({ read: outcome.read, requirement, request, resolved });
  const { maxAge, factor } = requirement;
  // Without a cookie the address says how new the sign-in of a stranger must be.
  const isStranger =
    judgement.shortfall === "unauthenticated" && maxAge !== undefined && factor === undefined;
  return isStranger ? { shortfall: { maxAge } } : judgement;
}

/** What a plugin says, where the refusal is one's. */
const refusalIn = (shortfall: Judgement["shortfall"]): Partial<PluginRefusal> =>
  typeof shortfall === "object" && "code" in shortfall ? shortfall : {};

function addressFor(
  shortfall: Judgement["shortfall"],
  back: string | null | undefined,
  scope: ResolvedSite,
): string {
  const isForbidden = shortfall === "forbidden" || refusalIn(shortfall).code !== undefined;
  return isForbidden ? forbiddenAddress(scope) : challengeAddress(shortfall, back ?? undefined, scope);
}
