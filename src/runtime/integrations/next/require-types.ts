/** The forms of `auth.require`. */
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from "next";
import type { NextRequest } from "next/server.js";
import type { PathRequirement } from "../../server-functions/guarded-path.js";
import type { Requirement } from "../../server-functions/guarded-place.js";
import type { Session } from "../../types/entities.js";
import type { Handler, RouteContext } from "./types.js";

/** What a page asks for, and where sign-in leads back to. */
export interface PageRequirement extends Requirement {
  /** Path that sign-in leads back to. Server components do not know theirs; default there: the page before. */
  readonly redirectTo?: string | undefined;
  /** Only where a request is at hand: a server component does not know its path, and the guard holds for all of it. */
  readonly path?: never;
}

/** With a path: whoever is below it has a session, and anybody else may have none. */
interface ForPath extends PathRequirement {
  readonly path: string;
}

/**
 * Guards. For nobody, an old sign-in or a missing role a page redirects to sign-in and back. A route handler or API route
 * that is called by `fetch` answers 401 or 403 as JSON. While the store is down the answer is 503.
 *
 * @throws UnsupportedStrategy for `maxAge` with database sessions
 */
export interface RequireFunction<Shown = Session> {
  /**
   * Server components and actions.
   * @example const session = await auth.require({ role: "admin", redirectTo: "/admin" })
   */
  (requirement?: PageRequirement): Promise<Shown>;
  /**
   * Around a route handler, whose `request.auth` is the session.
   * @example export const GET = auth.require({}, (request) => Response.json(request.auth?.user))
   */
  (
    requirement: Requirement,
    handler: Handler<Shown>,
  ): (request: NextRequest, context: RouteContext) => Promise<Response>;
  /**
   * The proxy, or a handler of many routes, where what is below a path asks for more than the rest.
   * @example export const proxy = auth.require({ path: "/admin", role: "admin" }, () => {})
   */
  (
    requirement: ForPath,
    handler: Handler<Shown | null>,
  ): (request: NextRequest, context: RouteContext) => Promise<Response>;
  /** Around an API route of the Pages Router. */
  (
    requirement: Requirement,
    handler: (req: NextApiRequest & { auth: Shown }, res: NextApiResponse) => unknown,
  ): (req: NextApiRequest, res: NextApiResponse) => Promise<unknown>;
  /** Around getServerSideProps, whose `context.auth` is the session. */
  <Result>(
    requirement: PageRequirement,
    handler: (context: GetServerSidePropsContext & { auth: Shown }) => Result,
  ): (context: GetServerSidePropsContext) => Promise<Awaited<Result>>;
}
