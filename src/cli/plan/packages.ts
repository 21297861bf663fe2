import { setJson } from "../formats/json-file.js";
import type { ProjectFacts } from "../project/facts.js";
import { installCommand } from "../project/package-manager.js";
import type { PlanBuilder } from "./plan-builder.js";

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
  const command = installCommand(packageManager.name);
  if (install) builder.install(command, facts.root, command.join(" "));
  else builder.next(`Install the dependencies: ${command.join(" ")}`, "install");
}
