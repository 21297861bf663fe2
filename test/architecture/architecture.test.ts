import { describe, expect, test } from "vitest";
import { breaches, cycles, longFiles, moduleState, strayPackages, strayWords } from "./check.js";
import { roomOf } from "../../scripts/architecture/rooms.mjs";
import { rules } from "./rules.js";
import { readSourceTree, sourceFile } from "./source-tree.js";

const tree = readSourceTree();

describe("the source tree", () => {
  test("is not empty", () => expect(tree.length).toBeGreaterThan(80));
  test("respects the walls between rooms", () => expect(breaches(tree)).toEqual([]));
  test("has at most 30 rules, each about rooms that are there, none about a file", () => {
    expect(rules.length).toBeLessThanOrEqual(30);
    const there = new Set(tree.map(({ path }) => roomOf(path)));
    const named = rules.flatMap(({ rooms, mayImport }) => [...rooms, ...mayImport]);
    expect(named.filter((room) => !room.endsWith("*") && !there.has(room))).toEqual([]);
    const listed = rules.flatMap(({ rooms }) => rooms);
    expect(new Set(listed).size).toBe(listed.length);
  });
  test("has no import cycles", () => expect(cycles(tree)).toEqual([]));
  test("imports each package in its one home", () => expect(strayPackages(tree)).toEqual([]));
  test("keeps files short", () => expect(longFiles(tree)).toEqual([]));
  test("keeps no state in runtime modules", () => expect(moduleState(tree)).toEqual([]));
  test("exits, reads the environment and names files where that belongs", () =>
    expect(strayWords(tree)).toEqual([]));
});

describe("the checks themselves find what is planted", () => {
  test("a flow that imports an integration", () => {
    const planted = sourceFile(
      "src/runtime/flows/planted.ts",
      'import { MiddlewareAuth } from "../integrations/express.js";',
    );
    expect(breaches([planted])).toEqual([
      "src/runtime/flows/planted.ts may not import src/runtime/integrations/express.ts",
    ]);
  });

  test("a command that imports a flow, also dynamically", () => {
    const planted = sourceFile(
      "src/commands/init/planted.ts",
      'const flow = await import("../../runtime/flows/session.js");',
    );
    expect(breaches([planted])).toHaveLength(1);
  });

  test("types may cross a wall", () => {
    const planted = sourceFile(
      "src/commands/planted.ts",
      'import type { FlowContext } from "../runtime/types/flow.js";\nimport { type Compiled } from "../runtime/settings/resolve-config.js";',
    );
    expect(breaches([planted])).toEqual([]);
  });

  test("a cycle, with its path", () => {
    const a = sourceFile("src/runtime/http/a.ts", 'import { b } from "./b.js";');
    const b = sourceFile("src/runtime/http/b.ts", 'export { a } from "./a.js";');
    expect(cycles([a, b])).toEqual([
      "src/runtime/http/a.ts -> src/runtime/http/b.ts -> src/runtime/http/a.ts",
    ]);
  });

  test("a node: import in the runtime, and a package of nobody", () => {
    const planted = sourceFile(
      "src/runtime/flows/planted.ts",
      'import { readFileSync } from "node:fs";\nimport lodash from "lodash";\nimport path from "path";',
    );
    expect(strayPackages([planted])).toHaveLength(3);
  });

  test("module state, process.exit and process.env", () => {
    const planted = sourceFile(
      "src/runtime/flows/planted.ts",
      "let count = 0;\nconst seen = new Map();\nprocess.exit(1);\nprocess.env.X;",
    );
    expect(moduleState([planted])).toHaveLength(2);
    expect(strayWords([planted])).toHaveLength(2);
  });

  test("a file over its limit", () => {
    expect(longFiles([sourceFile("src/runtime/long.ts", "x\n".repeat(301))])).toHaveLength(1);
    expect(longFiles([sourceFile("src/runtime/long.ts", "// data file\n" + "x\n".repeat(400))])).toEqual([]);
  });
});
