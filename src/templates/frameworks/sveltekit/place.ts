/** Where a SvelteKit project keeps what. Apart from support.ts, which loads those that ask. */
import path from "node:path";
import { styleLike } from "../../../cli/plan/places.js";
import type { ConfiguredProject, ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText, type ProjectFiles } from "../../../cli/project/files.js";
import { exportedWord, textBelow } from "../../../cli/source/syntax/probes.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";

/** The file that has Kit's settings: `svelte.config.js`, or `vite.config.ts` where they stand in the plugin. */
export function kitConfig(files: ProjectFiles): { readonly file: string; readonly text: string } | undefined {
  const names = ["svelte.config", "vite.config"].flatMap((name) =>
    ["js", "ts", "mjs", "mts"].map((extension) => `${name}.${extension}`),
  );
  const all = names.flatMap((file) => {
    const text = readIfText(files, file)?.text;
    return text === undefined ? [] : [{ file, text }];
  });
  // Where both are there, the plugin has no settings of Kit.
  return all.find(({ text }) => text.includes("adapter")) ?? all[0];
}

/** What `paths.base` puts in front of every address; "" for nothing. */
export const kitBase = (files: ProjectFiles): string =>
  textBelow(kitConfig(files)?.text ?? "", "paths", "base") ?? "";

const endings = ["ts", "js"];

/** Files of a name that Kit looks for, whatever their language. */
const present = (files: ProjectFiles, name: string): string | undefined =>
  endings.map((ending) => `${name}.${ending}`).find((file) => files.exists(file));

export const hooksFile = (files: ProjectFiles): string | undefined =>
  present(files, "src/hooks.server") ?? present(files, "src/hooks.server/index");

/** The layout around every page. */
export const rootLayout = (files: ProjectFiles): string | undefined =>
  ["src/routes/+layout.svelte"].find((file) => files.exists(file));

/** What loads the data of every page on the server. */
export const layoutServer = (files: ProjectFiles): string | undefined =>
  present(files, "src/routes/+layout.server");

/** A folder of `src/routes` that answers. */
export interface KitRoute {
  /** As Kit writes it, without groups: `/teams/[id]`. */
  readonly address: string;
  /** With a slash at its end. */
  readonly folder: string;
  /** The page; undefined where only `+server` answers. */
  readonly page: string | undefined;
  /** The file with its load function and its actions. */
  readonly pageServer: string | undefined;
  /** `+server.ts` */
  readonly endpoint: string | undefined;
}

/** Every folder of routes that answers, by address. */
export function routesIn(files: ProjectFiles): readonly KitRoute[] {
  const found: KitRoute[] = [];
  const open = (folder: string): void => {
    const names = files.list(folder);
    const first = (isMeant: (name: string) => boolean) => {
      const name = names.find(isMeant);
      return name && folder + name;
    };
    const route = {
      address: addressOf(folder),
      folder,
      page: first((name) => /^\+page[@.]/.test(name) && !isCode(name)),
      pageServer: first((name) => name.startsWith("+page.server.") && isCode(name)),
      endpoint: first((name) => name.startsWith("+server.") && isCode(name)),
    };
    if (route.page ?? route.endpoint) found.push(route);
    for (const name of names) if (name.endsWith("/")) open(folder + name);
  };
  open("src/routes/");
  return found.sort((a, b) => a.address.localeCompare(b.address));
}

const isCode = (name: string): boolean => /\.[jt]s$/.test(name);

/** Groups are no part of an address, what is optional need not be there, and a matcher only says what a part may be. */
export const addressOf = (folder: string): string =>
  `/${folder
    .slice("src/routes/".length)
    .split("/")
    .filter((name) => name !== "" && !/^\(.*\)$|^\[\[[^.\]]*\]\]$/.test(name))
    .map((name) => name.replace(/=\w+\]$/, "]"))
    .join("/")}`;

