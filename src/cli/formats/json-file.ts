import { detectEol, detectIndent } from "../source/text/text-style.js";
import type { TextEdit } from "../source/text/text-edit.js";
import { indentAt, lineAt, lineStart } from "../source/text/layout.js";

/** A value of a JSON text with its place; comments and trailing commas are allowed, as in tsconfig.json. */
export interface JsonNode {
  readonly value: unknown;
  readonly start: number;
  readonly end: number;
  /** Members of an object, in order. */
  readonly members?: readonly JsonMember[];
  /** Items of an array, in order. */
  readonly items?: readonly JsonNode[];
}

/** A member of an object; it starts with its key. */
export interface JsonMember {
  readonly key: string;
  readonly start: number;
  readonly node: JsonNode;
}

/** What is wrong with a JSON text, and where. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  constructor(text: string, offset: number, expected: string) {
    super(`expected ${expected}`);
    this.line = lineAt(text, offset);
  }
}

const scalar = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const gap = /(?:\s+|\uFEFF|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/**
 * Reads JSON or JSONC with positions.
 * @throws JsonSyntaxError with the line of the first mistake
 */
export function parseJson(text: string): JsonNode {
  const node = readValue(text, skip(text, 0));
  const rest = skip(text, node.end);
  if (rest !== text.length) throw new JsonSyntaxError(text, rest, "the end of the file");
  return node;
}

/** A member by the keys that lead to it; undefined when it is not there, or when the text is no JSON. */
export function memberOf(text: string, keys: readonly string[]): JsonMember | undefined {
  try {
    let members = parseJson(text).members;
    let found: JsonMember | undefined;
    for (const key of keys) {
      found = members?.find((one) => one.key === key);
      members = found?.node.members;
    }
    return found;
  } catch {
    return undefined;
  }
}

function skip(text: string, at: number): number {
  gap.lastIndex = at;
  gap.exec(text);
  return gap.lastIndex;
}

/** Lists and objects inside each other. */
const deepest = 500;

function readValue(text: string, start: number, depth = 0): JsonNode {
  if (depth > deepest) throw new JsonSyntaxError(text, start, `no more than ${deepest} levels`);
  if (text[start] === "{") return readObject(text, start, depth);
  if (text[start] === "[") return readArray(text, start, depth);
  const token = text[start] === '"' ? stringAt(text, start) : scalarAt(text, start);
  if (token === undefined) throw new JsonSyntaxError(text, start, "a value");
  try {
    return { value: JSON.parse(token), start, end: start + token.length };
  } catch {
    throw new JsonSyntaxError(text, start, "a value");
  }
}

function scalarAt(text: string, start: number): string | undefined {
  scalar.lastIndex = start;
  return scalar.exec(text)?.[0];
}

