/** `auth` in all its forms: one function that looks at its arguments. */
import type { GetServerSidePropsContext, NextApiRequest } from "next";
import type { NextRequest } from "next/server.js";
import { cookieLine } from "../../http/cookies.js";
import type { Session } from "../../types/entities.js";
import { guard } from "./guard.js";
import { headersModule, serverModule } from "./next-modules.js";
import { currentSession, keptAlive, siteOf } from "./site.js";
import type { AuthFunction, ConfigSource, Handler } from "./types.js";

interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `res` of the Pages Router, or a web Response. */
interface CookieTarget {
  appendHeader?(name: string, value: string): unknown;
  readonly headers?: Headers;
}

export function authFunction(source: ConfigSource): AuthFunction {
  const auth = (first?: unknown, second?: unknown) => {
    if (first === undefined) return fromHeaders(source);
    if (typeof first === "function") {
      const handler = first as Handler;
      return async (request: NextRequest, context: unknown) =>
        guard(await source(request), request, { handler, context });
    }
    if (first instanceof Request) {
      const request = first as NextRequest;
      return Promise.resolve(source(request)).then((config) => guard(config, request));
    }
    const { req, res } =
      "req" in (first as object) ? (first as GetServerSidePropsContext) : { req: first, res: second };
    return fromNode(source, req as NodeRequest, res as CookieTarget);
  };
  return auth as AuthFunction;
}

async function fromHeaders(source: ConfigSource): Promise<Session | null> {
  const { headers } = await headersModule();
  // First: this call is what makes Next treat the route as dynamic.
  const list = await headers();
  await untilRequested();
  return currentSession(
    siteOf(await source(undefined), (name) => list.get(name)),
    list.get("cookie"),
  );
}

/**
 * With partial prefetching Next renders ahead even what reads headers, and reports every look at the clock there;
 * whether a session is over is a question to the clock. Next.js 14 has neither.
 */
async function untilRequested(): Promise<void> {
  const server = await serverModule();
  if (!("connection" in server)) return;
  try {
    await server.connection();
  } catch (error) {
    // A test that stands in for the headers has no request; everything else that is thrown here steers Next.
    if (!(error instanceof Error && error.message.includes("outside a request scope"))) throw error;
  }
}

async function fromNode(source: ConfigSource, req: NodeRequest, res: CookieTarget): Promise<Session | null> {
  const header = (name: string): string | null => {
    const value = req.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };
  const site = siteOf(await source(req as NextApiRequest), header);
  const { session, cookies } = await keptAlive(site, header("cookie"));
  for (const change of cookies) {
    if (res.appendHeader) res.appendHeader("set-cookie", cookieLine(change));
    else res.headers?.append("set-cookie", cookieLine(change));
  }
  return session;
}
