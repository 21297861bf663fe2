/** How Nuxt is recognised, where its files are, and where its work is done. */
import { packageName } from "../../../cli/formats/own-package.js";
import { readIfText, type ProjectFiles } from "../../../cli/project/files.js";
import { mayNameModule, textMember } from "../../../cli/source/syntax/probes.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

/** What stands in `modules`. */
export const moduleName = `${packageName}/nuxt`;

/** nuxt.config, whatever its extension. It is read, never run. */
export function nuxtConfig(
  files: ProjectFiles,
): { readonly file: string; readonly text: string } | undefined {
  const file = ["ts", "mts", "js", "mjs"].map((one) => `nuxt.config.${one}`).find((one) => files.exists(one));
  return file === undefined ? undefined : { file, text: readIfText(files, file)?.text ?? "" };
}

const saidIn = (files: ProjectFiles, name: string): string | undefined =>
  textMember(nuxtConfig(files)?.text ?? "", [name]);

/** The folder of pages and components, "" for the project itself and otherwise with a slash at its end. */
export function sourceFolder(files: ProjectFiles): string {
  const said = saidIn(files, "srcDir")?.replace(/^\.?\/|\/$/g, "");
  if (said !== undefined) return said === "" || said === "." ? "" : `${said}/`;
  return files.list("").includes("app/") ? "app/" : "";
}

/** The folder of what answers requests. */
export const serverFolder = (files: ProjectFiles): string =>
  `${(saidIn(files, "serverDir") ?? "server").replace(/^\.?\/|\/$/g, "")}/`;

/** What stands in front of every address: `app.baseURL`. */
export const nuxtPrefix = (files: ProjectFiles): string =>
  (saidIn(files, "baseURL") ?? "").replace(/^(?:https?:|\.).*$|\/+$/g, "");

/** Whether nuxt.config names the module. */
export const hasModule = (files: ProjectFiles): boolean =>
  mayNameModule(nuxtConfig(files)?.text ?? "", moduleName);

/** Where the module answers; undefined without the module. */
export const mountedBasePath = (files: ProjectFiles): string | undefined =>
  hasModule(files) ? (saidIn(files, "basePath") ?? "/api/auth") : undefined;

export const nuxt: FrameworkSupport = {
  ...everyServer,
  id: "nuxt",
  name: "Nuxt",
  aliases: ["nuxtjs", "nuxt4"],
  dependency: "nuxt",
  oldest: { package: "nuxt", version: "4.0.0" },
  subpath: "nuxt/server",
  basePath: "/api/auth",
  // Nuxt loads it in development; what was built reads the environment alone.
  loadedEnvFiles: [".env"],
  envExpands: true,
  resolution: "bundler",
  home: ({ files }) => sourceFolder(files) || ".",
  prefix: nuxtPrefix,
  mountedAt: ({ files }) => mountedBasePath(files),
  mountedIn: async ({ facts }) => mountedBasePath(facts.files),
  plan: async (context) => (await import("./plan.js")).planNuxt(context),
  addresses: async ({ files }) =>
    (await import("./protect.js")).routesIn(files).map(({ address }) => address),
  protect: async (context) => (await import("./protect.js")).protectNuxt(context),
  deployment: async () => (await import("../nitro/plan.js")).nitroDeployment,
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkNuxt(all),
};
