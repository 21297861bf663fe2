/** How Hono on Node.js is recognised, and where its work is done. */
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import type { FrameworkSupport } from "../support.js";
import { everyServer, mountedAt, usedWellKnown } from "../server/support.js";

export const honoNode: FrameworkSupport = {
  ...everyServer,
  wellKnown: usedWellKnown,
  id: "hono-node",
  name: "Hono on Node.js",
  aliases: ["hono"],
  dependency: "@hono/node-server",
  oldest: { package: "hono", version: "4.0.0" },
  routers: ["hono"],
  subpath: "hono",
  mayMakeServer: (text) => mayNameModule(text, "hono") && text.includes("new Hono"),
  mountedAt,
  mountedIn: async (all) => (await import("./checks.js")).mountedIn(all),
  plan: async (context) => (await import("./plan.js")).planHonoNode(context),
  protect: async (context) => (await import("./plan.js")).protectHono(context),
  routes: async (all) =>
    (await import("../server/routes.js")).serverRoutes(all, {
      packages: ["hono", "hono/tiny", "hono/quick"],
      isOrdered: true,
      isExact: true,
    }),
  inspect: async (all) => (await import("./checks.js")).checkHonoNode(all),
};
