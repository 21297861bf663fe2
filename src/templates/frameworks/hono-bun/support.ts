/** How Hono on Bun is recognised, and what differs from Node.js. */
import type { Surface } from "../../../cli/project/framework.js";
import { hasPackage } from "../../../cli/project/packages.js";
import { honoNode } from "../hono-node/support.js";
import type { FrameworkSupport } from "../support.js";

/** As on Node.js, except that Bun serves the application, and loads the env files, by itself. */
export const honoBun: FrameworkSupport = {
  ...honoNode,
  id: "hono-bun",
  name: "Hono on Bun",
  aliases: [],
  dependency: "@types/bun",
  envExpands: true,
  loadedEnvFiles: [".env", ".env.development", ".env.production", ".env.test", ".env.local"],
  fits: runsOnBun,
  deployment: async (context) => (await import("./plan.js")).bunDeployment(context),
};

/** Neither served by Node.js nor on Cloudflare, whose projects may be installed and tested with Bun. */
function runsOnBun(surface: Surface): boolean {
  const has = (name: string) => hasPackage(surface, name);
  return has("hono") && !has("@hono/node-server") && !has("wrangler");
}
