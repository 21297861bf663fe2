/**
 * Where a Nuxt project keeps its files, what answers in it, and what nuxt.config says. Apart from support.ts, which loads
 * those that ask.
 */
import path from "node:path";
import { packageName } from "../../../cli/formats/own-package.js";
import { readIfText, type ProjectFiles } from "../../../cli/project/files.js";
import { mayNameModule, textMember } from "../../../cli/source/syntax/probes.js";
import { routesIn as serverRoutesIn } from "../nitro/place.js";

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
  const said = saidIn(files, "srcDir");
  if (said !== undefined) return folderOf(said);
  return files.list("").includes("app/") ? "app/" : "";
}

/** What is around every page: `app.vue`; without it the layout of every page that names no other. */
export const layoutFile = (files: ProjectFiles): string | undefined =>
  ["app.vue", "layouts/default.vue"]
    .map((name) => sourceFolder(files) + name)
    .find((file) => files.exists(file));

/** The folder of what answers requests. */
export const serverFolder = (files: ProjectFiles): string => folderOf(saidIn(files, "serverDir") ?? "server");

/** `./app/` as `app/`; `.` as "". */
function folderOf(said: string): string {
  const folder = path.posix.normalize(`${said}/`);
  return folder === "./" ? "" : folder;
}

/** What stands in front of every address: `app.baseURL`. */
export function nuxtPrefix(files: ProjectFiles): string {
  const pathname = saidIn(files, "baseURL") ?? "";
  return pathname.startsWith("/") ? pathname.replace(/\/+$/, "") : "";
}

/** Whether nuxt.config names the module. */
const hasModule = (files: ProjectFiles): boolean => mayNameModule(nuxtConfig(files)?.text ?? "", moduleName);

/** Where the module answers; undefined without the module. */
export const mountedBasePath = (files: ProjectFiles): string | undefined =>
  hasModule(files) ? (saidIn(files, "basePath") ?? "/api/auth") : undefined;

/** A file that answers at an address. */
export interface NuxtRoute {
  readonly file: string;
  readonly address: string;
  readonly isPage: boolean;
}

/** Pages and files of the server, with their addresses. */
export function routesIn(files: ProjectFiles): readonly NuxtRoute[] {
  const folder = `${sourceFolder(files)}pages/`;
  const pages: NuxtRoute[] = [];
  const open = (at: string): void => {
    for (const name of files.list(at)) {
      if (name.endsWith("/")) open(at + name);
      else if (pageEnding.test(name))
        pages.push({ file: at + name, address: addressOf((at + name).slice(folder.length)), isPage: true });
    }
  };
  open(folder);
  return [...pages, ...serverRoutesIn(files, serverFolder(files)).map((one) => ({ ...one, isPage: false }))];
}

/** The addresses that are taken: an optional parameter need not be there, and the rest of an address may be none. */
export const takenBy = (files: ProjectFiles): readonly string[] =>
  routesIn(files).flatMap(({ address }) => [address, withoutOptional(address)]);

/** The file that answers at an address. */
export const fileAt = (files: ProjectFiles, wanted: string): string | undefined =>
  routesIn(files).find(({ address }) => [address, withoutOptional(address)].includes(wanted))?.file;

const withoutOptional = (route: string): string =>
  route.replace(/\/\[\[\w+\]\](?=\/|$)/g, "").replace(/\/\[\.{3}\w*\]$/, "") || "/";

/** Nuxt makes a page of each of these, for the browser alone or the server alone too. */
const pageEnding = /(?<!\.d)(?:\.(?:client|server))?\.(?:vue|[jt]sx?|mjs)$/;

/** `teams/[id]/index.vue` as `/teams/[id]`; groups in brackets are no part of it. */
function addressOf(file: string): string {
  const parts = file.replace(pageEnding, "").split("/");
  if (parts.at(-1) === "index") parts.pop();
  return `/${parts.filter((part) => !(part.startsWith("(") && part.endsWith(")"))).join("/")}`;
}
