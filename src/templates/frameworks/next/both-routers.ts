import type { FrameworkSupport } from "../support.js";
import { nextBasePath } from "./config.js";
import { pagesStay } from "./proxy-place.js";
import { storeProblem } from "./store-problem.js";

/** What both routers of Next.js share. */
export const bothRouters = {
  dependency: "next",
  oldest: { package: "next", version: "14.0.0" },
  subpath: "next",
  basePath: "/api/auth",
  envFile: ".env.local",
  envExpands: true,
  loadedEnvFiles: [".env", ".env.development", ".env.production", ".env.test"].flatMap((file) => [
    file,
    `${file}.local`,
  ]),
  devPort: 3000,
  resolution: "bundler",
  prefix: nextBasePath,
  storeProblem,
  pagesStay,
  leadTo: async (context, addresses) => (await import("./lead-to.js")).leadTo(context, addresses),
  leadNoMore: async (context, addresses) => (await import("./lead-to.js")).leadNoMore(context, addresses),
  deployment: async (context) => (await import("./deployment.js")).nextDeployment(context),
} satisfies Partial<FrameworkSupport>;
