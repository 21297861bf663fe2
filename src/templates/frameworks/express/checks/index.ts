import type { Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";
import { checkGuardOrder, checkRoutes } from "../../server/checks/guards.js";
import { checkModuleSystem } from "../../server/checks/module-system.js";
import { checkMount } from "./mount.js";
import { checkTrustProxy } from "./trust-proxy.js";

export const checkExpress = (all: Survey): readonly Finding[] => [
  ...checkModuleSystem(all),
  ...checkTrustProxy(all),
  ...checkMount(all),
  ...(all.auth ? [...checkRoutes(all, ["express"]), ...checkGuardOrder(all)] : []),
];
