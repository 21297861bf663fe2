import { packageName } from "../../templates/package.js";
import { removeJson, setJson } from "../formats/json-file.js";
import type { ProjectFacts } from "../project/facts.js";
import type { Staging } from "./staging.js";

/** Servers install without devDependencies, and the generated code imports the package there. */
export function planProduction(staging: Staging, { packageJson }: ProjectFacts): boolean {
  const range = packageJson.devDependencies[packageName];
  if (range === undefined || packageName in packageJson.dependencies) return false;
  const words = { kind: "dependency", already: "", snippet: "" } as const;
  const away = removeJson(staging.text("package.json") ?? "{}", ["devDependencies", packageName]);
  const reason = `${packageName} moves from devDependencies to dependencies: production imports it`;
  staging.edit("package.json", { kind: "edits", edits: away }, { ...words, reason });
  const edits = setJson(staging.text("package.json") ?? "{}", ["dependencies", packageName], range, {
    sorted: true,
  });
  staging.edit("package.json", { kind: "edits", edits }, { ...words, reason: `${packageName} ${range}` });
  return true;
}
