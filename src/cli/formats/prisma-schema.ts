/**
 * Prisma's schema language: its blocks with their members, each with its place. Nothing is ever printed from this, so
 * nothing of a schema is lost: what changes one are insertions at these places.
 */

/** `@unique`, `@db.Text`, `@@index([userId])`: the name without its marks, and what stands in its brackets. */
export interface PrismaAttribute {
  readonly name: string;
  readonly args: string;
  readonly start: number;
}

export interface PrismaMember {
  /** `attribute`: of the block. `property`: of a datasource or generator. `value`: of an enum. */
  readonly kind: "field" | "attribute" | "property" | "value";
  readonly name: string;
  /** Of a field, without what follows it. */
  readonly type: string;
  readonly suffix: "" | "?" | "[]";
  /** Of a field or value; of an attribute it is the attribute itself. */
  readonly attributes: readonly PrismaAttribute[];
  /** Of a property, as it is written. */
  readonly value: string;
  readonly start: number;
  readonly typeStart: number;
  readonly end: number;
}

export interface PrismaBlock {
  /** `model`, `enum`, `datasource` and so on. */
  readonly kind: string;
  readonly name: string;
  readonly start: number;
  /** Behind the bracket that opens it. */
  readonly open: number;
  /** Of the bracket that closes it. */
  readonly close: number;
  readonly members: readonly PrismaMember[];
}

/** A schema that Prisma would not take, either. */
export class PrismaSyntaxError extends Error {
  override readonly name = "PrismaSyntaxError";
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const kinds = new Set(["model", "view", "type", "enum", "datasource", "generator"]);

/** @throws PrismaSyntaxError */
export function parsePrisma(text: string): readonly PrismaBlock[] {
  const blocks: PrismaBlock[] = [];
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const block = readBlock(text, at);
    blocks.push(block);
    at = block.close + 1;
  }
  return blocks;
}

function readBlock(text: string, start: number): PrismaBlock {
  const [, kind = "", name = ""] = matchAt(/([A-Za-z]\w*)[\t ]+([A-Za-z][\w-]*)[\t ]*\{/y, text, start) ?? [];
  if (!kinds.has(kind)) throw new PrismaSyntaxError(start, "a block such as model Name { is expected here");
  const open = text.indexOf("{", start) + 1;
  const members: PrismaMember[] = [];
  for (let at = skipSpace(text, open); ; at = skipSpace(text, at)) {
    if (at >= text.length) throw new PrismaSyntaxError(start, `${kind} ${name} is not closed`);
    if (text[at] === "}") return { kind, name, start, open, close: at, members };
    const end = statementEnd(text, at);
    members.push(readMember(text, kind, at, end));
    at = end;
  }
}

function readMember(text: string, kind: string, start: number, end: number): PrismaMember {
  const empty = {
    name: "",
    type: "",
    suffix: "",
    attributes: [],
    value: "",
    start,
    typeStart: end,
    end,
  } as const;
  if (text.startsWith("@@", start)) {
    const attributes = readAttributes(text, start, end);
    return { ...empty, kind: "attribute", name: attributes[0]?.name ?? "", attributes };
  }
  const [word, name = ""] = matchAt(/([A-Za-z]\w*)/y, text, start) ?? [];
  if (word === undefined) throw new PrismaSyntaxError(start, "a name is expected here");
  const next = start + word.length + blanks(text, start + word.length);
  if (kind === "datasource" || kind === "generator") {
    if (text[next] !== "=") throw new PrismaSyntaxError(next, `a value for ${name} is expected here`);
    return { ...empty, kind: "property", name, value: text.slice(next + 1, end).trim() };
  }
  if (kind === "enum") return { ...empty, kind: "value", name, attributes: readAttributes(text, next, end) };
  return { ...empty, kind: "field", name, ...readType(text, next, end) };
}

function readType(text: string, start: number, end: number) {
  const [found, type = "", mark = ""] =
    matchAt(/(Unsupported\("(?:[^"\\\n]|\\.)*"\)|[A-Za-z]\w*)(\[\]\??|\?)?/y, text, start) ?? [];
  if (found === undefined) throw new PrismaSyntaxError(start, "the type of a field is expected here");
  const suffix = mark.startsWith("[]") ? "[]" : mark === "?" ? "?" : "";
  return {
    type,
    suffix,
    typeStart: start,
    attributes: readAttributes(text, start + found.length, end),
  } as const;
}

function readAttributes(text: string, start: number, end: number): readonly PrismaAttribute[] {
  const found: PrismaAttribute[] = [];
  for (let at = skipSpace(text, start); at < end; at = skipSpace(text, at)) {
    const [marked, name = ""] = matchAt(/@@?([A-Za-z][\w.]*)/y, text, at) ?? [];
    if (marked === undefined) throw new PrismaSyntaxError(at, "an attribute is expected here");
    const open = at + marked.length;
    const close = text[open] === "(" ? closing(text, open) : open - 1;
    found.push({ name, args: text.slice(open + 1, Math.max(open + 1, close)), start: at });
    at = close + 1;
  }
  return found;
}

/** Names of the fields in `[a, b(sort: Desc)]`, wherever the list stands in the brackets of an attribute. */
export function listedFields({ args }: PrismaAttribute): readonly string[] {
  const list = /\[([^\]]*)\]/.exec(args)?.[1] ?? "";
  return list.split(",").flatMap((one) => /^\s*([A-Za-z]\w*)/.exec(one)?.[1] ?? []);
}

/** The text that a string is; undefined for everything else. */
export const prismaText = (value: string): string | undefined =>
  /^"((?:[^"\\]|\\.)*)"$/.exec(value)?.[1]?.replaceAll(/\\(.)/g, "$1");

