/** Scripts of package.json that start TypeScript by ts-node, in a project that becomes one of ES modules. */
import { memberOf, setJson } from "../../cli/formats/json-file.js";
import { startsTsNode, withTsx } from "../../cli/formats/script-line.js";
import { planPackages } from "../../cli/plan/packages.js";
import type { InitContext } from "../../templates/frameworks/init-context.js";

/** ts-node loads no ES modules by its name alone (ERR_UNKNOWN_FILE_EXTENSION): tsx does. */
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
