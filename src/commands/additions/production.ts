import { packageName } from "../../cli/formats/own-package.js";
import { removeJson, setJson } from "../../cli/formats/json-file.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** Servers install without devDependencies, and the generated code imports the package there. */
export function planProduction(builder: PlanBuilder): boolean {
  const { packageJson } = builder.facts;
  const range = packageJson.devDependencies[packageName];
  if (range === undefined || packageName in packageJson.dependencies) return false;
  const words = { kind: "dependency", already: "", snippet: "" } as const;
  const away = removeJson(builder.text("package.json") ?? "{}", ["devDependencies", packageName]);
  const reason = `${packageName} moves from devDependencies to dependencies: production imports it`;
  builder.edit("package.json", { kind: "edits", edits: away }, { ...words, reason });
  const edits = setJson(builder.text("package.json") ?? "{}", ["dependencies", packageName], range, {
    sorted: true,
  });
  builder.edit("package.json", { kind: "edits", edits }, { ...words, reason: `${packageName} ${range}` });
  return true;
}
