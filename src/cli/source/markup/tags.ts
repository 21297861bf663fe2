/** Tags in the markup of components: attributes, and what stands between. Positions alone: it is no parser of Svelte or Vue. */

interface Range {
  readonly start: number;
  readonly end: number;
}

export interface Attribute extends Range {
  /** "" for `{...rest}`. */
  readonly name: string;
  /** As it is written behind `=`: `"github"`, `{id}`; undefined where the name stands alone. */
  readonly value: string | undefined;
}

/** `<SignIn …>…</SignIn>` */
export interface ComponentTag extends Range {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  /** Between the tags; undefined where it closes itself. */
  readonly inside: Range | undefined;
}

/** Scripts, styles and comments have no tags. */
const skipped = /<(script|style)\b[^>]*>[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g;

/** Every tag with one of these names, in the order of the text; undefined: one of them cannot be read. */
export function locateTags(text: string, names: readonly string[]): readonly ComponentTag[] | undefined {
  if (names.length === 0) return [];
  const markup = text.replace(skipped, (part) => " ".repeat(part.length));
  const found: ComponentTag[] = [];
  for (const { index, 1: name = "" } of markup.matchAll(
    new RegExp(`<(${names.join("|")})(?=[\\s/>])`, "g"),
  )) {
    const tag = readTag(markup, index, name);
    if (tag === undefined) return undefined;
    found.push(tag);
  }
  return found;
}

/** A tag of any name at an offset, with what it holds. */
function readTag(markup: string, start: number, name: string): ComponentTag | undefined {
  const attributes: Attribute[] = [];
  let at = start + 1 + name.length;
  for (;;) {
    at += blanksAt(markup, at);
    const rest = markup.slice(at);
    if (rest.startsWith("/>")) return { name, start, end: at + 2, attributes, inside: undefined };
    if (rest.startsWith(">")) break;
    const one = readAttribute(markup, at);
    if (one === undefined) return undefined;
    attributes.push(one);
    at = one.end;
  }
  const close = closingTag(markup, at + 1, name);
  if (close === undefined) return undefined;
  return { name, start, end: close.end, attributes, inside: { start: at + 1, end: close.start } };
}

function readAttribute(markup: string, start: number): Attribute | undefined {
  if (markup[start] === "{") {
    const end = endOfBraces(markup, start);
    if (end === undefined) return undefined;
    const inner = markup.slice(start + 1, end - 1).trim();
    return { start, end, name: inner.startsWith("...") ? "" : inner, value: `{${inner}}` };
  }
  const name = /^[\w:|.-]+/.exec(markup.slice(start))?.[0];
  if (name === undefined) return undefined;
  const at = start + name.length;
  if (markup[at] !== "=") return { start, end: at, name, value: undefined };
  const end = endOfValue(markup, at + 1);
  return end === undefined ? undefined : { start, end, name, value: markup.slice(at + 1, end) };
}

function endOfValue(markup: string, start: number): number | undefined {
  const first = markup[start];
  if (first === "{") return endOfBraces(markup, start);
  if (first !== '"' && first !== "'") return undefined;
  const end = markup.indexOf(first, start + 1);
  return end === -1 ? undefined : end + 1;
}

/** Behind the brace that closes the one at `start`; braces in texts count as braces. */
function endOfBraces(markup: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < markup.length; at += 1) {
    if (markup[at] === "{") depth += 1;
    if (markup[at] === "}") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function closingTag(markup: string, from: number, name: string): Range | undefined {
  let depth = 1;
  for (const { 0: tag, index } of markup
    .slice(from)
    .matchAll(new RegExp(`</?${name}(?=[\\s/>])[^>]*>`, "g"))) {
    if (tag.endsWith("/>")) continue;
    depth += tag.startsWith("</") ? -1 : 1;
    if (depth === 0) return { start: from + index, end: from + index + tag.length };
  }
  return undefined;
}

/** The elements that fill a part of the markup; undefined: something else stands there. */
export function elementsIn(markup: string, start: number, end: number): readonly ComponentTag[] | undefined {
  const found: ComponentTag[] = [];
  const part = markup.slice(0, end);
  for (let at = start; ; at = found.at(-1)?.end ?? end) {
    at += blanksAt(part, at);
    if (at >= end) return found;
    const name = /^<([\w:-]+)/.exec(part.slice(at))?.[1];
    const tag = name === undefined ? undefined : readTag(part, at, name);
    if (tag === undefined) return undefined;
    found.push(tag);
  }
}

const blanksAt = (markup: string, at: number): number =>
  markup.slice(at).length - markup.slice(at).trimStart().length;

/** The text of an attribute that is no expression. */
export const plainText = (value: string | undefined): string | undefined =>
  /^(["'])([^"'{}]*)\1$/.exec(value ?? "")?.[2];
