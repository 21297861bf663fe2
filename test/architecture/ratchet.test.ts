import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  areas,
  dataFiles,
  frameworkPlaces,
  isIn,
  providerTypePlaces,
  sourcePatternPlaces,
} from "../../scripts/architecture/areas.mjs";
import { type Figures, measure } from "../../scripts/architecture/measure.mjs";
import { readProject } from "../../scripts/architecture/project.mjs";
import { lowered, risen } from "../../scripts/architecture/ratchet.mjs";
import { projectRoot, readSourceTree } from "./source-tree.js";

const read = (file: string) => readFileSync(path.join(projectRoot, file), "utf8");

const project = readProject(projectRoot);

test("no figure of the architecture rises", () => {
  const { figures } = measure(project);
  expect(risen(figures, JSON.parse(read("test/architecture/ratchet.json")) as Figures)).toEqual([]);
});

test("every measure looks where there are sources", () => {
  const searched = [
    ...areas.map(({ paths }) => paths),
    [frameworkPlaces.descriptions],
    frameworkPlaces.searched,
    providerTypePlaces.searched,
    providerTypePlaces.free,
    sourcePatternPlaces.searched,
  ];
  const without = searched.filter((paths) => !project.sources.some(({ file }) => isIn(file, paths)));
  expect(without).toEqual([]);
  expect(project.entryPoints).toEqual(
    expect.arrayContaining(["src/runtime/index.ts", "src/runtime/react/index.ts", "src/providers/github.ts"]),
  );
  const strays = project.sources.filter(({ file }) => !areas.some(({ paths }) => isIn(file, paths)));
  expect(strays.map(({ file }) => file)).toEqual([]);
});

test("the list of data files and their marks agree", () => {
  const marked = readSourceTree().filter(({ text }) => text.startsWith("// data file"));
  expect(marked.map((file) => file.path).sort()).toEqual(Object.keys(dataFiles).sort());
});

const row = { ...measure({ sources: [], entryPoints: [], aliases: {} }).figures["whole"] };

test("a figure that rose is named, with the command that lists the places", () => {
  const found = risen({ runtime: { ...row, cycles: 3, lines: 900 } }, { runtime: { ...row, cycles: 2 } });
  expect(found).toEqual([
    "runtime: modules in cycles, types counted rose from 2 to 3. Run `npm run architecture -- --list cycles` to see where",
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
