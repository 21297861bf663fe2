import type { ProjectFiles } from "../../../cli/project/files.js";
import { packagesOf } from "../hono-node/packages.js";
import { honoNode } from "../hono-node/support.js";
import type { FrameworkSupport } from "../support.js";
import { storeProblem } from "./refusals.js";
import { wranglerFile } from "./wrangler-file.js";

/** As on Node.js, except that wrangler bundles the application, and gives it its variables. */
export const honoWorkers: FrameworkSupport = {
  ...honoNode,
  id: "hono-workers",
  name: "Hono on Cloudflare Workers",
  aliases: ["cloudflare-workers", "workers"],
  dependency: "wrangler",
  envFile: ".dev.vars",
  exampleFile: ".dev.vars.example",
  loadedEnvFiles: [".dev.vars"],
  devPort: 8787,
  fits: ({ files }) => runsOnWorkers(files),
  plan: async (context) => (await import("./plan.js")).planHonoWorkers(context),
  deployment: async () => {
    throw (await import("./refusals.js")).noImage();
  },
  inspect: async (all) => (await import("./checks.js")).checkHonoWorkers(all),
  storeProblem,
  devCommand: async (...given) => (await import("./dev-command.js")).devCommand(...given),
};

const runsOnWorkers = (files: ProjectFiles): boolean =>
  wranglerFile(files) !== undefined && "hono" in packagesOf(files);
