/** A front end beside the server that signs people in. */
import { existsSync } from "node:fs";
import path from "node:path";
import type { Framework } from "../../templates/frameworks/framework.js";
import { otherFrameworks } from "../../templates/frameworks/others.js";
import { packageName } from "../../cli/formats/own-package.js";
import type { ConfiguredProject, ProjectFacts } from "../../cli/project/facts.js";
import { findApps } from "../../cli/project/workspace.js";
import { developmentAddress, endpointBase } from "../../cli/plan/places.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

const guide = "docs/guides/front-end.md of the package";
const bundler = "vite";

/** Packages of the same workspace or repository, or in the next folder, that depend on one of these. */
export function appsBeside(
  { root, workspaceRoot, gitRoot }: ProjectFacts,
  packages: readonly string[],
): readonly string[] {
  const top = workspaceRoot === root ? gitRoot : workspaceRoot;
  const isPart = top !== undefined && top !== root;
  // What lies further away belongs to somebody else, and so does what is a repository of its own.
  const [above, depth] = isPart ? [top, 3] : [path.dirname(root), 1];
  return findApps(above, packages, depth)
    .map((folder) => path.join(above, folder))
    .filter((folder) => folder !== root && !existsSync(path.join(folder, ".git")))
    .slice(0, 3);
}

/** What a Vite app in the folder or beside it has to pass on to this server, so that the browser sees one origin. */
export async function noteFrontEnd(
  builder: PlanBuilder,
  facts: ConfiguredProject,
  framework: Framework,
): Promise<void> {
  const { dependencies, devDependencies } = facts.packageJson;
  const own = { ...dependencies, ...devDependencies };
  const servers = otherFrameworks.flatMap((one) => (one.runs === "server" ? one.dependency : []));
  const isServer = (folder: string) =>
    findApps(path.dirname(folder), servers, 1).includes(path.basename(folder));
  const beside = appsBeside(facts, [bundler]).filter((folder) => !isServer(folder));
  const folder = bundler in own && framework.resolution === "node" ? facts.root : beside[0];
  if (folder === undefined) return;
  const place = path.relative(facts.root, folder) || "this folder";
  const target = await developmentAddress(facts, framework);
  builder.next(
    `Pass sign-in on to this server in vite.config of ${place}: server: { proxy: { "${endpointBase(facts, framework)}": { target: "${target}" } } }. The page asks it by ${packageName}/client: ${guide}`,
  );
}
