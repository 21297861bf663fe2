/** `/.well-known/…` as a route file, and as an API route of the Pages Router. */
import type { NextApiRequest, NextApiResponse } from "next";
import type { NextRequest } from "next/server.js";
import { empty, type FlowResult } from "../../http/flow-result.js";
import { toWebResponse } from "../../http/web.js";
import { cutTarget, headerOf, writeNode } from "../server/node-adapter.js";
import { type ResolvedSite, resolveSite } from "./site.js";
import type { RequestConfig } from "./types.js";

export const wellKnownHandlers = (source: RequestConfig) => ({
  async GET(request: NextRequest): Promise<Response> {
    const scope = await resolveSite(await source(request), (name) => request.headers.get(name), request.url);
    return toWebResponse(await answerAt(scope, request.method, new URL(request.url).pathname));
  },
  async pages(req: NextApiRequest, res: NextApiResponse): Promise<void> {
    const scope = await resolveSite(await source(req), (name) => headerOf(req.headers, name));
    const { pathname } = cutTarget(req.url ?? "/");
    writeNode(await answerAt(scope, req.method ?? "GET", pathname), res);
  },
});

/** By the last part of the path: a rewrite may have changed what stands in front of it. */
async function answerAt(scope: ResolvedSite, method: string, pathname: string): Promise<FlowResult> {
  const { answerWellKnown } = await import("../../well-known.js");
  const name = pathname.slice(pathname.lastIndexOf("/") + 1);
  return (await answerWellKnown(scope, method, name)) ?? empty(404);
}
