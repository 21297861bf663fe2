/**
 * Files of next-auth projects as people write them (test/fixtures/migrate-shapes). A shape has its files; `after/` holds
 * those that change, as they must become, and those that are made; an empty one goes. `todo` says what is left to a person, "!" what breaks.
 */
import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { todosOf } from "./samples.js";
import { readTree, removeShapes, save, shapes, type Files } from "./shapes.js";

afterAll(removeShapes);

/** package.json is judged by other tests. */
const sources = (tree: Files): Files =>
  Object.fromEntries(
    Object.entries(tree).filter(([file]) => !file.startsWith(".auth/") && file !== "package.json"),
  );

const withoutGone = (tree: Files): Files =>
  Object.fromEntries(Object.entries(tree).filter(([, text]) => text !== ""));

const ways: readonly (readonly [string, (text: string) => string])[] = [
  ["LF", (text) => text],
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
];

test.each(shapes.flatMap((shape) => ways.map(([way, vary]) => ({ ...shape, way, vary }))))(
  "$name, $way",
  async ({ before, after, todo, vary }) => {
    const all = (files: Files) =>
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, vary(text)]));
    const folder = save(all(before));
    const start = readTree(folder);
    const migrate = async () =>
      JSON.parse((await runMain(folder, ["migrate", "--yes", "--no-install", "--json"])).stdout);
    const first = await migrate();
    expect(sources(readTree(folder))).toEqual(sources(all(withoutGone({ ...before, ...after }))));
    expect(
      todosOf(first.result).map(
        ({ path: file, line, why, breaks }) => `${file}:${line}: ${breaks ? "! " : ""}${why}`,
      ),
    ).toEqual(todo);

    const done = readTree(folder);
    const second = await migrate();
    expect(second.plan.steps.every(({ status }: { status: string }) => status === "already")).toBe(true);
    expect(readTree(folder)).toEqual(done);

    await runMain(folder, ["undo", "--yes"]);
    const back = Object.entries(readTree(folder)).filter(([file]) => !file.startsWith(".auth/"));
    expect(Object.fromEntries(back)).toEqual(start);
  },
);
