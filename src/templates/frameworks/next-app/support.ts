/** How the App Router is recognised, and where its work is done. */
import { bothRouters } from "../next/support.js";
import type { FrameworkSupport } from "../support.js";

export const nextApp: FrameworkSupport = {
  ...bothRouters,
  id: "next-app",
  name: "Next.js (App Router)",
  aliases: ["next", "nextjs"],
  // Where both routers are, new pages are made in the app folder.
  fits: ({ appDir, pagesDir }) => appDir !== undefined || pagesDir === undefined,
  home: ({ appDir }) => appDir,
  link: { suffix: "", headers: { RSC: "1" }, listsLoaded: false },
  wellKnown: {
    line: "export const { GET } = handlers.wellKnown; in app/.well-known/[name]/route.ts",
    mount: async (context) => (await import("../next/well-known.js")).mountInApp(context),
    unmount: async (context) => (await import("../next/well-known.js")).unmountInApp(context),
  },
  plan: async (context) => (await import("./plan.js")).planAppRouter(context),
  layoutFile: async (facts) => (await import("./plan.js")).rootLayout(facts),
  protect: async (context) => (await import("./protect.js")).protectAppRouter(context),
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkNextApp(all),
};
