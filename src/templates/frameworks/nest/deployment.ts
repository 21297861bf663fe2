/** How Nest runs in an image: `nest start` is for development, and builds anew. */
import { serverDeployment } from "../server/deployment.js";
import type { Deployment, DeploymentContext } from "../deployment.js";

export function nestDeployment(context: DeploymentContext): Deployment {
  const said = {
    text: "trust proxy",
    line: 'app.set("trust proxy", 1), behind NestFactory.create<NestExpressApplication>',
  };
  return { ...serverDeployment(context, [said]), mustBuild: true, command: ["node", "dist/main"] };
}
