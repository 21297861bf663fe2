import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { checkGuardOrder, checkRoutes } from "../server/checks/guards.js";
import { checkModuleSystem } from "../server/checks/module-system.js";
import { checkMounts, isOnApplication, type MountShape } from "../server/checks/mount.js";
import { checkTrustProxy } from "../server/checks/trust-proxy.js";

const shape: MountShape = {
  methods: ["use"],
  path: () => undefined,
  isOnApplication,
  reads: ["state.auth"],
};

export const checkKoa = (all: Survey): readonly Finding[] => [
  ...checkModuleSystem(all),
  ...checkTrustProxy(all),
  ...checkMounts(all, shape),
  ...(all.auth ? [...checkRoutes(all, ["koa", "@koa/router", "koa-router"]), ...checkGuardOrder(all)] : []),
];
