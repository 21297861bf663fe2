/** `auth` in all its forms: one function that looks at its arguments. */
import type { GetServerSidePropsContext, NextApiRequest } from "next";
import type { NextRequest } from "next/server.js";
import { cookieLine } from "../../http/cookies.js";
import { keepPrivate } from "../../http/private-answer.js";
import type { Session } from "../../types/entities.js";
import { resolveConfigWithEnv } from "../../settings/resolve-config.js";
import { type Caller, pluginFunctions } from "../../server-functions/plugin-functions.js";
import { type PrivateResponse, sendPrivate } from "../server/private-node.js";
import { guard } from "./guard.js";
import { currentHeaders } from "./next-modules.js";
import { requireFunction } from "./require.js";
import { currentSession, keptAlive, resolveSite } from "./site.js";
import type { AuthFunction } from "./result-types.js";
import type { RequestConfig, Handler } from "./types.js";

interface NodeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** `res` of the Pages Router, or a web Response. */
interface CookieTarget {
  appendHeader?(name: string, value: string): unknown;
  readonly headers?: Headers;
}

const isOfNode = (res: object): res is PrivateResponse => "writeHead" in res;

export function authFunction(source: RequestConfig): AuthFunction {
  const auth = (first?: unknown, second?: unknown) => {
    if (first === undefined) return fromHeaders(source);
    if (typeof first === "function") {
      const handler = first as Handler;
      return async (request: NextRequest, context: unknown) =>
        guard(resolveConfigWithEnv(await source(request)), request, { handler, context });
    }
    if (first instanceof Request) {
      const request = first as NextRequest;
      return Promise.resolve(source(request)).then((config) => guard(resolveConfigWithEnv(config), request));
    }
    const { req, res } =
      "req" in (first as object) ? (first as GetServerSidePropsContext) : { req: first, res: second };
    return fromNode(source, req as NodeRequest, res as CookieTarget);
  };
  const health = async () => {
    const { checkHealth } = await import("../../health.js");
    return checkHealth(async () => resolveConfigWithEnv(await source(undefined)));
  };
  const functions = pluginFunctions(() => callerOf(source), 0);
  return Object.assign(auth, { require: requireFunction(source), health, ...functions }) as AuthFunction;
}

async function callerOf(source: RequestConfig): Promise<Caller> {
  const list = await currentHeaders();
  const scope = await resolveSite(await source(undefined), (name) => list.get(name));
  return { scope, cookieHeader: list.get("cookie") };
}

async function fromHeaders(source: RequestConfig): Promise<Session | null> {
  const { scope, cookieHeader } = await callerOf(source);
  return currentSession(scope, cookieHeader);
}

async function fromNode(source: RequestConfig, req: NodeRequest, res: CookieTarget): Promise<Session | null> {
  const header = (name: string): string | null => {
    const value = req.headers[name];
    return value === undefined ? null : typeof value === "string" ? value : value.join(", ");
  };
  const scope = await resolveSite(await source(req as NextApiRequest), header);
  const { session, cookies } = await keptAlive(scope, header("cookie"));
  for (const change of cookies) {
    if (res.appendHeader) res.appendHeader("set-cookie", cookieLine(change));
    else res.headers?.append("set-cookie", cookieLine(change));
  }
  if (session === null) return null;
  if (res.headers !== undefined) keepPrivate(res.headers);
  else if (isOfNode(res)) sendPrivate(res);
  return session;
}
