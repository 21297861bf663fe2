/** Dependencies that a plan adds to package.json. */
import { setJson } from "../formats/json-file.js";
import type { ProjectFacts } from "../project/facts.js";
import { installCommand } from "../project/package-manager.js";
import type { PlanBuilder } from "./plan-builder.js";
import { versionOf } from "../project/versions.js";

/** Packages with their ranges, by the group of package.json that they belong to. */
export type Packages = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names packages in package.json, and installs once where one of them is new. */
export function planPackages(
  { builder }: { readonly builder: PlanBuilder },
  groups: Packages,
  install: boolean,
): void {
  const { facts } = builder;
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
  planInstall({ builder }, packageManager.name, install);
}

/** Types of Node that have `process.loadEnvFile`, in place of older ones: Node itself has to be newer anyway. */
export function planNodeTypes({
  builder,
  answers,
}: {
  readonly builder: PlanBuilder;
  readonly answers: { readonly install: boolean };
}): void {
  const { facts } = builder;
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
  planInstall({ builder }, facts.packageManager.name, answers.install);
}

function planInstall(
  { builder }: { readonly builder: PlanBuilder },
  manager: ProjectFacts["packageManager"]["name"],
  install: boolean,
): void {
  const { facts } = builder;
  const command = installCommand(manager);
  if (install) builder.install(command, facts.root, command.join(" "));
  else builder.next(`Install the dependencies: ${command.join(" ")}`, "install");
}
