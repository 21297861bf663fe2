/** What a plan changes in package.json: dependencies, and scripts that start TypeScript. */
import { memberOf, setJson } from "../formats/json-file.js";
import type { ProjectFacts } from "../project/facts.js";
import { installCommand } from "../project/package-manager.js";
import type { PlanBuilder } from "./plan-builder.js";
import { startsTsNode, withTsx } from "../formats/script-line.js";
import { versionOf } from "../project/versions.js";
import type { InitContext } from "./init-context.js";

/** Packages with their ranges, by the group of package.json that they belong to. */
export type Packages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names packages in package.json, and installs once where one of them is new. */
export function planPackages(
  { builder, facts }: { readonly builder: PlanBuilder; readonly facts: ProjectFacts },
  groups: Packages,
  install: boolean,
): void {
  const { packageJson, packageManager } = facts;
  const present = { ...packageJson.dependencies, ...packageJson.devDependencies };
  const wanted = Object.entries(groups).flatMap(([group, packages]) =>
    Object.entries(packages).map(([name, range]) => ({ group, name, range })),
  );
  for (const { group, name, range } of wanted) {
    const text = builder.text("package.json") ?? "{}";
    const edits = name in present ? [] : setJson(text, [group, name], range, { sorted: true });
    builder.edit(
      "package.json",
      { kind: "edits", edits },
      { kind: "dependency", reason: `${name} ${range}`, already: `${name} is there`, snippet: "" },
    );
  }
  if (wanted.every(({ name }) => name in present)) return;
  planInstall({ builder, facts }, packageManager.name, install);
}

/** Types of Node that have `process.loadEnvFile`, in place of older ones: Node itself has to be newer anyway. */
export function planNodeTypes({ builder, facts, answers }: InitContext): void {
  const { dependencies, devDependencies } = facts.packageJson;
  const name = "@types/node";
  const group = name in devDependencies ? "devDependencies" : "dependencies";
  const [major, minor] = versionOf(facts, name) ?? [20, 12];
  const isDeclared = name in { ...dependencies, ...devDependencies };
  if (!isDeclared || major > 20 || (major === 20 && minor >= 12)) return;
  const range = "^20.19.0";
  const edits = setJson(builder.text("package.json") ?? "{}", [group, name], range);
  const reason = `${name} ${range}, which has process.loadEnvFile`;
  builder.edit(
    "package.json",
    { kind: "edits", edits },
    { kind: "dependency", reason, already: "", snippet: "" },
  );
  planInstall({ builder, facts }, facts.packageManager.name, answers.install);
}

function planInstall(
  { builder, facts }: { readonly builder: PlanBuilder; readonly facts: ProjectFacts },
  manager: ProjectFacts["packageManager"]["name"],
  install: boolean,
): void {
  const command = installCommand(manager);
  if (install) builder.install(command, facts.root, command.join(" "));
  else builder.next(`Install the dependencies: ${command.join(" ")}`, "install");
}

// Scripts of package.json that start TypeScript by ts-node, in a project that becomes one of ES modules.

/** ts-node loads no ES modules by its name alone (ERR_UNKNOWN_FILE_EXTENSION): tsx does. */
export function planStartScripts({ builder, facts, answers }: InitContext): void {
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
    planPackages({ builder, facts }, { devDependencies: { tsx: "^4.20.0" } }, answers.install);
}
