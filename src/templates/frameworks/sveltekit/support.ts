/** How SvelteKit is recognised, and where its work is done. */
import { kitBase, rootLayout, takenBy } from "./place.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const sveltekit: FrameworkSupport = {
  ...everyServer,
  id: "sveltekit",
  organizationBy: "name",
  name: "SvelteKit",
  aliases: ["svelte-kit", "svelte"],
  dependency: "@sveltejs/kit",
  oldest: { package: "@sveltejs/kit", version: "2.27.0" },
  subpath: "sveltekit",
  devPort: 5173,
  resolution: "bundler",
  idioms: { session: () => "event.locals.auth()", takesAuth: false, client: "svelte" },
  link: { suffix: "/__data.json", headers: {}, listsLoaded: true },
  home: ({ files }) => (files.list("src/routes").length > 0 ? "src/routes" : undefined),
  prefix: kitBase,
  pagesStay: ({ files }) => (kitBase(files) === "" ? undefined : "the app has a paths.base"),
  plan: async (context) => (await import("./plan.js")).planSvelteKit(context),
  addresses: async ({ files }) => takenBy(files),
  layoutFile: async ({ files }) => rootLayout(files),
  acceptForm: async (context, id) => (await import("./protect.js")).acceptForm(context, id),
  refuseForm: async (context, id) => (await import("./protect.js")).refuseForm(context, id),
  protect: async (context) => (await import("./protect.js")).protectSvelteKit(context),
  deployment: async (context) => (await import("./plan.js")).kitDeployment(context),
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkSvelteKit(all),
};
