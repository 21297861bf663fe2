/** `auth migrate` from arctic and oslo: the client of OAuth becomes `authwright/oauth`, and the app's own sessions stay. */
import { packageName } from "../../../cli/formats/own-package.js";
import { removeJson, setJson } from "../../../cli/formats/json-file.js";
import { filesBelow, resolveModule } from "../../../cli/old-auth/sources.js";
import { PlanBuilder } from "../../../cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../../cli/project/facts.js";
import { readIfText } from "../../../cli/project/files.js";
import { installCommand } from "../../../cli/project/package-manager.js";
import { mayUseOldClient } from "../../../cli/source/syntax/probes.js";
import { isSourceFile } from "../../../cli/source/text/file-names.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { MigrateOptions } from "../package.js";
import type { Migration } from "../migration.js";
import { oldClientsOf } from "./found.js";

export async function planOldClient(
  facts: ProjectFacts,
  options: Pick<MigrateOptions, "force" | "install">,
): Promise<Migration> {
  // It loads the parser.
  const { rewriteApp } = await import("./app.js");
  const builder = new PlanBuilder(facts, { force: options.force });
  const sources = [...filesBelow(facts.files, isSourceFile)].flatMap((file) => {
    const text = readIfText(facts.files, file)?.text;
    return text !== undefined && mayUseOldClient(text) ? [{ file, text }] : [];
  });
  const { changes, stays } = rewriteApp(sources, (specifier, from) => resolveModule(specifier, from, facts));
  for (const { file, edits } of changes)
    if (edits.length > 0)
      builder.edit(
        file,
        { kind: "edits", edits },
        { reason: `uses ${packageName}/oauth now`, already: "", snippet: "" },
      );
  const isChanged = changes.some(({ edits }) => edits.length > 0);
  const from = oldClientsOf(facts);
  const gone = from.filter((name) => !stays(name));
  // What is left to a person alone may wait for the package too.
  if (isChanged || gone.length > 0) planPackage(builder, gone, options.install);
  if (isChanged)
    builder.next("Sign-ins that are under way during the deployment have to begin anew; sessions stay");
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  const todo = changes.flatMap(({ file, todos }) =>
    todos.map(({ offset, breaks: _breaks, ...one }) => ({
      path: file,
      line: lineAt(texts.get(file) ?? "", offset),
      ...one,
    })),
  );
  return { plan: builder.finish("migrate"), todo, kept: [], from };
}

function planPackage(
  builder: PlanBuilder,
  gone: readonly string[],
  install: MigrateOptions["install"],
): void {
  const { facts } = builder;
  const file = "package.json";
  const step = { kind: "dependency", already: "", snippet: "" } as const;
  const before = builder.text(file) ?? "{}";
  if (!facts.declared) {
    const edits = setJson(before, ["dependencies", packageName], facts.ownRange, { sorted: true });
    builder.edit(file, { kind: "edits", edits }, { ...step, reason: `${packageName} ${facts.ownRange}` });
  }
  for (const name of gone) {
    const section = name in facts.packageJson.dependencies ? "dependencies" : "devDependencies";
    const edits = removeJson(builder.text(file) ?? "{}", [section, name]);
    builder.edit(file, { kind: "edits", edits }, { ...step, reason: `${name} goes` });
  }
  if (facts.declared && gone.length === 0) return;
  const command = installCommand(facts.packageManager.name);
  if (install === "run") builder.install(command, facts.root, command.join(" "));
  else builder.next(`Install the dependencies: ${command.join(" ")}`);
}
