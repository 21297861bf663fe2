import type { ConfiguredProject } from "../../../cli/project/facts.js";
import type { StoreDeployment } from "../support.js";

/** Drivers of the databases; where a file of SQLite lies, the code of the app says. */
const drivers = [
  ["postgres", ["pg", "postgres"]],
  ["mysql", ["mysql2"]],
] as const;

export async function deploymentOf({ packageJson }: ConfiguredProject): Promise<StoreDeployment> {
  const found = drivers.find(([, names]) => names.some((name) => name in packageJson.dependencies));
  return { database: found?.[0] };
}
