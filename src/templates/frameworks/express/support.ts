/** How Express is recognised, and where its work is done. */
import { mayMake } from "../../../cli/source/syntax/probes.js";
import type { FrameworkSupport } from "../support.js";
import { everyServer, mountedAt, usedWellKnown } from "../server/support.js";

export const express: FrameworkSupport = {
  ...everyServer,
  wellKnown: usedWellKnown,
  id: "express",
  name: "Express",
  aliases: ["expressjs"],
  dependency: "express",
  oldest: { package: "express", version: "4.0.0" },
  routers: ["express"],
  subpath: "express",
  configType: "MiddlewareAuthConfig",
  idioms: { session: () => "req.auth", takesAuth: false },
  mayMakeServer: (text) => mayMake(text, "express"),
  mountedAt,
  mountedIn: async (all) => (await import("./checks.js")).mountedIn(all),
  plan: async (context) => (await import("./plan.js")).planExpress(context),
  protect: async (context) => (await import("./plan.js")).protectExpress(context),
  deployment: async (context) =>
    (await import("../server/plan.js")).serverDeployment(context, [
      { text: "trust proxy", line: 'app.set("trust proxy", 1)' },
    ]),
  routes: async (all) =>
    (await import("../server/routes.js")).serverRoutes(all, {
      packages: ["express"],
      isOrdered: true,
      isExact: false,
    }),
  inspect: async (all) => (await import("./checks.js")).checkExpress(all),
};
