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
    page: "account/page",
    templates: { route: "frameworks/next-app/route.ts.hbs", page: "frameworks/next-app/page.tsx.hbs" },
  };
}

/** Where the root layout stands: a page beside it does not build. With groups and languages it is a folder further down. */
function layoutFolder(files: ProjectFiles, folder: string): string {
  const folders = [folder];
  for (let at = folders.shift(); at !== undefined; at = folders.shift()) {
    const names = files.list(at);
    if (names.some((name) => /^layout\.[jt]sx?$/.test(name))) return at;
    for (const name of names)
      if (/^(?:\(\w[^)]*\)|\[\w+\])\/$/.test(name)) folders.push(`${at}/${name.slice(0, -1)}`);
  }
  return folder;
}
