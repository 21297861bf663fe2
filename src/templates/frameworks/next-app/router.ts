import type { ProjectFacts } from "../../../cli/project/facts.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import { routerFolder, type Router } from "../next/plan.js";

export function appRouter({ appDir, files }: ProjectFacts): Router {
  const folder = routerFolder(appDir, "app/ folder with a layout or a page", "pages");
  return {
    folder,
    pages: layoutFolder(files, folder),
    neighbours: /^(?:layout|page)\.[jt]sx?$/,
    route: "api/auth/[...auth]/route",
    page: (address) => `${address.slice(1)}/page`,
    templates: { route: "frameworks/next-app/route.ts.hbs", page: "frameworks/next-app/page.tsx.hbs" },
  };
}

/** The layout around every page; undefined: Next.js writes one when it starts. */
export function rootLayout({ appDir, files }: ProjectFacts): string | undefined {
  if (appDir === undefined) return undefined;
  const folder = layoutFolder(files, appDir);
  const name = files.list(folder).find((one) => layoutName.test(one));
  return name && `${folder}/${name}`;
}

const layoutName = /^layout\.[jt]sx?$/;

/** Where the root layout stands: a page beside it does not build. With groups and languages it is a folder further down. */
function layoutFolder(files: ProjectFiles, folder: string): string {
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    const names = files.list(at);
    if (names.some((name) => layoutName.test(name))) return at;
    for (const name of names)
      if (/^(?:\(\w[^)]*\)|\[\w+\])\/$/.test(name)) folders.push(`${at}/${name.slice(0, -1)}`);
  }
  return folder;
}
