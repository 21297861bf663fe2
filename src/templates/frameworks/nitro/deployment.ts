/** How Nitro runs in an image: what it builds holds its packages. */
import type { Deployment } from "../deployment.js";

export const nitroDeployment: Deployment = {
  copies: [{ from: "/app/.output", to: "./.output" }],
  hasPackages: false,
  mustBuild: true,
  command: ["node", ".output/server/index.mjs"],
  // One proxy in front of the container.
  variables: { TRUST_PROXY: "1" },
};
