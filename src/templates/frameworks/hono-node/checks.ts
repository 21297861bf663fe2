import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { checkGuardOrder, checkRoutes } from "../server/checks/guards.js";
import { checkModuleSystem } from "../server/checks/module-system.js";
import { checkMounts, isOnApplication, mountedBasePath, type MountShape } from "../server/checks/mount.js";
import { checkTrustProxy } from "../server/checks/trust-proxy.js";

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
