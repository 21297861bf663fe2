/**
 * Configurations as people write them (test/fixtures/edits), each saved in many ways: a provider is added, added again,
 * taken out again, and the GitHub entry that a person wrote is taken out. A case has its files; `added/` and `removed/`
 * hold the files that change, as they must become; `refused` says where a person has to look.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { addProviders, type WantedProvider } from "../../src/cli/edit/auth-file.js";
import { removeProviders } from "../../src/cli/edit/auth-file-removal.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { openTexts } from "./text-project.js";
import { projectRoot } from "../architecture/source-tree.js";
import { variants } from "./variants.js";

const folder = path.join(projectRoot, "test/fixtures/edits");
const google: WantedProvider = { specifier: "authwright/providers/google", name: "Google" };

type Files = Readonly<Record<string, string>>;

function readTree(root: string): Files {
  if (!existsSync(root)) return {};
  const entries = readdirSync(root, { recursive: true, withFileTypes: true, encoding: "utf8" });
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(root, file).split(path.sep).join("/"), readFileSync(file, "utf8")]),
  );
}

const cases = readdirSync(folder)
  .filter((name) => !name.startsWith("server-"))
  .map((name) => {
    const all = Object.entries(readTree(path.join(folder, name)));
    const input = all.filter(([file]) => !/^(?:added|removed)\/|^refused$/.test(file));
    return {
      name,
      main: input.find(([file]) => file.startsWith("input."))?.[0] ?? "",
      input: Object.fromEntries(input),
      added: readTree(path.join(folder, name, "added")),
      removed: readTree(path.join(folder, name, "removed")),
      refused: all.find(([file]) => file === "refused")?.[1].trim(),
    };
  });

const add = (files: Files, main: string) =>
  addProviders({ file: main, text: files[main] ?? "" }, "authwright", [google], openTexts(files));
const remove = (files: Files, main: string, id: string) =>
  removeProviders({ file: main, text: files[main] ?? "" }, "authwright", [id], openTexts(files));

async function added(files: Files, main: string): Promise<Files> {
  const result = await add(files, main);
  if (result.kind === "manual") throw new Error(`${result.file}:${result.line}: ${result.why}`);
  return { ...files, [result.file]: splice(files[result.file] ?? "", result.edits) };
}

async function removed(files: Files, main: string, id: string): Promise<Files> {
  const result = await remove(files, main, id);
  if (result.kind === "manual") throw new Error(`${result.file}:${result.line}: ${result.why}`);
  return { ...files, ...Object.fromEntries(result.files.map(({ file, text }) => [file, text])) };
}

/** A file that starts with the new import has no room for a line above it. */
const startsWithImport = ({ added: files }: (typeof cases)[number]) =>
  Object.values(files).some((text) => /^(?:import|const) Google\b/.test(text));

const shebang = (text: string) => (text.startsWith("#!") ? text : `#!/usr/bin/env node\n${text}`);
const ways = Object.entries({ ...variants, shebang });
/** An import that nothing had used before goes with the entry that came to use it. */
const notInverse = new Set(["imported-unused"]);

const counts = {
  shapes: 0,
  namingAList: 0,
  rightShapes: 0,
  variants: 0,
  right: 0,
  refused: 0,
  already: 0,
  byHand: 0,
};

/** Refused although the file has one list that a person would extend. */
const listNamed = new Set(["refused-ternary", "refused-ternary-lists", "refused-object-values"]);

/** A case as it would have been saved in each of the ways that fit it. */
function saved(one: (typeof cases)[number]) {
  // In a file of one line nothing shows how its lines would end.
  const oneLine = Object.values(one.input).some((text) => !text.trimEnd().includes("\n"));
  return ways
    .filter(
      ([way]) =>
        !(way === "shebang" && startsWithImport(one)) && !(oneLine && way === "CRLF and no final newline"),
    )
    .map(([way, vary]) => {
      const all = (files: Files) =>
        Object.fromEntries(Object.entries(files).map(([file, text]) => [file, vary(text)]));
      return { way, all, files: all(one.input) };
    });
}

const isAlready = ({ name }: (typeof cases)[number]) => name.startsWith("already-");
const isEdited = (one: (typeof cases)[number]) => Object.keys(one.added).length > 0;

test.each(cases)("$name: is edited, or refused, or has the provider already", (one) => {
  counts.shapes += 1;
  expect([one.refused !== undefined, isAlready(one), isEdited(one)].filter(Boolean)).toHaveLength(1);
  expect(one.input[one.main]).toBeDefined();
  if (one.refused === undefined || listNamed.has(one.name)) counts.namingAList += 1;
});

test.each(cases.filter(({ refused }) => refused))(
  "$name: is left to a person, with file and line",
  async (one) => {
    for (const { way, files } of saved(one)) {
      const result = await add(files, one.main);
      if (result.kind === "edits") throw new Error(`${way}: edited`);
      const moved = way === "shebang" ? 1 : 0;
      expect(`${result.file}:${Math.max(1, result.line - moved)}`, way).toBe(one.refused);
      expect(result.why).toMatch(/\w/);
      counts.variants += 1;
      counts.refused += 1;
    }
  },
);

test.each(cases.filter(isAlready))("$name: needs no edit", async (one) => {
  for (const { way, files } of saved(one)) {
    expect(await add(files, one.main), way).toMatchObject({ kind: "edits", edits: [] });
    counts.variants += 1;
    counts.already += 1;
  }
  counts.rightShapes += 1;
});

test.each(cases.filter(isEdited))(
  "$name: gets the provider and nothing else, once; taking it out again leaves no trace",
  async (one) => {
    for (const { way, all, files } of saved(one)) {
      const after = await added(files, one.main);
      expect(after, way).toEqual({ ...files, ...all(one.added) });
      expect(await added(after, one.main), way).toEqual(after);
      if (!notInverse.has(one.name)) expect(await removed(after, one.main, "google"), way).toEqual(files);
      counts.variants += 1;
      counts.right += 1;
    }
    counts.rightShapes += 1;
  },
);

test.each(cases.filter((one) => Object.keys(one.removed).length > 0))(
  "$name: loses an entry that a person wrote",
  async (one) => {
    // Below a shebang, the empty line under the only import stays: it may have been there before.
    const top = Object.keys(one.removed).some((file) => /^\S.*providers\/github/.test(one.input[file] ?? ""));
    for (const { way, all, files } of saved(one)) {
      if (way === "shebang" && top) continue;
      expect(await removed(files, one.main, "github"), way).toEqual({ ...files, ...all(one.removed) });
      counts.byHand += 1;
    }
  },
);

afterAll(() => {
  const { shapes, rightShapes, namingAList, ...rest } = counts;
  console.info(
    `${shapes} shapes, ${rightShapes} of ${namingAList} that name a list edited; ${JSON.stringify(rest)}; 0 wrong`,
  );
});

test("the corpus is large, and nearly everything that names a list is edited", () => {
  expect(counts.shapes).toBeGreaterThanOrEqual(135);
  expect(counts.rightShapes / counts.namingAList).toBeGreaterThanOrEqual(0.95);
  expect(counts.variants).toBeGreaterThanOrEqual(1480);
  expect(counts.byHand).toBeGreaterThanOrEqual(1190);
});
