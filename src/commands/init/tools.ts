/** What tools of a project that load its modules need: ts-node in its scripts, and Jest. */
import { memberOf, setJson } from "../../cli/formats/json-file.js";
import { startsTsNode, withTsx } from "../../cli/formats/script-line.js";
import { planPackages } from "../../cli/plan/packages.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { jestFile, jestLine } from "../../cli/project/jest.js";
import type { InitContext } from "../../templates/frameworks/init-context.js";

/** In a project that becomes one of ES modules: ts-node loads none by its name alone (ERR_UNKNOWN_FILE_EXTENSION): tsx does. */
export function planStartScripts({ builder, answers }: InitContext): void {
  const { facts } = builder;
  const { scripts } = facts.packageJson;
  const text = builder.text("package.json") ?? "{}";
  const becomesEsm = facts.moduleType !== "esm" && memberOf(text, ["type"])?.node.value === "module";
  const started = Object.entries(scripts).filter(([, line]) => startsTsNode(line));
  if (!answers.esm || !becomesEsm || started.length === 0) return;
  for (const [name, line] of started) {
    const wanted = withTsx(line);
    if (startsTsNode(wanted)) {
      builder.leave(
        `"${name}" of package.json starts ts-node with options, and it loads no ES modules so: tsx does.`,
      );
      continue;
    }
    const edits = setJson(builder.text("package.json") ?? "{}", ["scripts", name], wanted);
    const reason = `"${name}": tsx in place of ts-node, which loads no ES modules`;
    builder.edit("package.json", { kind: "edits", edits }, { reason, already: "", snippet: "" });
  }
  if (started.some(([, line]) => !startsTsNode(withTsx(line))))
    planPackages({ builder }, { devDependencies: { tsx: "^4.20.0" } }, answers.install);
}

/** The lines for tests of Jest that import the app, unless the configuration has them, or the tests run as ES modules. */
export function noteJest(builder: PlanBuilder): void {
  const { facts } = builder;
  const file = jestFile(facts);
  if (file === undefined) return;
  builder.next(
    `Tests that import the app: Jest loads no ES modules. In ${file}, ${jestLine}, beside a transform of .js files: docs/guides/testing.md of the package, "With Jest"`,
    "later",
  );
}
