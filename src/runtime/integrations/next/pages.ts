/** The endpoints as an API route of the Pages Router: `export default handlers.pages`. */
import type { NextApiRequest, NextApiResponse } from "next";
import { handle } from "../../handler.js";
import { cutTarget, fromNode, headerOf, writeNode } from "../server/node-adapter.js";
import { routedBasePath, resolveSite } from "./site.js";
import type { RequestConfig } from "./types.js";

export function pagesHandler(source: RequestConfig) {
  return async (req: NextApiRequest, res: NextApiResponse): Promise<void> => {
    const { resolved, site } = await resolveSite(await source(req), (name) => headerOf(req.headers, name));
    const target = cutTarget(req.url ?? "/");
    const at = { ...target, origin: site.origin, basePath: routedBasePath(site, target.pathname) };
    writeNode(await handle({ resolved, site, request: fromNode(req, at) }), res);
  };
}
