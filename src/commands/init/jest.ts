/** Jest loads no ES modules by itself, and this package is one: tests that import the app need two lines. */
import { packageName } from "../../cli/formats/own-package.js";
import type { ProjectFacts } from "../../cli/project/facts.js";
import { readIfText } from "../../cli/project/files.js";
import { hasPackage } from "../../cli/project/packages.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";

/** With what it depends on. */
const modules = [packageName, "jose", "oauth4webapi"].join("|");

/** Below node_modules, and where pnpm keeps packages. */
const pattern = `node_modules/(?!(?:\\\\.pnpm/[^/]+/node_modules/)?(?:${modules})/)`;

/** The lines, unless the configuration has them, or the tests run as ES modules. */
export function noteJest(builder: PlanBuilder, facts: ProjectFacts): void {
  if (!hasPackage(facts, "jest") || hasPackage(facts, "next")) return;
  const { files, packageJson } = facts;
  const own = files.list("").find((file) => file.startsWith("jest.config.")) ?? "package.json";
  const text = readIfText(files, own)?.text ?? "";
  const scripts = Object.values(packageJson.scripts).join("\n");
  const isThere = ["(", "|", ":"].some((sign) => text.includes(sign + packageName));
  if (isThere || scripts.includes("--experimental-vm-modules")) return;
  builder.next(
    `Tests that import the app: Jest loads no ES modules. In ${own}, "transformIgnorePatterns": ["${pattern}"], beside a transform of .js files: docs/guides/testing.md of the package, "With Jest"`,
    "later",
  );
}
