/** The endpoints as an API route of the Pages Router: `export default handlers.pages`. */
import type { NextApiRequest, NextApiResponse } from "next";
import { handle } from "../../handler.js";
import { cutTarget, fromNode, headerOf, writeNode } from "../node-edge.js";
import { routedBasePath, siteOf } from "./site.js";
import type { ConfigSource } from "./types.js";

export function pagesHandler(source: ConfigSource) {
  return async (req: NextApiRequest, res: NextApiResponse): Promise<void> => {
    const { compiled, mount } = siteOf(await source(req), (name) => headerOf(req.headers, name));
    const target = cutTarget(req.url ?? "/");
    const at = { ...target, origin: mount.origin, basePath: routedBasePath(mount, target.pathname) };
    writeNode(await handle({ compiled, mount, request: fromNode(req, at) }), res);
  };
}
