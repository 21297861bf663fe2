/** What servers share before there is work: what they have in common, and where they mount the endpoints. */
import type { ConfiguredSurface } from "../../../cli/project/framework.js";
import type { FrameworkSupport, WellKnownSupport } from "../support.js";

/** Where the server mounts the handler. */
export const mountedAt = async (facts: ConfiguredSurface): Promise<string | undefined> =>
  (await import("./mount-path.js")).mountPath(facts);

/** Where middleware is added by `use`. */
export const usedWellKnown: WellKnownSupport = {
  line: "app.use(auth.wellKnown)",
  mount: async (context) => {
    const { mountBeside, usedLine } = await import("./well-known.js");
    mountBeside(context, usedLine);
  },
  unmount: async (context) => (await import("./well-known.js")).unmountBeside(context),
};

/** What a server is where its support does not say otherwise. */
export const everyServer = {
  configType: "ServerAuthConfig",
  basePath: "/auth",
  otherBases: ["/api/auth"],
  envFile: ".env",
  envExpands: false,
  loadedEnvFiles: undefined,
  devPort: 3000,
  resolution: "node",
  fits: () => true,
  organizationBy: "name",
  home: ({ serverFile }) => serverFile,
  prefix: () => "",

  deployment: async (context) => (await import("./plan.js")).serverDeployment(context, []),
} satisfies Partial<FrameworkSupport>;
