/** What doctor finds in a Nest app. */
import { mayTrustProxies } from "../../../cli/source/syntax/probes.js";
import { isPrivatePath } from "../../../cli/findings/private-paths.js";
import { finding, type Finding } from "../../../cli/findings/finding.js";
import { configuredBasePath, placeIn, type Survey } from "../../../cli/findings/survey.js";
import { isGuardedWhole, readControllers } from "./protect.js";
import { checkModuleSystem, checkTrustProxy, type ProxyTrust } from "../server/checks.js";
import { checkCsrfGuards } from "../server/csrf.js";
import { notMounted } from "../server/mount-checks.js";
import type { Controller, RouteMethod } from "../../../cli/source/syntax/decorators.js";

/** Of Express below it, or of the adapter for Fastify. */
const trust: ProxyTrust = {
  told: mayTrustProxies.nest,
  line: 'app.set("trust proxy", 1) in main.ts',
};

/** A Nest app: its root module takes sign-in in, and decorators guard. */
export const checkNest = (all: Survey): readonly Finding[] =>
  all.auth
    ? [
        ...checkModuleSystem(all),
        ...checkTrustProxy(all, trust),
        ...checkModule(all),
        ...checkHandlers(all),
        ...checkCsrfGuards(all, configuredBasePath(all) ?? "/auth", true),
      ]
    : [];

/** A configuration that stands in a variable, and that no other file names. */
function checkModule(all: Survey): Finding[] {
  const made = all.sources.find(({ calls }) => calls.some(({ callee }) => callee === "AuthModule.forRoot"));
  if (made === undefined) return [notMounted(all)];
  const holder = /\b(\w+)\s*(?::[^=;\n]+)?=\s*AuthModule\.forRoot\b/.exec(made.code)?.[1];
  const isTaken =
    holder === undefined || all.sources.some((one) => (one.names.get(holder) ?? 0) > (one === made ? 1 : 0));
  return isTaken ? [] : [notMounted(all)];
}

function checkHandlers(all: Survey): Finding[] {
  if (isGuardedWhole(all)) return [];
  const { prefix, controllers } = readControllers(all);
  return controllers.flatMap(({ source, controller }) =>
    openHandlers(controller).flatMap(({ address = "", node }) => {
      if (!isPrivatePath(address.slice(prefix?.length))) return [];
      const message = `${address} looks private and never reads the session.`;
      const at = placeIn({ path: source.file, text: source.text }, node.getStart());
      return [finding("AUTH_D_UNGUARDED_ROUTE", { ...at, message, fix: "Write @Require() above it" })];
    }),
  );
}

const openHandlers = ({ isGuarded, handlers }: Controller): readonly RouteMethod[] =>
  isGuarded ? [] : handlers.filter((one) => !one.isGuarded);
