import { deploymentOf } from "../../../../cli/findings/deployment.js";
import { finding, type Finding } from "../../../../cli/findings/finding.js";
import type { Survey } from "../../../../cli/findings/survey.js";

/** The variable from which the code that `init` writes takes the proxies to believe. */
const variable = "TRUST_PROXY";

/** Without it every visitor has the proxy's address, for the throttle too, whatever AUTH_URL says. */
export function checkTrustProxy(all: Survey): Finding[] {
  const deployment = deploymentOf(all);
  if (deployment === undefined || !deployment.isHostTrusted || deployment.isHostRefused) return [];
  const isRead = all.sources.some(({ names }) => names.has(variable));
  if (!isRead || deployment.says(variable)) return [];
  const { path } = deployment;
  const message = `${path} deploys this app, and ${variable} is not set for it.`;
  return [finding("AUTH_D_TRUST_PROXY", { path, message })];
}
