/** Folders that @fastify/autoload takes plugins from, and the addresses that it makes of their files. Loads the TypeScript parser. */
import path from "node:path";
import type { TextReader } from "../names/texts.js";
import type { FileValues } from "../names/file-values.js";
import { declarationOf, lastName } from "../syntax/scopes.js";
import { holds } from "../syntax/collect.js";
import { ts, unwrap } from "../syntax/syntax.js";
import { joinPaths } from "./route-path.js";
import { memberValue } from "./route-arguments.js";

/** The package that loads plugins from folders. */
export const folderLoader = "@fastify/autoload";

/** What `register(autoload, { dir, options })` loads. */
export interface LoadedFolder {
  /** In the project; undefined for one that only a run knows. */
  readonly folder: string | undefined;
  /** In front of all of it; undefined for one that only a run knows. */
  readonly prefix: string | undefined;
  /** Names of folders are no part of addresses. */
  readonly isFlat: boolean;
  /** `_id` is a parameter. */
  readonly hasParameters: boolean;
}

/** undefined for a call that loads none. */
export function loadedFolder(
  [, options]: readonly ts.Expression[],
  textOf: TextReader,
): LoadedFolder | undefined {
  const object = options && unwrap(options);
  const dir = memberValue(object, "dir");
  if (object === undefined || dir === undefined) return undefined;
  const below = folderIn(dir, textOf);
  const folder = path.posix.join(path.posix.dirname(object.getSourceFile().fileName), below ?? "");
  const own = memberValue(object, "options");
  const naming = memberValue(object, "dirNameRoutePrefix");
  const isFlat = naming?.kind === ts.SyntaxKind.FalseKeyword;
  const isPlain = isFlat || naming === undefined || naming.kind === ts.SyntaxKind.TrueKeyword;
  return {
    folder: below === undefined ? undefined : folder,
    prefix: !isPlain ? undefined : own === undefined ? "" : textOf(own, "prefix"),
    isFlat,
    hasParameters: memberValue(object, "routeParams")?.kind === ts.SyntaxKind.TrueKeyword,
  };
}

const here = ["__dirname", "import.meta.dirname", "import.meta.url"];
const ownFile = ["__filename", "import.meta.filename", "import.meta.url"];

const namesOwnFile = (root: ts.Node): boolean => holds(root, (node) => ownFile.includes(node.getText()));

/** Names of folders are followed no further: some lead to themselves. */
const maxNames = 10;

/** A folder, from the one of the file: `path.join(__dirname, "routes")`, `new URL("routes", import.meta.url)`. */
function folderIn(node: ts.Expression, textOf: TextReader, depth = 0): string | undefined {
  if (depth > maxNames) return undefined;
  const value = unwrap(node);
  if (here.includes(value.getText())) return "";
  if (ts.isIdentifier(value)) return folderOfName(value, textOf, depth + 1);
  if (ts.isPropertyAccessExpression(value)) return folderIn(value.expression, textOf, depth + 1);
  if (ts.isTemplateExpression(value) || ts.isBinaryExpression(value))
    return folderOfSum(value, textOf, depth + 1);
  return ts.isCallExpression(value) || ts.isNewExpression(value)
    ? folderOfCall(value, textOf, depth + 1)
    : undefined;
}

function folderOfCall(
  value: ts.CallExpression | ts.NewExpression,
  textOf: TextReader,
  depth: number,
): string | undefined {
  const [first, ...others] = value.arguments ?? [];
  const called = lastName(value.expression);
  if (first === undefined) return undefined;
  if (called === "dirname") return namesOwnFile(value) ? "" : undefined;
  if (called === "fileURLToPath") return folderIn(first, textOf, depth);
  if (called === "URL") return namesOwnFile(value) ? textOf(first) : undefined;
  if (called !== "join" && called !== "resolve") return undefined;
  return pathOfParts([folderIn(first, textOf, depth), ...others.map((one) => textOf(one))]);
}

/** `${__dirname}/routes`, `__dirname + "/routes"` */
function folderOfSum(
  value: ts.TemplateExpression | ts.BinaryExpression,
  textOf: TextReader,
  depth: number,
): string | undefined {
  if (ts.isBinaryExpression(value))
    return pathOfParts([folderIn(value.left, textOf, depth), textOf(value.right)]);
  const [span, ...more] = value.templateSpans;
  const isPlain = value.head.text === "" && span !== undefined && more.length === 0;
  return isPlain ? pathOfParts([folderIn(span.expression, textOf, depth), span.literal.text]) : undefined;
}

const pathOfParts = (parts: readonly (string | undefined)[]): string | undefined =>
  parts.includes(undefined) ? undefined : path.posix.join(...parts.map((one) => one ?? ""));

function folderOfName(name: ts.Identifier, textOf: TextReader, depth: number): string | undefined {
  const declared = declarationOf(name);
  const isSet = declared && ts.isVariableDeclaration(declared) && declared.initializer !== undefined;
  return isSet ? folderIn(declared.initializer, textOf, depth) : undefined;
}

/** A file that is loaded, with what stands in front of its routes. */
export interface LoadedFile {
  readonly path: string;
  readonly prefix: string | undefined;
}

const script = /\.[cm]?[jt]s$/;
const isIndex = (name: string): boolean => /^index\.[cm]?[jt]s$/.test(name);

/** Of files that stand beside an index, the index alone is loaded. */
export function filesLoaded(
  sources: readonly { readonly path: string; readonly values: FileValues }[],
  { folder, prefix, isFlat, hasParameters }: LoadedFolder,
): readonly LoadedFile[] {
  if (folder === undefined) return [];
  const below = sources.filter((one) => one.path.startsWith(`${folder}/`) && script.test(one.path));
  const withIndex = new Set(
    below.map((one) => path.posix.parse(one.path)).flatMap(({ dir, base }) => (isIndex(base) ? [dir] : [])),
  );
  return below.flatMap(({ path: file, values }): readonly LoadedFile[] => {
    const { dir, base } = path.posix.parse(file);
    if (withIndex.has(dir) && !isIndex(base)) return [];
    if (saidIn(values, "autoload") === "false" || base.startsWith("autohooks.")) return [];
    const own = saidIn(values, "autoPrefix");
    const whole = saidIn(values, "prefixOverride");
    const folders = isFlat ? [] : dir.slice(folder.length).split("/");
    const named = folders.map((name) => (hasParameters ? name.replace(/^_+/, ":") : name));
    const rest = own ?? named.join("/");
    return [{ path: file, prefix: whole ?? (prefix === undefined ? undefined : joinPaths(prefix, rest)) }];
  });
}

/** What a file says of its own address: `export const autoPrefix = "/x"`, `plugin.autoPrefix = "/x"`. */
function saidIn({ names, members }: FileValues, name: string): string | undefined {
  const [value] = [...(names.get(name) ?? []), ...(members.get(name) ?? [])];
  return value?.kind === "text" ? value.text : undefined;
}
