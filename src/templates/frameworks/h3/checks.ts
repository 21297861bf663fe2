/** What doctor finds in an h3 app. */
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { goesFirst } from "./plan.js";
import { checkServer, checkTrustProxy, type ServerShape } from "../server/checks.js";
import { isOnApplication, mountedBasePath } from "../server/mount-checks.js";

const shape: ServerShape = {
  methods: ["use", "all", "on", "get", "post"],
  path: ({ callee, args }) => stringOf(args[callee.endsWith(".on") ? 1 : 0]),
  isOnApplication,
  pages: "app.use(auth.pages)",
  // Middleware runs in front of all routes, whatever stands first.
  reads: [],
  routers: ["h3"],
  isOrdered: false,
  goesFirst,
  proxies: (all) => checkTrustProxy(all),
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

export const checkH3 = (all: Survey): readonly Finding[] => checkServer(all, shape);
