/** How Nest is recognised, and where its work is done. */
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const nest: FrameworkSupport = {
  ...everyServer,
  id: "nest",
  organizationBy: "route",
  name: "NestJS",
  aliases: ["nestjs"],
  dependency: "@nestjs/core",
  oldest: { package: "@nestjs/core", version: "11.0.0" },
  routers: ["@nestjs/common"],
  subpath: "nest",
  mayMakeServer: (text) => mayNameModule(text, "@nestjs/core") && text.includes("NestFactory.create"),
  plan: async (context) => {
    (await import("./plan.js")).planNest(context);
    (await import("../server/csrf.js")).warnOfGuards(context);
  },
  protect: async (context) => (await import("./protect.js")).protectNest(context),
  deployment: async (context) => (await import("./plan.js")).nestDeployment(context),
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkNest(all),
};
