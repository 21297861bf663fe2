/** What doctor finds in a Hono app, on every platform. */
import type { Finding } from "../../../cli/findings/finding.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { stringOf } from "../../../cli/source/configuration/literals.js";
import { checkServer, checkTrustProxy, type ServerShape } from "../server/checks.js";
import { isOnApplication, mountedBasePath } from "../server/mount-checks.js";

const shape: ServerShape = {
  methods: ["all", "use", "on", "get", "post"],
  path: ({ callee, args }) => stringOf(args[callee.endsWith(".on") ? 1 : 0]),
  isOnApplication,
  pages: "app.use(auth.pages)",
  reads: ["c.var.auth", 'c.get("auth")', "c.get('auth')"],
  routers: ["hono"],
  isOrdered: true,
  proxies: (all) => checkTrustProxy(all),
};

export const mountedIn = (all: Survey): string | undefined => mountedBasePath(all, shape);

export const checkHonoNode = (all: Survey): readonly Finding[] => checkServer(all, shape);
