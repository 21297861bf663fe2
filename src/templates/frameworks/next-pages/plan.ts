/** The Pages Router in `auth init`. protect.ts loads the parser, this does not. */
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { planNext, routerFolder, type Router } from "../next/plan.js";
import type { InitContext } from "../init-context.js";

/** The Pages Router's part of `auth init`. */
export const planPagesRouter = (context: InitContext): void =>
  planNext(context, pagesRouter(context.builder.facts));

export function pagesRouter({ pagesDir, language }: ProjectFacts): Router {
  const folder = routerFolder(pagesDir, "pages/ folder with a page", "app");
  return {
    folder,
    pages: folder,
    neighbours: /^(?:_app|_document|index)\.[jt]sx?$/,
    route: "api/auth/[...auth]",
    page: (address) => address.slice(1),
    addressOf: (file) => file.slice(folder.length).replace(/\.\w+$/, ""),
    templates: {
      route: "frameworks/next-pages/route.ts.hbs",
      page: `frameworks/next-pages/page.${language === "ts" ? "tsx" : "jsx"}.hbs`,
    },
  };
}
