/** The Pages Router in `auth init`. protect.ts loads the parser, this does not. */
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { planNext, routerFolder, type Router } from "../next/plan.js";
import type { InitContext } from "../../../cli/plan/init-context.js";
import type { ProjectFiles } from "../../../cli/project/files.js";
import type { RouteFile } from "../next/protect.js";

/** The Pages Router's part of `auth init`. */
export const planPagesRouter = (context: InitContext): void => planNext(context, pagesRouter(context.facts));

export function pagesRouter({ pagesDir, language }: ProjectFacts): Router {
  const folder = routerFolder(pagesDir, "pages/ folder with a page", "app");
  return {
    folder,
    pages: folder,
    neighbours: /^(?:_app|_document|index)\.[jt]sx?$/,
    route: "api/auth/[...auth]",
    page: (address) => address.slice(1),
    templates: {
      route: "frameworks/next-pages/route.ts.hbs",
      page: `frameworks/next-pages/page.${language === "ts" ? "tsx" : "jsx"}.hbs`,
    },
  };
}

const routeOf = (file: string, route: string): RouteFile => ({
  file,
  route,
  isPage: !route.startsWith("/api/"),
});

/** Pages and API routes with their addresses. */
export function routesIn(files: ProjectFiles, folder: string): RouteFile[] {
  const found: RouteFile[] = [];
  const folders = [folder];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const name of files.list(at)) {
      const whole = `${at}/${name}`;
      if (name.endsWith("/")) folders.push(whole.slice(0, -1));
      else if (
        /^(?!_(?:app|document|error)\.).*\.[jt]sx?$/.test(name) &&
        !/\.(?:d|test|spec)\.\w+$/.test(name)
      )
        found.push(routeOf(whole, addressOf(whole, folder)));
    }
  }
  return found.sort((a, b) => a.route.localeCompare(b.route));
}

const addressOf = (file: string, folder: string): string =>
  file
    .slice(folder.length)
    .replace(/\.\w+$/, "")
    .replace(/\/index$/, "") || "/";
