/** How Fastify is recognised, and where its work is done. */
import { mayNameModule } from "../../../cli/source/syntax/probes.js";
import type { FrameworkSupport } from "../support.js";
import { everyServer, mountedAt } from "../server/support.js";

export const fastify: FrameworkSupport = {
  ...everyServer,
  wellKnown: {
    line: 'app.addHook("onRequest", auth.wellKnown)',
    mount: async (context) => (await import("./plan.js")).mountWellKnown(context),
    unmount: async (context) => (await import("../server/well-known.js")).unmountBeside(context),
  },
  id: "fastify",
  name: "Fastify",
  aliases: ["fastifyjs"],
  dependency: "fastify",
  oldest: { package: "fastify", version: "5.0.0" },
  routers: ["fastify"],
  subpath: "fastify",
  mayMakeServer: (text) => mayNameModule(text, "fastify") && /\bfastify\b["'`)]*\s*\(/i.test(text),
  mountedAt,
  mountedIn: async (all) => (await import("./checks.js")).mountedIn(all),
  plan: async (context) => (await import("./plan.js")).planFastify(context),
  protect: async (context) => (await import("./plan.js")).protectFastify(context),
  deployment: async (context) =>
    (await import("../server/plan.js")).serverDeployment(context, [
      { text: "trustProxy", line: "Fastify({ trustProxy: 1 })" },
      {
        text: "0.0.0.0",
        line: 'listen({ port, host: "0.0.0.0" }): by itself Fastify answers this machine only',
      },
    ]),
  routes: async (all) =>
    (await import("../server/routes.js")).serverRoutes(all, {
      packages: ["fastify"],
      isOrdered: false,
      isExact: false,
    }),
  inspect: async (all) => (await import("./checks.js")).checkFastify(all),
};
