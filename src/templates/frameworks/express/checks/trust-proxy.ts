import { deploymentOf } from "../../../../cli/findings/deployment.js";
import { finding, type Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";
import { stringOf } from "../../../../cli/source/configuration/literals.js";

export function checkTrustProxy(all: Survey): Finding[] {
  const deployment = deploymentOf(all);
  if (deployment === undefined || !deployment.isHostTrusted || deployment.isHostRefused) return [];
  return proxyTrust(all, deployment.path, deployment.says("TRUST_PROXY"));
}

/** Without it every visitor has the proxy's address, for the throttle too, whatever AUTH_URL says. */
function proxyTrust({ facts, sources }: Survey, deployedBy: string, isSet: boolean): Finding[] {
  const told = sources.flatMap(({ calls }) =>
    calls.filter(
      ({ callee, args }) => /\.(?:set|enable)$/.test(callee) && stringOf(args[0]) === "trust proxy",
    ),
  );
  const isByEnv = ({ args }: { args: readonly string[] }) => /\btrustProxy\b|TRUST_PROXY/.test(args[1] ?? "");
  if (told.some((call) => !isByEnv(call)) || (told.length > 0 && isSet)) return [];
  if (told.length > 0) {
    const message = `${deployedBy} deploys this app, and TRUST_PROXY is not set for it.`;
    const fix = "TRUST_PROXY=1 in its environment (how many proxies, or their addresses)";
    return [finding("AUTH_D_EXPRESS_TRUST_PROXY", { path: deployedBy, message, fix })];
  }
  const path = facts.serverFile ?? deployedBy;
  const message = `${deployedBy} deploys this app, and ${facts.serverFile ?? "the server"} never sets "trust proxy".`;
  return [finding("AUTH_D_EXPRESS_TRUST_PROXY", { path, message })];
}
