/** Whole new files, and what stands in their way. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../../src/cli/apply/apply.js";
import { askConflicts } from "../../src/cli/preview/ask-conflicts.js";
import { Options, type CommandContext } from "../../src/cli/terminal/context.js";
import { settle, type Plan } from "../../src/cli/plan/plan.js";
import { PlanBuilder } from "../../src/cli/plan/plan-builder.js";
import type { Prompts } from "../../src/cli/terminal/prompts.js";
import { openFiles } from "../../src/cli/project/files.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let root: string;
let before: Record<string, string>;
const file = "src/made.ts";
const at = (name: string) => path.join(root, name);
const planOf = (content: string, force = false): Plan => {
  const staging = new PlanBuilder({ files: openFiles(root) }, { force });
  staging.create(file, content, "a file of ours");
  staging.env(".env", [{ key: "AUTH_SECRET", value: "test-secret-test-secret" }], {
    secret: true,
    reason: String,
  });
  return staging.finish("test");
};
const first = "export const one = 1;\nexport const two = 2;\nexport const three = 3;\n";
const second = first.replace("two = 2", "two = 22");
const stepOf = (plan: Plan) => plan.steps.find(({ path: name }) => name === file);

beforeEach(() => {
  root = copyProject("express-esm-ts");
  before = snapshotOf(root);
});
afterEach(removeProjects);

test("made by us and untouched: updated; the same with other line endings: already", () => {
  writeFiles(planOf(first));
  expect(stepOf(planOf(second))).toMatchObject({ status: "todo", reason: expect.stringContaining("update") });
  writeFileSync(at(file), first.replaceAll("\n", "\r\n"));
  expect(stepOf(planOf(first))).toMatchObject({ status: "already" });
});

test("edited since, or never ours: a conflict, which knows what we wrote last", () => {
  writeFiles(planOf(first));
  writeFileSync(at(file), `// mine\n${first}`);
  const plan = planOf(second);
  expect(stepOf(plan)).toMatchObject({ status: "conflict" });
  expect(plan.conflicts).toMatchObject([{ path: file, base: first, content: second }]);
  writeFileSync(at("src/products.ts"), "export {};\n");
  const staging = new PlanBuilder({ files: openFiles(root) });
  staging.create("src/products.ts", "export const ours = 1;\n", "other");
  expect(staging.finish("test").conflicts).toMatchObject([{ path: "src/products.ts" }]);
  expect(staging.finish("test").conflicts[0]).not.toHaveProperty("base");
});

test("a conflict that was decided is a plan like any other, and undo brings the person's file back", async () => {
  writeFiles(planOf(first));
  writeFileSync(at(file), `// mine\n${first}`);
  const mine = snapshotOf(root);
  const plan = planOf(second);
  expect(stepOf(settle(plan, [{ text: undefined, reason: "left" }]))).toMatchObject({ status: "already" });
  const replaced = settle(plan, [{ text: second, isOurs: true, reason: "replaced" }]);
  expect(replaced.id).not.toBe(plan.id);
  writeFiles(replaced);
  expect(readFileSync(at(file), "utf8")).toBe(second);
  expect(stepOf(planOf(first))).toMatchObject({ status: "todo" });
  expect((await runMain(root, ["undo", replaced.id])).code).toBe(0);
  const strip = (tree: Record<string, string>) =>
    Object.fromEntries(Object.entries(tree).filter(([name]) => !name.startsWith(".auth")));
  expect(strip(snapshotOf(root))).toEqual(strip(mine));
  expect(stepOf(planOf(second))).toMatchObject({ status: "conflict" });
});

describe("merge at the question", () => {
  /** Answers one after the other; what was noted comes back. */
  const ask = async (plan: Plan, answers: string[]) => {
    const notes: string[] = [];
    const options = new Options({});
    const output = { note: (text: string) => notes.push(text) };
    const offered: string[][] = [];
    const prompts = {
      interactive: true,
      select: (_: unknown, choices: readonly { value: string }[]) => {
        offered.push(choices.map(({ value }) => value));
        return Promise.resolve(answers.shift() ?? "quit");
      },
    };
    const context = { output, options } as unknown as CommandContext;
    const settled = await askConflicts(context, plan, prompts as unknown as Prompts);
    return { settled, notes: notes.join("\n"), offered };
  };

  test("changes in different places: both come, and no marker is ever written", async () => {
    writeFiles(planOf(first));
    writeFileSync(at(file), `// mine\n${first}`);
    const { settled, offered } = await ask(planOf(second), ["diff", "merge"]);
    expect(offered[0]).toEqual(["no", "yes", "diff", "merge", "all", "quit"]);
    writeFiles(settled);
    expect(readFileSync(at(file), "utf8")).toBe(`// mine\n${second}`);
    // What a person has a part in is not ours to update in silence.
    expect(stepOf(planOf(first))).toMatchObject({ status: "conflict" });
  });

  test("the same lines on both sides: said, shown, and left", async () => {
    writeFiles(planOf(first));
    writeFileSync(at(file), first.replace("two = 2", "two = 'mine'"));
    const plan = planOf(second);
    const { settled, notes } = await ask(plan, ["merge", "quit"]);
    expect(notes).toContain("cannot be merged");
    expect(notes).toMatch(/<<<<<<<[^]*mine[^]*=======[^]*22[^]*>>>>>>>/);
    expect(settled).toBe(plan);
  });

  test("of a file that was never ours no merge is offered", async () => {
    writeFileSync(at(file), "export const foreign = 1;\n");
    const { settled, offered } = await ask(planOf(second), ["all"]);
    expect(offered[0]).not.toContain("merge");
    expect(stepOf(settled)).toMatchObject({ status: "todo" });
  });
});

test("the manifest holds no env file, git does not see it, and it goes with the last plan", async () => {
  writeFiles(planOf(first));
  const text = readFileSync(at(".auth/manifest"), "utf8");
  expect(Object.keys(JSON.parse(text).files)).toEqual([file]);
  expect(text).not.toContain("test-secret");
  expect(readFileSync(at(".auth/.gitignore"), "utf8")).toBe("*\n");
  expect((await runMain(root, ["undo"])).code).toBe(0);
  expect(existsSync(at(".auth"))).toBe(false);
  expect(snapshotOf(root)).toEqual(before);
});

test("a manifest that somebody broke makes every file somebody's own", () => {
  writeFiles(planOf(first));
  writeFileSync(at(".auth/manifest"), "{ broken");
  expect(stepOf(planOf(second))).toMatchObject({ status: "conflict" });
});
