/** A Hono app on Bun in an image. */
import type { Deployment, PlanContext } from "../support.js";
import { serverDeployment } from "../server/plan.js";

export function bunDeployment(context: PlanContext): Deployment {
  const { builder } = context;
  const { facts } = builder;
  if (facts.packageManager.name !== "bun")
    builder.next(
      "The image has Bun and nothing else: install the packages with bun, so that there is a bun.lock",
    );
  // Bun runs TypeScript as it is written.
  return {
    ...serverDeployment(context, []),
    mustBuild: false,
    image: { name: "oven/bun:1-alpine", user: "bun" },
  };
}
