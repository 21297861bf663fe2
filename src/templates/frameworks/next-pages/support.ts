/** How the Pages Router is recognised, and where its work is done. */
import { bothRouters } from "../next/support.js";
import type { FrameworkSupport } from "../support.js";

export const nextPages: FrameworkSupport = {
  ...bothRouters,
  id: "next-pages",
  name: "Next.js (Pages Router)",
  aliases: ["next", "nextjs", "pages"],
  // Where both routers are, new pages are made in the app folder.
  fits: ({ appDir, pagesDir }) => appDir === undefined && pagesDir !== undefined,
  home: ({ pagesDir }) => pagesDir,
  wellKnown: {
    line: "export default handlers.wellKnown.pages; in pages/api/well-known/[name].ts, and rewrites in next.config",
    mount: async (context) => (await import("../next/well-known.js")).mountInPages(context),
    unmount: async (context) => (await import("../next/well-known.js")).unmountInPages(context),
  },
  plan: async (context) => (await import("./plan.js")).planPagesRouter(context),
  protect: async (context) => (await import("./protect.js")).protectPagesRouter(context),
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("../next/checks.js")).checkNext(all),
};
