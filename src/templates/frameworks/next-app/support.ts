import { bothRouters } from "../next/both-routers.js";
import type { FrameworkSupport } from "../support.js";

export const nextApp: FrameworkSupport = {
  ...bothRouters,
  id: "next-app",
  name: "Next.js (App Router)",
  aliases: ["next", "nextjs"],
  // Where both routers are, new pages are made in the app folder.
  fits: ({ appDir, pagesDir }) => appDir !== undefined || pagesDir === undefined,
  home: ({ appDir }) => appDir,
  plan: async (context) => {
    const [{ planNext }, { appRouter }] = await Promise.all([
      import("../next/plan.js"),
      import("./router.js"),
    ]);
    const { facts, answers } = context;
    const router = appRouter(facts);
    planNext(context, router);
    if (answers.layout === undefined) return;
    const { planButton } = await import("./button.js");
    await planButton(context, router, answers.layout);
  },
  addresses: async ({ appDir = "", files }) =>
    (await import("./route-files.js")).routesIn(files, appDir).map(({ route }) => route),
  layoutFile: async (facts) => (await import("./router.js")).rootLayout(facts),
  protect: async (context) => (await import("./protect.js")).protectAppRouter(context),
  routes: async (all) => (await import("./routes.js")).routesOf(all),
  inspect: async (all) => (await import("./checks/index.js")).checkNextApp(all),
};