/** The addresses that are taken: what takes the rest of an address takes no rest, too. */
export const takenBy = (files: ProjectFiles): readonly string[] =>
  routesIn(files).flatMap(({ address }) => [address, ...aboveRest(address)]);

/** What answers at an address. */
export const routeAt = (files: ProjectFiles, wanted: string): KitRoute | undefined =>
  routesIn(files).find(({ address }) => [address, ...aboveRest(address)].includes(wanted));

const aboveRest = (route: string): readonly string[] =>
  /\/\[\.{3}\w+\]$/.test(route) ? [route.slice(0, route.lastIndexOf("/")) || "/"] : [];

/** The files around a route whose options hold for it, the innermost first. */
export function optionFiles(files: ProjectFiles, { folder }: KitRoute): readonly string[] {
  const parts = folder.slice("src/".length, -1).split("/");
  const folders = parts.map((_, at) => `src/${parts.slice(0, parts.length - at).join("/")}/`);
  return folders.flatMap((one, at) =>
    (at === 0
      ? ["+page.server", "+page", "+server", "+layout.server", "+layout"]
      : ["+layout.server", "+layout"]
    ).flatMap((name) => present(files, one + name) ?? []),
  );
}

/** `@name` in the name of a component: the layout that it stands in, by the name of its folder. */
const stands = (name: string | undefined): string | undefined => {
  const at = name?.indexOf("@") ?? -1;
  return name === undefined || at === -1 ? undefined : name.slice(at + 1, name.indexOf(".", at));
};

/** The folders whose layouts are around a page, the innermost first: `+page@.svelte` leaves out those in between. */
export function layoutFolders(files: ProjectFiles, { folder, page }: KitRoute): readonly string[] {
  const found: string[] = [];
  let wanted = stands(page?.slice(folder.length));
  for (let parts = folder.split("/").slice(0, -1); parts.length > 1; parts = parts.slice(0, -1)) {
    const name = parts.length === 2 ? "" : parts.at(-1);
    if (wanted !== undefined && wanted !== name) continue;
    const at = `${parts.join("/")}/`;
    const layout = files.list(at).find((one) => one.startsWith("+layout") && !isCode(one));
    wanted = stands(layout);
    found.push(at);
  }
  return found;
}

/** What holds for a route of an option of pages, such as `prerender`, and the file that says so. */
function optionOf(files: ProjectFiles, route: KitRoute, name: string) {
  for (const file of optionFiles(files, route)) {
    const said = exportedWord(readIfText(files, file)?.text ?? "", name);
    if (said !== undefined) return { file, said };
  }
  return undefined;
}

/** The file by which a route becomes a file of the build, which no guard stands in front of; undefined: none does. */
export function prerenderedBy(files: ProjectFiles, route: KitRoute): string | undefined {
  const found = optionOf(files, route, "prerender");
  return found?.said === "false" ? undefined : found?.file;
}

/** Whether links open pages inside the browser: without its code (`csr = false`) every page is asked of the server. */
export const hasLinksInside = (files: ProjectFiles): boolean =>
  routesIn(files).some(
    (route) => route.page !== undefined && optionOf(files, route, "csr")?.said !== "false",
  );

/** The manner of the files that every project of Kit has. */
export const kitStyle = (facts: ConfiguredProject) =>
  styleLike(facts, [
    ...(hooksFile(facts.files) === undefined ? [] : [hooksFile(facts.files) ?? ""]),
    kitConfig(facts.files)?.file ?? "package.json",
    "src/routes/+layout.svelte",
  ]);

/** Kit's own alias, which its generated tsconfig.json says too. */
export function authSpecifier(facts: ProjectFacts, authFile: string, from: string): string {
  const module = authFile.slice(0, -path.posix.extname(authFile).length);
  return module.startsWith("src/lib/")
    ? `$lib/${module.slice("src/lib/".length)}`
    : specifierOf(module, from, facts.tsconfig);
}
