import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import type { ConfiguredProject } from "../../cli/project/facts.js";

/** How apps of a framework run in an image. */
export interface Deployment {
  /** What the image holds of the build, and where. */
  readonly copies: readonly { readonly from: string; readonly to: string }[];
  /** It runs with the packages of the project: those that only build go. */
  readonly hasPackages: boolean;
  /** Without it the app cannot run. */
  readonly mustBuild: boolean;
  /** What starts it; undefined: what the start script says. */
  readonly command?: readonly string[];
  /** The image that it is built and run in, and the user of that image who is no root; left out: the one of Node.js. */
  readonly image?: { readonly name: string; readonly user: string };
  /** Variables with their values, none of them secret. */
  readonly variables: Readonly<Record<string, string>>;
}

/** The project, and the plan that may change its files for it. */
export interface DeploymentContext {
  readonly builder: PlanBuilder;
  readonly facts: ConfiguredProject;
}
