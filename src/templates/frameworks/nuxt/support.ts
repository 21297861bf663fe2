/** How Nuxt is recognised, and where its work is done. */
import { layoutFile, mountedBasePath, nuxtPrefix, sourceFolder, takenBy } from "./place.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const nuxt: FrameworkSupport = {
  ...everyServer,
  id: "nuxt",
  organizationBy: "star",
  name: "Nuxt",
  aliases: ["nuxtjs", "nuxt4"],
  dependency: "nuxt",
  oldest: { package: "nuxt", version: "4.0.0" },
  subpath: "nuxt/server",
  basePath: "/api/auth",
  otherBases: undefined,
  // Nuxt loads it in development; what was built reads the environment alone.
  loadedEnvFiles: [".env"],
  envExpands: true,
  resolution: "bundler",
  idioms: {
    session: ([event = "event"]) => `auth.session(${event})`,
    takesAuth: true,
    isRequest: (argument) => argument.toLowerCase().endsWith("event"),
    client: "vue",
    virtual: "#auth",
    nuxtModule: "nuxt",
  },
  link: { suffix: "", headers: { "x-authwright-link": "1" }, listsLoaded: false },
  home: ({ files }) => sourceFolder(files) || ".",
  prefix: nuxtPrefix,
  pagesStay: ({ files }) => (nuxtPrefix(files) === "" ? undefined : "the app has an app.baseURL"),
  mountedAt: async ({ files }) => mountedBasePath(files),
  mountedIn: async ({ facts }) => mountedBasePath(facts.files),
  plan: async (context) => {
    (await import("./plan.js")).planNuxt(context);
    (await import("./csrf.js")).warnOfCsrf(context);
  },
  addresses: async ({ files }) => takenBy(files),
  layoutFile: async ({ files }) => layoutFile(files),
  protect: async (context) => (await import("./protect.js")).protectNuxt(context),
  deployment: async () => (await import("../nitro/plan.js")).nitroDeployment,
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkNuxt(all),
};
