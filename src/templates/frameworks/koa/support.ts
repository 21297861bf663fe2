/** How Koa is recognised, and where its work is done. */
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import { everyServer, usedWellKnown } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const koa: FrameworkSupport = {
  ...everyServer,
  wellKnown: usedWellKnown,
  id: "koa",
  name: "Koa",
  aliases: ["koajs"],
  dependency: "koa",
  oldest: { package: "koa", version: "3.0.0" },
  routers: ["koa", "@koa/router", "koa-router"],
  subpath: "koa",
  mayMakeServer: (text) => mayNameModule(text, "koa") && /\bnew\s+\(?(?:\w+|require)\b/.test(text),
  plan: async (context) => (await import("./plan.js")).planKoa(context),
  protect: async (context) => (await import("./plan.js")).protectKoa(context),
  deployment: async (context) =>
    (await import("../server/plan.js")).serverDeployment(context, [
      { text: "proxy", line: "app.proxy = true" },
    ]),
  routes: async (all) =>
    (await import("../server/routes.js")).serverRoutes(all, {
      packages: ["koa", "@koa/router", "koa-router"],
      isOrdered: true,
      isExact: false,
    }),
  inspect: async (all) => (await import("./checks.js")).checkKoa(all),
};
