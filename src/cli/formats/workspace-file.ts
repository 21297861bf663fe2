import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Pair } from "yaml";
import type { EditResult, TextEdit } from "../source/text/text-edit.js";
import { indentAt, lineStart } from "../source/text/layout.js";
import { noteUnread } from "../source/text/unread.js";
import { detectEol } from "../source/text/text-style.js";

/** Characters; a parsed file takes several hundred times as much room. */
const longest = 1024 * 1024;

/** Brackets inside each other. A parser that runs out of stack while it compiles an expression ends the process. */
const deepest = 100;

/** Why a text is not parsed. */
function unparsed(text: string): string | undefined {
  if (text.length > longest) return "is larger than 1 MB";
  return isTooDeep(text) ? "is nested too deep" : undefined;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth += bracket === "[" || bracket === "{" ? 1 : -1;
    if (depth > deepest) return true;
  }
  // Lists in lists on one line.
  return /(?:[-?] +){100}/.test(text);
}

/** pnpm-workspace.yaml: what can be read of it, where it is broken; nothing in it is run or fetched. */
function read(text: string) {
  const lines = new LineCounter();
  const why = unparsed(text);
  if (why !== undefined) {
    noteUnread({ file: "pnpm-workspace.yaml", why });
    return { top: undefined, lines };
  }
  // An anchor that stands for many others is none of a workspace's.
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent", uniqueKeys: false });
  return { top: isMap(document.contents) ? document.contents : undefined, lines };
}

/** The list `packages`, in either manner of writing. */
export function packagesOfYaml(text: string): string[] {
  const list = read(text).top?.get("packages");
  return isSeq(list)
    ? list.items.flatMap((item) =>
        isScalar(item) && typeof item.value === "string" && item.value !== "" ? [item.value] : [],
      )
    : [];
}

/** Ranges by package, for each catalog by its name; the one without a name is `default`. */
export type Catalogs = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** `catalog` and `catalogs`, of pnpm-workspace.yaml and of Yarn's settings. */
export function catalogsOfYaml(text: string): Catalogs {
  const { top } = read(text);
  const unnamed = top?.get("catalog");
  const named = top?.get("catalogs");
  return new Map([
    ...(isMap(unnamed) ? [["default", textsOf(unnamed.items)] as const] : []),
    ...(isMap(named)
      ? named.items.flatMap(({ key, value }) =>
          isScalar(key) && isMap(value) ? [[String(key.value), textsOf(value.items)] as const] : [],
        )
      : []),
  ]);
}

const textsOf = (items: readonly Pair[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    items.flatMap(({ key, value }) =>
      isScalar(key) && isScalar(value) ? [[String(key.value), String(value.value)]] : [],
    ),
  );

export interface YamlKey {
  readonly section: string;
  readonly key: string;
  /** From 1. */
  readonly line: number;
  /** What stands behind it, where that is one value. */
  readonly value: unknown;
}

/** Keys below the sections at the top, those further in too, with their lines. */
export function keysOfYaml(text: string): readonly YamlKey[] {
  const { top, lines } = read(text);
  const below = (section: string, node: unknown): YamlKey[] =>
    isMap(node)
      ? node.items.flatMap(({ key, value }) => [
          ...(isScalar(key)
            ? [
                {
                  section,
                  key: String(key.value),
                  line: lines.linePos(key.range?.[0] ?? 0).line,
                  value: isScalar(value) ? value.value : undefined,
                },
              ]
            : []),
          ...below(section, value),
        ])
      : [];
  return (top?.items ?? []).flatMap(({ key, value }) =>
    isScalar(key) ? below(String(key.value), value) : [],
  );
}

/**
 * The edits that set a key of a section at the top, which is made where it is missing.
 * @returns the line of a section that is written in braces: nothing can be said of its style
 */
export function setInYaml(text: string, section: string, key: string, value: string): EditResult {
  const why = unparsed(text);
  if (why !== undefined) return { kind: "manual", line: 1, why: `the file ${why}` };
  const { top, lines } = read(text);
  const eol = detectEol(text);
  const pair = top?.items.find((one) => isScalar(one.key) && one.key.value === section);
  if (pair === undefined) {
    const open = text !== "" && !text.endsWith("\n") ? eol : "";
    const entry = `  ${quoted(key)}: ${quoted(value)}${eol}`;
    return edits({ start: text.length, end: text.length, text: `${open}${section}:${eol}${entry}` });
  }
  const at = startOf(pair.key);
  if (!isBlock(pair.value))
    return { kind: "manual", line: lines.linePos(at).line, why: `${section} is written in one line` };
  const items = isMap(pair.value) ? pair.value.items : [];
  const own = items.find((one) => isScalar(one.key) && one.key.value === key);
  if (own && isScalar(own.value)) {
    const [start = 0, end = 0] = own.value.range ?? [];
    return own.value.value === value ? edits() : edits({ start, end, text: quoted(value) });
  }
  const next = text.indexOf("\n", at) + 1 || text.length;
  const open = next === text.length && !text.endsWith("\n") ? eol : "";
  const indent = items[0] ? indentAt(text, startOf(items[0].key)) : "  ";
  const entry = `${open}${indent}${quoted(key)}: ${quoted(value)}${eol}`;
  return edits({ start: next, end: next, text: entry });
}

const startOf = (key: unknown): number => (isScalar(key) ? (key.range?.[0] ?? 0) : 0);

/** Lines of their own, or nothing yet. */
const isBlock = (value: unknown): boolean =>
  isMap(value) ? value.flow !== true : value === null || (isScalar(value) && value.value === null);

/** A text at the top of a YAML file. */
export function textInYaml(text: string, key: string): string | undefined {
  const value = read(text).top?.get(key);
  return typeof value === "string" ? value : undefined;
}

/** The pnpm that installed last, as it notes in node_modules/.modules.yaml: `pnpm@10.1.0`. */
export const lastPnpm = (text: string): string | undefined =>
  /["']?packageManager["']?: ["']?(pnpm@[\d.]+)/.exec(text)?.[1];

/** The edits that take a key out of a section at the top, and the section with its last key. */
export function removeInYaml(text: string, [section, key]: readonly string[]): TextEdit[] {
  const { top } = read(text);
  const pair = top?.items.find((one) => isScalar(one.key) && one.key.value === section);
  const map = isMap(pair?.value) && pair.value.flow !== true ? pair.value : undefined;
  const own = map?.items.find((one) => isScalar(one.key) && one.key.value === key);
  const first = map?.items.length === 1 ? pair?.key : own?.key;
  if (!isScalar(first) || !isScalar(own?.value)) return [];
  const end = text.indexOf("\n", own.value.range?.[1] ?? 0) + 1 || text.length;
  return [{ start: lineStart(text, first.range?.[0] ?? 0), end, text: "" }];
}

const edits = (...all: readonly TextEdit[]): EditResult => ({ kind: "edits", edits: all });

const quoted = (text: string): string =>
  /^[\w./][\w./:@+-]*$/.test(text) ? text : `'${text.replaceAll("'", "''")}'`;
