/** The texts in the code of `auth migrate` that tell a person what to do, read from the sources. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { projectRoot } from "../architecture/source-tree.js";

export interface Text {
  readonly file: string;
  /** With "…" for what is put in. */
  readonly text: string;
}

/** Members and variables that hold such a text. */
const named = new Set(["write", "hint"]);
/** Functions that get one, and the place of the argument. */
const given: Readonly<Record<string, number>> = { left: 2, none: 1, refusal: 2, usageError: 2 };
/** Tables whose values are such texts. */
const tables = new Set(["adviceFor"]);

const ofBrowserFrameworks =
  /^(?:constructs\/(?:nuxt-auth|page-meta|svelte-forms|sveltekit)|nuxt|user-session)\//;

/** Those of the full move; the move in one override, and those of other clients and of SvelteKit and Nuxt, have tests of their own. */
export const adviceTexts = (): readonly Text[] =>
  textsIn((file) => !/^(?:alias|constructs\/oauth-client)/.test(file) && !ofBrowserFrameworks.test(file));

/** Those of apps of SvelteKit and Nuxt. */
export const browserAdviceTexts = (): readonly Text[] => textsIn((file) => ofBrowserFrameworks.test(file));

/** Those of the move from another client of OAuth. */
export const clientAdviceTexts = (): readonly Text[] =>
  textsIn((file) => file.startsWith("constructs/oauth-client"));

function textsIn(isMeant: (file: string) => boolean): readonly Text[] {
  const rooms = readdirSync(path.join(projectRoot, "src/commands/migrate"), {
    recursive: true,
    encoding: "utf8",
  })
    .map((file) => file.split(path.sep).join("/"))
    .filter((file) => file.endsWith(".ts") && isMeant(file))
    .map((file) => `src/commands/migrate/${file}`);
  return rooms.flatMap((file) => {
    const source = readFileSync(path.join(projectRoot, file), "utf8");
    const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
    return adviceIn(tree).map((text) => ({ file, text }));
  });
}

function adviceIn(node: ts.Node): readonly string[] {
  const own = ts.isCallExpression(node) ? node.arguments[given[node.expression.getText()] ?? -1] : undefined;
  const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
  const value = isNamed && named.has(node.name.getText()) ? node.initializer : own;
  const table =
    ts.isVariableDeclaration(node) && tables.has(node.name.getText()) ? node.initializer : undefined;
  const rows = table && ts.isObjectLiteralExpression(table) ? table.properties : [];
  return [
    ...(value ? textsOf(value) : []),
    ...rows.flatMap((row) => (ts.isPropertyAssignment(row) ? textsOf(row.initializer) : [])),
    ...childrenOf(node).flatMap(adviceIn),
  ];
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => void children.push(child));
  return children;
}

/** A text as it is written, each of two where one is chosen. */
function textsOf(node: ts.Expression): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return [node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join("")];
  if (ts.isConditionalExpression(node)) return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  if (ts.isBinaryExpression(node)) return [...textsOf(node.left), ...textsOf(node.right)];
  return [];
}
