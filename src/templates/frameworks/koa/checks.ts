/** What doctor finds in a Koa app. */
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { checkGuardOrder, checkModuleSystem, checkRoutes, checkTrustProxy } from "../server/checks.js";
import { checkMounts, isOnApplication, type MountShape } from "../server/mount-checks.js";

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
