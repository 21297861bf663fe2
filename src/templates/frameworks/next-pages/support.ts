import { bothRouters } from "../next/both-routers.js";
import type { FrameworkSupport } from "../support.js";

export const nextPages: FrameworkSupport = {
  ...bothRouters,
  id: "next-pages",
  name: "Next.js (Pages Router)",
  aliases: ["next", "nextjs", "pages"],
  // Where both routers are, new pages are made in the app folder.
  fits: ({ appDir, pagesDir }) => appDir === undefined && pagesDir !== undefined,
  home: ({ pagesDir }) => pagesDir,
  plan: async (context) => {
    const [{ planNext }, { pagesRouter }] = await Promise.all([
      import("../next/plan.js"),
      import("./router.js"),
    ]);
    planNext(context, pagesRouter(context.facts));
  },
  addresses: async ({ pagesDir = "", files }) =>
    (await import("./route-files.js")).routesIn(files, pagesDir).map(({ route }) => route),
  protect: async (context) => (await import("./protect.js")).protectPagesRouter(context),
  routes: async (all) => (await import("./routes.js")).routesOf(all),
  inspect: async (all) => {
    if (!all.auth) return [];
    const { checkHandlerForm } = await import("../next/checks/handler.js");
    const { checkPageAddresses } = await import("../next/checks/page-addresses.js");
    return [...checkHandlerForm(all), ...checkPageAddresses(all)];
  },
};
