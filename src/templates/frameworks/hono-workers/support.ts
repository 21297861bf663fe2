/** How Hono on Cloudflare Workers is recognised, and what differs from Node.js. */
import type { Surface } from "../../../cli/project/framework.js";
import { hasPackage } from "../../../cli/project/packages.js";
import { honoNode } from "../hono-node/support.js";
import type { FrameworkSupport } from "../support.js";
import { wranglerFile } from "./wrangler-file.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";

const runsOnWorkers = (surface: Surface): boolean =>
  wranglerFile(surface.files) !== undefined && hasPackage(surface, "hono");

/** A connection ends with the request that opened it, and there are no files. */
const storeProblem: NonNullable<FrameworkSupport["storeProblem"]> = (_facts, _source, { connects }) =>
  connects
    ? new CliError(
        "AUTH_E_WORKER_STORE",
        "This store opens a file or keeps a connection, and a worker on Cloudflare has neither beyond one request.",
        {
          exitCode: exitCodes.conflict,
          hint: "Nothing was written. Keep sessions in cookies (leave out --session database and --adapter), use Cloudflare D1 (--adapter @auth/d1-adapter), or use --force.",
        },
      )
    : undefined;

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
  fits: runsOnWorkers,
  plan: async (context) => (await import("./plan.js")).planHonoWorkers(context),
  deployment: async () => (await import("./plan.js")).noDeployment(),
  inspect: async (all) => (await import("./checks.js")).checkHonoWorkers(all),
  storeProblem,
  devCommand: async (...given) => (await import("./plan.js")).devCommand(...given),
};