/** The texts in a list of them. */
export const prismaTexts = (value: string): readonly string[] =>
  [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text);

/** The variable in `env("NAME")`. */
export const prismaVariable = (value: string): string | undefined =>
  /^env\(\s*"([^"]*)"\s*\)$/.exec(value)?.[1];

/** Behind the last character of what begins at an offset and ends with its line, or with the block. */
function statementEnd(text: string, start: number): number {
  let end = start;
  for (let at = start; at < text.length;) {
    const { next, stop } = tokenAt(text, at);
    if (stop) return end;
    if (text.slice(at, next).trim() !== "" && !isComment(text, at)) end = next;
    at = next;
  }
  return end;
}

/** Whole strings, comments and pairs of brackets count as one token. */
function tokenAt(text: string, at: number): { readonly next: number; readonly stop: boolean } {
  const char = text[at];
  if (char === "\n" || char === "}") return { next: at, stop: true };
  if (isComment(text, at)) return { next: commentEnd(text, at), stop: false };
  if (char === '"') return { next: stringEnd(text, at), stop: false };
  if (char === "(" || char === "[") return { next: closing(text, at) + 1, stop: false };
  return { next: at + 1, stop: false };
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Offset of the bracket that closes the one at an offset. */
function closing(text: string, open: number): number {
  const wanted = pairs[text[open] ?? ""];
  for (let at = open + 1; at < text.length;) {
    const char = text[at] ?? "";
    if (char === wanted) return at;
    if (char === '"') at = stringEnd(text, at);
    else if (isComment(text, at)) at = commentEnd(text, at);
    else at = char in pairs ? closing(text, at) + 1 : at + 1;
  }
  throw new PrismaSyntaxError(open, "this bracket is not closed");
}

function stringEnd(text: string, start: number): number {
  const [found] = matchAt(/"(?:[^"\\\n]|\\.)*"/y, text, start) ?? [];
  if (found === undefined) throw new PrismaSyntaxError(start, "this text is not closed");
  return start + found.length;
}

const isComment = (text: string, at: number): boolean =>
  text.startsWith("//", at) || text.startsWith("/*", at);

/** A comment to the end of its line ends before the line break. */
function commentEnd(text: string, start: number): number {
  if (text.startsWith("//", start)) {
    const end = text.indexOf("\n", start);
    return end === -1 ? text.length : end;
  }
  const end = text.indexOf("*/", start + 2);
  if (end === -1) throw new PrismaSyntaxError(start, "this comment is not closed");
  return end + 2;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    at += matchAt(/[\s\uFEFF]*/y, text, at)?.[0].length ?? 0;
    if (!isComment(text, at)) return at;
    at = commentEnd(text, at);
  }
}

const blanks = (text: string, at: number): number => matchAt(/[\t ]*/y, text, at)?.[0].length ?? 0;

function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset;
  return pattern.exec(text);
}
