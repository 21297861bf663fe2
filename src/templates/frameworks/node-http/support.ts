/** How a server of node:http alone is recognised, and where its work is done. */
import { httpModules, mayNameModule } from "../../../cli/source/syntax/probes.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const nodeHttp: FrameworkSupport = {
  ...everyServer,
  wellKnown: {
    line: "if (await auth.wellKnown(req, res)) return;",
    mount: async (context) => (await import("./plan.js")).mountWellKnown(context),
    unmount: async (context) => (await import("../server/well-known.js")).unmountBeside(context),
  },
  id: "node-http",
  name: "Node.js without a framework",
  aliases: ["node", "http"],
  dependency: undefined,
  routers: [],
  subpath: "node",
  mayMakeServer: (text) =>
    httpModules.some((name) => mayNameModule(text, name)) && text.includes("createServer"),
  fits: ({ serverFile }) => serverFile !== undefined,
  plan: async (context) => (await import("./plan.js")).planNodeHttp(context),
  protect: async (context) => (await import("./plan.js")).protectNodeHttp(context),
  inspect: async (all) => (await import("./checks.js")).checkNodeHttp(all),
};
