/** Jest loads no ES modules by itself, and this package is one: tests that import the app need two lines. */
import { packageName } from "../formats/own-package.js";
import type { ProjectFacts } from "./facts.js";
import { readIfText } from "./files.js";
import { hasPackage } from "./packages.js";

/** With what it depends on. */
const modules = [packageName, "jose", "oauth4webapi"].join("|");

/** Below node_modules, and where pnpm keeps packages. */
const pattern = `node_modules/(?!(?:\\\\.pnpm/[^/]+/node_modules/)?(?:${modules})/)`;

/** The line that lets Jest load this package. */
export const jestLine = `"transformIgnorePatterns": ["${pattern}"]`;

/** The file whose configuration lacks the line; undefined where it is there, or the tests run as ES modules. */
export function jestFile(facts: ProjectFacts): string | undefined {
  if (!hasPackage(facts, "jest") || hasPackage(facts, "next")) return undefined;
  const { files, packageJson } = facts;
  const own = files.list("").find((file) => file.startsWith("jest.config.")) ?? "package.json";
  const text = readIfText(files, own)?.text ?? "";
  const scripts = Object.values(packageJson.scripts).join("\n");
  const isThere = ["(", "|", ":"].some((sign) => text.includes(sign + packageName));
  return isThere || scripts.includes("--experimental-vm-modules") ? undefined : own;
}
