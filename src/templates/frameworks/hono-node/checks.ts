/** What doctor finds in a Hono app, on every platform. */
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { checkGuardOrder, checkModuleSystem, checkRoutes, checkTrustProxy } from "../server/checks.js";
import { checkMounts, isOnApplication, mountedBasePath, type MountShape } from "../server/mount-checks.js";

const shape: MountShape = {
  methods: ["all", "use", "on", "get", "post"],
  path: ({ callee, args }) => stringOf(args[callee.endsWith(".on") ? 1 : 0]),
  isOnApplication,
  pages: "app.use(auth.pages)",
  reads: ["c.var.auth", 'c.get("auth")', "c.get('auth')"],
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

export const checkHonoNode = (all: Survey): readonly Finding[] => [
  ...checkModuleSystem(all),
  ...checkTrustProxy(all),
  ...checkMounts(all, shape),
  ...(all.auth ? [...checkRoutes(all, ["hono"]), ...checkGuardOrder(all)] : []),
];
