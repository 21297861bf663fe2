import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parserOnly } from "../../scripts/parser-only.mjs";
import * as whole from "../../src/cli/source/syntax/syntax.js";
import { tries } from "../support/every-run.js";
import { projectRoot } from "../architecture/source-tree.js";

/** The parser as it is in the package, cut out of the compiler, beside the compiler itself. */
let cut: typeof whole;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "authwright parser "));
  const outfile = path.join(folder, "parser.mjs");
  const bundle = await rolldown({
    input: path.join(projectRoot, "src/cli/source/syntax/syntax.ts"),
    platform: "node",
    plugins: [parserOnly(projectRoot)],
  });
  await bundle.write({ file: outfile, format: "esm", minify: true, codeSplitting: false });
  await bundle.close();
  cut = (await import(pathToFileURL(outfile).href)) as typeof whole;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function shapeOf({ parse, visit }: typeof whole, text: string, file: string): string {
  const shape: string[] = [];
  visit(parse(text, file), (node) => void shape.push(`${node.kind} ${node.getStart()} ${node.getEnd()}`));
  return shape.join("\n");
}

const sources = ["src", "test", "scripts", "bench"].flatMap((start) =>
  readdirSync(path.join(projectRoot, start), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name) && !name.includes("generated"))
    .map((name) => path.join(start, name)),
);

test("nothing of the compiler that the command line calls was cut off", () => {
  const built = path.join(projectRoot, "dist/cli");
  const calls = readdirSync(built).flatMap((file) =>
    file.endsWith(".js") && readFileSync(path.join(built, file), "utf8").includes("(void 0)(") ? [file] : [],
  );
  expect(calls).toEqual([]);
});

test("the cut parser sees what the whole compiler sees, in files of this project", () => {
  expect(sources.length).toBeGreaterThan(500);
  for (const file of sources.filter((_, at) => at % tries(16, 4) === 0)) {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    expect(shapeOf(cut, text, file), file).toBe(shapeOf(whole, text, file));
    expect(cut.locateModule(text, file), file).toEqual(whole.locateModule(text, file));
  }
});

test("the same in files that are cut off anywhere", () => {
  for (const file of sources.filter((_, at) => at % tries(80, 40) === 0)) {
    const text = readFileSync(path.join(projectRoot, file), "utf8");
    for (const part of [0.2, 0.5, 0.9]) {
      const broken = text.slice(0, Math.floor(text.length * part));
      expect(cut.firstSyntaxError(broken, file), file).toBe(whole.firstSyntaxError(broken, file));
      expect(shapeOf(cut, broken, file), file).toBe(shapeOf(whole, broken, file));
    }
  }
});
