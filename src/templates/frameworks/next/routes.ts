/** Which files of a Next.js app answer, and at which address. Both routers make one set of addresses. It loads no parser. */
import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import { listMember } from "../../../cli/source/syntax/probes.js";
import { nextConfig } from "./project-files.js";

/** A file that answers at an address. */
export interface RouteFile {
  readonly file: string;
  /** Address with its parameters as Next.js writes them: `/teams/[id]`. */
  readonly route: string;
  /** It answers with a page; otherwise with what its code says, to a `fetch` mostly. */
  readonly isPage: boolean;
}

/** Extensions of pages and routes, with `pageExtensions` of next.config in plain sight: `page.tsx`, `mdx`. */
function extensionsIn(files: ProjectFiles): readonly string[] {
  const named = listMember(nextConfig(files), "pageExtensions").map((one) =>
    one.startsWith(".") ? one.slice(1) : one,
  );
  return named.length > 0 ? named : ["tsx", "ts", "jsx", "js"];
}

/** The name of a file without the extension that makes a page of it; undefined: it is none. */
function pageName(name: string, extensions: readonly string[]): string | undefined {
  const fitting = extensions.filter((one) => name.endsWith(`.${one}`));
  const longest = fitting.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : name.slice(0, -longest.length - 1);
}

/** Every file below a folder. */
function* filesBelow(files: ProjectFiles, folder: string, isOpen: (name: string) => boolean) {
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop())
    for (const name of files.list(at)) {
      const whole = `${at}/${name}`;
      if (!name.endsWith("/")) yield { at, name, file: whole };
      else if (isOpen(name)) folders.push(whole.slice(0, -1));
    }
}

const byRoute = (a: RouteFile, b: RouteFile): number => a.route.localeCompare(b.route);

// A folder with an underscore is private; "(.)" and the like show other addresses in place.
const isOfAddress = (name: string): boolean => !/^_|^\(\.{1,3}\)/.test(name);

/** Pages and route handlers of the App Router with their addresses. */
export function appRoutes(files: ProjectFiles, folder: string): RouteFile[] {
  const extensions = extensionsIn(files);
  return [...filesBelow(files, folder, isOfAddress)]
    .flatMap(({ name, file }) => {
      const kind = pageName(name, extensions);
      return kind === "page" || kind === "route"
        ? [{ file, route: addressOf(file, folder), isPage: kind === "page" }]
        : [];
    })
    .sort(byRoute);
}

/** Address of a page, layout or route of the App Router, parameters as `[id]`: groups and slots are no part of it. */
export const addressOf = (file: string, appDir: string): string =>
  file
    .slice(appDir.length)
    .replace(/\/(?:page|layout|route)\.[\w.-]+$/, "")
    .replace(/\/(?:\([^)]*\)|@[\w-]+)(?=\/|$)/g, "") || "/";

/** The parameter for a language in front of an address: `locale` of `/[locale]/dashboard`. */
export const languageOf = (route: string): string | undefined => {
  const [, first = ""] = route.split("/");
  return ["locale", "lang", "language", "lng"].find((name) => first === `[${name}]`);
};

const noPages = ["_app", "_document", "_error"];

/** Pages and API routes of the Pages Router with their addresses. */
export function pagesRoutes(files: ProjectFiles, folder: string): RouteFile[] {
  const extensions = extensionsIn(files);
  return [...filesBelow(files, folder, () => true)]
    .flatMap(({ at, name, file }) => {
      const page = pageName(name, extensions);
      if (page === undefined || noPages.includes(page) || /\.(?:d|test|spec)\.\w+$/.test(name)) return [];
      const below = at.slice(folder.length);
      const route = page === "index" ? below || "/" : `${below}/${page}`;
      return [{ file, route, isPage: !route.startsWith("/api/") }];
    })
    .sort(byRoute);
}

/** What both routers answer with. */
export const routesOfBoth = ({ files, appDir, pagesDir }: RouterFolders): readonly RouteFile[] => [
  ...(appDir === undefined ? [] : appRoutes(files, appDir)),
  ...(pagesDir === undefined ? [] : pagesRoutes(files, pagesDir)),
];

type RouterFolders = Pick<ProjectFacts, "files" | "appDir" | "pagesDir">;

/** The addresses that are taken: an optional catch-all answers at the one above it, too. */
export const takenBy = (facts: RouterFolders): readonly string[] =>
  routesOfBoth(facts).flatMap(({ route }) => [route, ...aboveOptional(route)]);

const aboveOptional = (route: string): readonly string[] =>
  /\/\[\[\.{3}\w+\]\]$/.test(route) ? [route.replace(/\/\[\[[^/]*$/, "") || "/"] : [];

/** The file that answers at an address, whatever its parameters are called: Next.js takes one of them. */
export function fileAt(facts: RouterFolders, address: string): string | undefined {
  const wanted = withoutNames(address);
  return routesOfBoth(facts).find(({ route }) =>
    [route, ...aboveOptional(route)].some((one) => withoutNames(one) === wanted),
  )?.file;
}

/** `/teams/[]`, and `/api/auth/[...]` for an optional catch-all too: side by side they do not build. */
const withoutNames = (route: string): string =>
  route.replace(/\[\[(\.{3})\w+\]\]/g, "[$1]").replace(/\[(\.{3})?\w+\]/g, "[$1]");
