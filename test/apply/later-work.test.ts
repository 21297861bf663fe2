/** Every command can be taken back after a person worked on in the files that it changed: their lines stay, its go. */
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { workspaces } from "../migrate/samples.js";
import { runMain, snapshotOf } from "../support/cli.js";
import { inTurn } from "../support/every-run.js";
import { scenarios, stage, type Scenario } from "./scenarios.js";

const migrations = readdirSync(path.join(projectRoot, "test/fixtures/migrate"))
  // Workspaces: their roots are no apps, and the fixture has to be there whole.
  .filter((name) => !(name in workspaces))
  .map((name): Scenario => ({
    name: `migrate, ${name}`,
    fixture: `migrate/${name}`,
    args: ["migrate", "--yes", "--no-install"],
  }));
// `doctor --fix` has permissions and new files here, `--drop-oldest` cannot be taken back.
const undoable = scenarios.filter(
  ({ args }) => !["undo", "doctor"].includes(args[0] ?? "") && !args.includes("--drop-oldest"),
);

/** What a person adds: at the top, at the end, and in package.json a member of their own. */
const edits: Readonly<Record<string, (file: string, text: string) => string>> = {
  "at the end": (file, text) => text + (file.endsWith("package.json") ? "\n" : `${noteOf(file)}\n`),
  "at the top": (file, text) =>
    file.endsWith("package.json") ? text.replace("{", '{\n  "mine": 1,') : `${noteOf(file)}\n${text}`,
};
const noteOf = (file: string) => (/\.[cm]?[jt]sx?$/.test(file) ? "// mine" : "# mine");

const textsOf = (folder: string) =>
  new Map(
    Object.entries(snapshotOf(folder))
      .filter(([file, content]) => content.includes(" ") && !file.startsWith(".auth"))
      .map(([file, content]) => [file, Buffer.from(content.split(" ")[1] ?? "", "base64").toString("utf8")]),
  );

/** In every run lines at one place of each, in turn; at both in the group `later-work`. */
test.each(
  [...undoable, ...migrations].flatMap((scenario, at) =>
    inTurn(Object.keys(edits), at).map((where) => ({ scenario, name: scenario.name, where })),
  ),
)("$name, lines added $where", async ({ scenario, where }) => {
  const { folder, dispose } = await stage(scenario);
  try {
    const before = textsOf(folder);
    await runMain(folder, scenario.args);
    const changed = [...textsOf(folder)].filter(
      ([file, text]) => before.has(file) && before.get(file) !== text,
    );
    expect(changed.length).toBeGreaterThan(0);
    const edit = edits[where]!;
    for (const [file, text] of changed) writeFileSync(path.join(folder, file), edit(file, text));
    const { code, stdout, stderr } = await runMain(folder, ["undo"]);
    expect(code, stdout + stderr).toBe(0);
    for (const [file] of changed)
      expect(readFileSync(path.join(folder, file), "utf8"), file).toBe(edit(file, before.get(file) ?? ""));
    expect([...textsOf(folder).keys()].sort()).toEqual([...before.keys()].sort());
  } finally {
    dispose();
  }
});
