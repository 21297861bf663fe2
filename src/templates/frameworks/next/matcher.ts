/**
 * `config.matcher` of the proxy: what its patterns cover, and the edits that add and remove them. It loads the parser.
 */
import type { PlanContext } from "../support.js";
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { cutItem, insertItems } from "../../../cli/edit/comma-list.js";
import { splice, type EditResult, type TextEdit } from "../../../cli/source/text/text-edit.js";
import { placedList } from "../../../cli/source/syntax/placed-list.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { firstSyntaxError, parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { detectStyle, type TextStyle } from "../../../cli/source/text/text-style.js";
import { styleLike } from "../../../cli/plan/places.js";
import { asksAuth } from "./plan.js";
import { baseOf, nextBasePath, nextConfig, proxyPlace } from "./project-files.js";

/** The path itself and everything below it, as Next.js writes that. */
export const patternOf = (segments: readonly (string | undefined)[]): string =>
  `${segments.map((one, at) => `/${one ?? `:any${at + 1}`}`).join("")}/:path*`;

/** Whether one of the patterns covers all that another one does. */
const isCovered = (patterns: readonly string[], wanted: string): boolean => {
  const address = wanted.replace("/:path*", "").replace(/:\w+/g, "some");
  const isAlone = !wanted.endsWith("/:path*");
  const samples = isAlone ? [address] : [address, `${address}/one`, `${address}/one/two.txt`];
  return patterns.some((pattern) => pattern === wanted || samples.every((one) => matches(pattern, one)));
};

/** @param wanted patterns of {@link patternOf}; those that the file covers are left out */
export function addPatterns({ file, text }: SourceText, wanted: readonly string[]): EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined)
    return { kind: "manual", line: lineAt(text, error), why: "the file has a syntax error" };
  const matcher = matcherIn({ file, text });
  // Without a matcher every address is guarded.
  if (matcher === undefined) return { kind: "edits", edits: [] };
  const isText = ts.isStringLiteralLike(matcher);
  const elements = ts.isArrayLiteralExpression(matcher)
    ? [...matcher.elements]
    : isText
      ? [matcher]
      : undefined;
  if (elements === undefined)
    return {
      kind: "manual",
      line: lineAt(text, matcher.getStart()),
      why: "the matcher isn't a list of strings",
    };
  const present = elements.flatMap((one) => (ts.isStringLiteralLike(one) ? [one.text] : []));
  const missing = wanted.filter((one) => !isCovered(present, one));
  const style = detectStyle(text);
  const items = missing.map((one) => style.quote + one + style.quote);
  if (items.length === 0) return { kind: "edits", edits: [] };
  if (isText) return { kind: "edits", edits: listOf(matcher, items) };
  const list = ts.isArrayLiteralExpression(matcher) ? placedList(matcher, matcher.elements) : undefined;
  return { kind: "edits", edits: list === undefined ? [] : insertItems(text, list, items, style) };
}

function matcherIn({ file, text }: SourceText): ts.Expression | undefined {
  let matcher: ts.Expression | undefined;
  visit(parse(text, file), (node) => {
    if (ts.isPropertyAssignment(node) && keyOf(node.name) === "matcher") matcher ??= unwrap(node.initializer);
  });
  return matcher;
}

/** The text of a file whose matcher has none of these paths in its list. */
function withoutPatterns({ file, text }: SourceText, gone: readonly string[]): string {
  const matcher = firstSyntaxError(text, file) === undefined ? matcherIn({ file, text }) : undefined;
  if (matcher === undefined || !ts.isArrayLiteralExpression(matcher)) return text;
  const { elements } = matcher;
  const found = elements.find((one) => ts.isStringLiteralLike(one) && gone.includes(one.text));
  if (found === undefined || elements.length === 1) return text;
  const item = { start: found.getStart(), end: found.getEnd() };
  return withoutPatterns(
    { file, text: splice(text, cutItem(text, placedList(matcher, elements), item)) },
    gone,
  );
}

const listOf = (one: { getStart(): number; getEnd(): number }, items: readonly string[]): TextEdit[] => [
  { start: one.getStart(), end: one.getStart(), text: "[" },
  { start: one.getEnd(), end: one.getEnd(), text: `, ${items.join(", ")}]` },
];

/** The lines to write where the file cannot be edited. */
export const matcherSnippet = (wanted: readonly string[], { quote }: TextStyle): string =>
  `export const config = { matcher: [${wanted.map((one) => quote + one + quote).join(", ")}] };`;

/** Whether a matcher pattern of Next.js covers a path. */
export function matches(pattern: string, pathname: string): boolean {
  // Parts in parentheses are expressions already; the rest has named segments.
  const expression = pattern
    .split(/(\(.*\))/)
    .map((part) =>
      part.startsWith("(")
        ? part
        : part
            .replace(/[.]/g, "\\.")
            .replace(/\/:\w+\*/g, "(?:/[^/]+)*")
            .replace(/\/:\w+\+/g, "(?:/[^/]+)+")
            .replace(/\/:\w+\?/g, "(?:/[^/]+)?")
            .replace(/:\w+/g, "[^/]+"),
    )
    .join("");
  try {
    return new RegExp(`^${expression}/?$`).test(pathname);
  } catch {
    return false;
  }
}

// The proxy sends requests for addresses of built-in pages on to the route file.

/** @param addresses with what `basePath` of next.config puts in front of them */
export async function leadTo({ builder }: PlanContext, addresses: readonly string[]): Promise<void> {
  const { facts } = builder;
  // A rewrite names them in its own way.
  if (nextConfig(facts.files).includes("rewrites")) return;
  const patterns = patternsOf(facts, addresses);
  const { own, proxyFile } = proxyOf(facts);
  const file = own ?? proxyFile;
  const words = {
    reason: "shows the pages at their addresses",
    already: "shows the pages at their addresses",
    snippet: matcherSnippet(patterns, styleLike(facts, [file])),
  };
  const text = own === undefined ? undefined : builder.text(own);
  const isGuard = own !== undefined && asksAuth(facts, own);
  builder.edit(
    file,
    text !== undefined && isGuard
      ? addPatterns({ file, text }, patterns)
      : { kind: "manual", line: 1, why: "`auth` of this file does not lead to the pages" },
    words,
  );
}

/** Takes addresses of pages that are gone out of the matcher. */
export async function leadNoMore({ builder }: PlanContext, addresses: readonly string[]): Promise<void> {
  const { facts } = builder;
  const { own } = proxyOf(facts);
  if (own === undefined || !asksAuth(facts, own)) return;
  const text = builder.text(own) ?? "";
  const left = withoutPatterns({ file: own, text }, patternsOf(facts, addresses));
  if (left === text) return;
  const edits = [{ start: 0, end: text.length, text: left }];
  const reason = "takes the addresses of their pages out of the matcher";
  builder.edit(own, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}

const proxyOf = (facts: ConfiguredProject) =>
  proxyPlace(facts, baseOf(facts.appDir ?? facts.pagesDir ?? ""), facts.language);

/** Next.js puts its own base path in front of patterns. */
function patternsOf({ files }: ConfiguredProject, addresses: readonly string[]): readonly string[] {
  const prefix = nextBasePath(files);
  return addresses.map((one) => (one.startsWith(`${prefix}/`) ? one.slice(prefix.length) : one));
}
