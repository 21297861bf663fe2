/** How h3 is recognised, and where its work is done. */
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import type { FrameworkSupport } from "../support.js";
import { everyServer, mountedAt, usedWellKnown } from "../server/support.js";

export const h3: FrameworkSupport = {
  ...everyServer,
  wellKnown: usedWellKnown,
  id: "h3",
  name: "h3",
  aliases: ["h3js"],
  dependency: "h3",
  oldest: { package: "h3", version: "2.0.0" },
  routers: ["h3"],
  subpath: "h3",
  mayMakeServer: (text) => mayNameModule(text, "h3") && text.includes("new H3"),
  // Apps of frameworks that are made of h3 name it too.
  fits: ({ serverFile }) => serverFile !== undefined,
  mountedAt,
  mountedIn: async (all) => (await import("./checks.js")).mountedIn(all),
  plan: async (context) => (await import("./plan.js")).planH3(context),
  protect: async (context) => (await import("./plan.js")).protectH3(context),
  routes: async (all) =>
    (await import("../server/routes.js")).serverRoutes(all, {
      packages: ["h3"],
      isOrdered: false,
      isExact: true,
    }),
  inspect: async (all) => (await import("./checks.js")).checkH3(all),
};
