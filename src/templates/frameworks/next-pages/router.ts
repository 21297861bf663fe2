import type { ProjectFacts } from "../../../cli/project/facts.js";
import { routerFolder, type Router } from "../next/plan.js";

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