const stringStop = /["\\\n\r]/g;

/** Searched, not matched as a whole: a pattern takes room for every character of a text of many megabytes. */
function stringAt(text: string, start: number): string | undefined {
  stringStop.lastIndex = start + 1;
  for (let stop = stringStop.exec(text); stop; stop = stringStop.exec(text)) {
    if (stop[0] === '"') return text.slice(start, stop.index + 1);
    if (stop[0] !== "\\") return undefined;
    stringStop.lastIndex = stop.index + 2;
  }
  return undefined;
}

function readObject(text: string, start: number, depth: number): JsonNode {
  const members: { key: string; start: number; node: JsonNode }[] = [];
  let at = skip(text, start + 1);
  while (text[at] !== "}") {
    const key = readValue(text, at);
    if (typeof key.value !== "string") throw new JsonSyntaxError(text, at, "a property name");
    at = skip(text, key.end);
    if (text[at] !== ":") throw new JsonSyntaxError(text, at, '":"');
    const node = readValue(text, skip(text, at + 1), depth + 1);
    members.push({ key: key.value, start: key.start, node });
    at = nextItem(text, node.end, "}");
  }
  const value = Object.fromEntries(members.map((member) => [member.key, member.node.value]));
  return { value, start, end: at + 1, members };
}

function readArray(text: string, start: number, depth: number): JsonNode {
  const items: JsonNode[] = [];
  let at = skip(text, start + 1);
  while (text[at] !== "]") {
    const node = readValue(text, at, depth + 1);
    items.push(node);
    at = nextItem(text, node.end, "]");
  }
  return { value: items.map(({ value }) => value), start, end: at + 1, items };
}

function nextItem(text: string, end: number, close: string): number {
  const at = skip(text, end);
  if (text[at] === ",") return skip(text, at + 1);
  if (text[at] !== close) throw new JsonSyntaxError(text, at, `"," or "${close}"`);
  return at;
}

/**
 * Edits that set one property (path of keys from the root), making the objects on the way.
 * `sorted`: a new property goes to its alphabetical place, as package managers do with dependencies.
 */
export function setJson(
  text: string,
  path: readonly string[],
  value: string | Record<string, string>,
  options: { sorted?: boolean } = {},
): TextEdit[] {
  let node = parseJson(text);
  for (const [depth, key] of path.entries()) {
    if (!node.members) throw new JsonSyntaxError(text, node.start, "an object");
    const member = node.members.find((candidate) => candidate.key === key);
    if (!member) {
      const nested = path.slice(depth + 1).reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
      const sorted = options.sorted === true && depth === path.length - 1;
      return [insertMember(text, node, { key, value: nested, sorted })];
    }
    node = member.node;
  }
  if (node.value === value) return [];
  return [{ start: node.start, end: node.end, text: JSON.stringify(value) }];
}

interface NewMember {
  readonly key: string;
  readonly value: unknown;
  /** It goes to its alphabetical place; otherwise to the end. */
  readonly sorted: boolean;
}

function insertMember(text: string, object: JsonNode, { key, value, sorted }: NewMember): TextEdit {
  const eol = detectEol(text);
  const unit = detectIndent(text, "  ");
  const members = object.members ?? [];
  const outer = indentAt(text, object.start);
  const inner = members[0] ? indentAt(text, members[0].start) : outer + unit;
  const written = JSON.stringify(value, null, unit).replaceAll("\n", eol + inner);
  const property = `${JSON.stringify(key)}: ${written}`;
  const last = members.at(-1);
  if (!last)
    return { start: object.start + 1, end: object.end - 1, text: eol + inner + property + eol + outer };
  const multiline = text.slice(object.start, last.start).includes("\n");
  const between = multiline ? eol + inner : " ";
  const next = sorted ? members.find((member) => member.key > key) : undefined;
  if (next) return { start: next.start, end: next.start, text: `${property},${between}` };
  return { start: last.node.end, end: last.node.end, text: `,${between}${property}` };
}

/** Takes one property out of a JSON text, with its line where it has one of its own. */
export function removeJson(text: string, keys: readonly string[]): TextEdit[] {
  const object = keys
    .slice(0, -1)
    .reduce<JsonNode | undefined>(
      (node, key) => node?.members?.find((one) => one.key === key)?.node,
      parseJson(text),
    );
  const members = object?.members ?? [];
  const at = members.findIndex(({ key }) => key === keys.at(-1));
  const member = members[at];
  if (!member) return [];
  const [previous, next] = [members[at - 1], members[at + 1]];
  if (next) {
    const from = lineStart(text, member.start);
    const own = text.slice(from, member.start).trim() === "" && lineStart(text, next.start) !== from;
    return [
      own
        ? { start: from, end: lineStart(text, next.start), text: "" }
        : { start: member.start, end: next.start, text: "" },
    ];
  }
  if (previous) return [{ start: previous.node.end, end: member.node.end, text: "" }];
  // The only one: `{}` stays.
  const end = object?.end ?? member.node.end;
  return [{ start: (object?.start ?? member.start) + 1, end: end - 1, text: "" }];
}

/** The text without the commas at the ends of its lines. */
export const withoutLineCommas = (text: string): string => text.replace(/,(?=[ \t]*\r?$)/gm, "");

/** The text with the commas that a JSON text of several lines needs at their ends. */
export const withLineCommas = (text: string): string =>
  text.replace(/(?<=[^\s[{,:])(?=[ \t]*\r?\n\s*["[{\w-])/g, ",");

/** Offset of the first comment or comma that plain JSON has no place for; undefined where a text has none. */
export function firstOfJsonc(text: string): number | undefined {
  const comma = text.search(/,\s*(?:\/\/[^\n]*\s*|\/\*[\s\S]*?\*\/\s*)*[}\]]/);
  const comment = text.search(/(?<=^|[\s{[,:])\/[/*]/);
  const found = [comma, comment].filter((at) => at >= 0);
  return found.length > 0 ? Math.min(...found) : undefined;
}

/** Whether a package manager can read it: JSON without comments; a byte order mark in front is none of its faults. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ""));
    return true;
  } catch {
    return false;
  }
}
