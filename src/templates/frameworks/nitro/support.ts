/** How Nitro is recognised, and where its work is done. */
import { endpointRoute, routesIn, scannedFolder } from "./place.js";
import { h3 } from "../h3/support.js";
import { everyServer } from "../server/support.js";
import type { FrameworkSupport } from "../support.js";

export const nitro: FrameworkSupport = {
  ...everyServer,
  id: "nitro",
  name: "Nitro",
  aliases: ["nitrojs"],
  dependency: "nitro",
  oldest: { package: "nitro", version: "3.0.0" },
  subpath: h3.subpath,
  resolution: "bundler",
  fits: ({ files }) => scannedFolder(files) !== undefined,
  home: ({ files }) => {
    const folder = scannedFolder(files);
    return folder === undefined ? undefined : `${folder}routes`;
  },
  wellKnown: {
    line: "export default auth.wellKnown; in a file of middleware/",
    mount: async (context) => (await import("./plan.js")).mountWellKnown(context),
    unmount: async (context) => (await import("./plan.js")).unmountWellKnown(context),
  },
  mountedAt: async ({ files }) => endpointRoute(files)?.address,
  mountedIn: async ({ facts }) => endpointRoute(facts.files)?.address,
  plan: async (context) => (await import("./plan.js")).planNitro(context),
  addresses: async ({ files }) => routesIn(files, scannedFolder(files) ?? "").map(({ address }) => address),
  protect: async (context) => (await import("./protect.js")).protectNitro(context),
  deployment: async () => (await import("./plan.js")).nitroDeployment,
  routes: async (all) => (await import("./protect.js")).routesOf(all),
  inspect: async (all) => (await import("./checks.js")).checkNitro(all),
};
