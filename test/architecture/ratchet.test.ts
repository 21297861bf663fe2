import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  areas,
  dataFiles,
  frameworkFolder,
  isIn,
  sourceRooms,
  topFolders,
} from "../../scripts/architecture/areas.mjs";
import {
  frameworkIdExceptions,
  patternExceptions,
  providerTypeExceptions,
} from "../../scripts/architecture/exceptions.mjs";
import { frameworkHomes, frameworkIdsIn } from "../../scripts/architecture/framework-ids.mjs";
import { questionsIn } from "../../scripts/architecture/provider-types.mjs";
import { patternsIn } from "../../scripts/architecture/source-patterns.mjs";
import { type Figures, measure } from "../../scripts/architecture/measure.mjs";
import { readProject } from "../../scripts/architecture/project.mjs";
import { lowered, risen } from "../../scripts/architecture/ratchet.mjs";
import { projectRoot, readSourceTree } from "./source-tree.js";

type Source = (typeof project.sources)[number];

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

const project = readProject(projectRoot);

test("no figure of the architecture rises", () => {
  const { figures } = measure(project);
  expect(risen(figures, JSON.parse(read("test/architecture/ratchet.json")) as Figures)).toEqual([]);
});

test("every measure looks where there are sources", () => {
  const searched = [
    ...areas.map(({ paths }) => paths),
    ...[...topFolders, frameworkFolder, ...sourceRooms].map((each) => [each]),
  ];
  const without = searched.filter((paths) => !project.sources.some(({ file }) => isIn(file, paths)));
  expect(without).toEqual([]);
  expect(project.entryPoints).toEqual(
    expect.arrayContaining(["src/runtime/index.ts", "src/runtime/react/index.ts", "src/providers/github.ts"]),
  );
  const strays = project.sources.filter(({ file }) => !areas.some(({ paths }) => isIn(file, paths)));
  expect(strays.map(({ file }) => file)).toEqual([]);
});

test.each([
  ["source-patterns", patternExceptions, (source: Source) => patternsIn(source)],
  ["provider-types", providerTypeExceptions, (source: Source) => questionsIn(source)],
  [
    "framework-ids",
    frameworkIdExceptions,
    (source: Source) => frameworkIdsIn([source], frameworkHomes(project.sources)),
  ],
])("every exception from %s is one, once", (_measure, exceptions, placesIn) => {
  const files = Object.values(exceptions).flat();
  expect(new Set(files).size).toBe(files.length);
  const needless = files.filter((file) => {
    const source = project.sources.find((each) => each.file === file);
    return source === undefined || placesIn(source).length === 0;
  });
  expect(needless).toEqual([]);
});

test("the list of data files and their marks agree", () => {
  const marked = readSourceTree().filter(({ text }) => text.startsWith("// data file"));
  expect(marked.map((file) => file.path).sort()).toEqual(Object.keys(dataFiles).sort());
});

const row = { ...measure({ sources: [], entryPoints: [], aliases: {} }).figures["whole"] };

test("a figure that rose is named, with the command that lists the places", () => {
  const found = risen({ runtime: { ...row, cycles: 3, lines: 900 } }, { runtime: { ...row, cycles: 2 } });
  expect(found).toEqual([
    "runtime: modules in cycles of values rose from 2 to 3. Run `npm run architecture -- --list cycles` to see where",
  ]);
});

test("a figure that nobody committed is named", () => {
  expect(risen({ runtime: row }, {}).length).toBe(Object.keys(row).length - 2);
  expect(risen({ runtime: row }, { runtime: row })).toEqual([]);
});

test("writing lowers what fell, adds what is new and raises nothing", () => {
  const { cycles, ...older }: Record<string, number> = { ...row, undocumented: 7, "framework-ids": 3 };
  expect(cycles).toBe(0);
  const fresh = { ...row, cycles: 4, undocumented: 5, "framework-ids": 6 };
  const next = lowered({ runtime: fresh }, { runtime: older });
  expect(next["runtime"]).toMatchObject({ cycles: 4, undocumented: 5, "framework-ids": 3 });
  expect(next["runtime"]).not.toHaveProperty("files");
});
