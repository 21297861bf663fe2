/**
 * What both routers of Next.js share before there is work: what its pages and a store need of a project.
 */
import { baseOf, nextBasePath, proxyPlace } from "./project-files.js";
import type { FrameworkSupport } from "../support.js";
import path from "node:path";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { majorVersion } from "../../../cli/project/versions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { CliError, exitCodes } from "../../../cli/terminal/errors.js";

/** Why built-in pages have no addresses of their own: `auth` in the proxy alone leads from an address to the page. */
function pagesStay(facts: ConfiguredProject, hasStore: boolean): string | undefined {
  const { own, proxyName } = proxyPlace(facts, baseOf(facts.appDir ?? facts.pagesDir ?? ""), "ts");
  if (own !== undefined) return `${own} is yours`;
  if (nextBasePath(facts.files) !== "") return "next.config has a basePath";
  return hasStore && proxyName === "middleware"
    ? "a middleware with a store runs from Next.js 16 on"
    : undefined;
}

/** Up to Next.js 15 the middleware runs where no database driver does, and it would take the store along. */
function storeProblem(facts: ConfiguredProject, source: SourceText): CliError | undefined {
  if ((majorVersion(facts, "next") ?? 16) >= 16) return undefined;
  const textOf = (file: string) => facts.files.read(file)?.text;
  const middleware = ["ts", "js", "mts", "mjs"]
    .flatMap((extension) => [`middleware.${extension}`, `src/middleware.${extension}`])
    .find((file) => textOf(file) !== undefined);
  const authName = path.posix.basename(source.file).replace(/\.\w+$/, "");
  if (!middleware || !new RegExp(`["'][^"']*\\b${authName}["']`).test(textOf(middleware) ?? ""))
    return undefined;
  return new CliError(
    "AUTH_E_EDGE_STORE",
    `${middleware} imports ${source.file}, and before Next.js 16 it runs where no database driver does.`,
    {
      exitCode: exitCodes.conflict,
      hint: "Nothing was written. Guard each page and remove that file, move the providers to a file of their own that both import, or use --force.",
    },
  );
}

/** `auth(req, res)` where a function is given both, `auth(context)` where they are members of one object. */
function session(args: readonly string[]): string {
  const [req, res] = args;
  if (req === undefined || res === undefined) return "auth()";
  const context = req.slice(0, -".req".length);
  return req === `${context}.req` && res === `${context}.res` ? `auth(${context})` : `auth(${req}, ${res})`;
}

/** What both routers of Next.js share. */
export const bothRouters = {
  dependency: "next",
  oldest: { package: "next", version: "14.0.0" },
  subpath: "next",
  configType: "FrameworkAuthConfig",
  basePath: "/api/auth",
  envFile: ".env.local",
  envExpands: true,
  loadedEnvFiles: [".env", ".env.development", ".env.production", ".env.test"].flatMap((file) => [
    file,
    `${file}.local`,
  ]),
  devPort: 3000,
  resolution: "bundler",
  organizationBy: "route",
  idioms: {
    session,
    takesAuth: true,
    guard: {
      handler: 'auth.require({ path: "/" }, () => {})',
      matcher: 'export const config = { matcher: ["/((?!api/auth|_next|favicon.ico).*)"] }',
    },
  },
  prefix: nextBasePath,
  addresses: async (facts) => (await import("./routes.js")).takenBy(facts),
  storeProblem,
  pagesStay,
  leadTo: async (context, addresses) => (await import("./matcher.js")).leadTo(context, addresses),
  leadNoMore: async (context, addresses) => (await import("./matcher.js")).leadNoMore(context, addresses),
  deployment: async (context) => (await import("./plan.js")).nextDeployment(context),
} satisfies Partial<FrameworkSupport>;
