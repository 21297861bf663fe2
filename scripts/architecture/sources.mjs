/** Source files as syntax trees. */
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { folders, generatedFiles } from "./areas.mjs";

/** The first words of files that scripts/generate.mjs writes. */
const madeBy = "// Made by scripts/generate.mjs";

/**
 * One source file.
 *
 * @param file path from the project's root, with forward slashes
 * @returns the path, the number of lines, whether a script made it, the tree, and all nodes in the order of the text
 */
export function parseSource(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const nodes = [];
  const collect = (node) => {
    nodes.push(node);
    node.forEachChild(collect);
  };
  collect(tree);
  return { file, lines: text.split("\n").length - 1, isMade: text.startsWith(madeBy), tree, nodes };
}

/** Every TypeScript file of the project but the tables that are made from other sources. */
export function readSources(root) {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
      .filter((file) => /\.tsx?$/.test(file) && !generatedFiles.includes(file))
      .sort()
      .map((file) => parseSource(file, readFileSync(path.join(root, file), "utf8"))),
  );
}

/** A place in a source: what stands there and how much of it. */
export function placeOf(source, node, name, value = 1) {
  const start = node.getStart(source.tree);
  return { file: source.file, line: source.tree.getLineAndCharacterOfPosition(start).line + 1, name, value };
}

/** The text of a string that is written out in full; undefined for any other node. */
export const literalText = (node) => (node && ts.isStringLiteralLike(node) ? node.text : undefined);
