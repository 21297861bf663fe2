/** What servers share before there is work: what they have in common, and where they mount the endpoints. */
import type { ConfiguredSurface } from "../../../cli/project/framework.js";
import type { FrameworkSupport, WellKnownSupport } from "../support.js";
import { readIfText } from "../../../cli/project/files.js";
import { authExpressionsIn } from "../../../cli/source/routes/auth-expressions.js";

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<=^|[\s;{,(])\/\/[^\n]*/g, "");

/** A mount's path without the wildcard at its end. */
export const withoutWildcard = (pattern: string): string =>
  pattern.replace(/\/?(?:\{?\/?\*{1,2}\w*\}?|\(\.\*\)|:\w+\*)$/, "");

/** Where the server mounts the handler. The last word is the mount's: the runtime goes by it. */
export function mountedAt(facts: ConfiguredSurface): string | undefined {
  const { files, serverFile, authFile, configuration } = facts;
  const all = [serverFile, authFile, ...(configuration?.calls.map(({ at }) => at.path) ?? [])];
  const code = [...new Set(all)]
    .map((file) => withoutComments(file === undefined ? "" : (readIfText(files, file)?.text ?? "")))
    .join("\n");
  const pattern = authExpressionsIn(code).mountPattern(code);
  return pattern === undefined ? undefined : withoutWildcard(pattern).replace(/\/+$/, "");
}

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
  basePath: "/auth",
  otherBases: ["/api/auth"],
  envFile: ".env",
  envExpands: false,
  loadedEnvFiles: undefined,
  devPort: 3000,
  resolution: "node",
  fits: () => true,
  home: ({ serverFile }) => serverFile,
  prefix: () => "",

  deployment: async (context) => (await import("./plan.js")).serverDeployment(context, []),
} satisfies Partial<FrameworkSupport>;
