import { finding, type Finding, type Repair } from "../../../../cli/findings/finding.js";
import { isBare, isInAuthorized, passesEverybody } from "../../next/checks/handler.js";
import { matches } from "../../next/matcher-pattern.js";
import {
  configuredBasePath,
  placeIn,
  type SourceText,
  type Survey,
} from "../../../../cli/findings/survey.js";

const defaultBase = "/api/auth";

/** A pattern with its place in the file, quotes included. */
interface Pattern {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Patterns of `config.matcher`; undefined where there is none. */
export function matcherPatterns({
  objects,
  texts,
}: SourceText): { readonly patterns: readonly Pattern[]; readonly start: number } | undefined {
  for (const { members } of objects) {
    const member = members.find(({ path }) => path === "matcher");
    if (!member) continue;
    const { start, valueStart, valueEnd } = member;
    const inside = texts.filter((one) => one.start >= valueStart && one.end <= valueEnd);
    return { patterns: inside.filter(({ text }) => text.startsWith("/")), start };
  }
  return undefined;
}

/** What a guard without a function of its own catches by mistake. */
export function checkMatcher(all: Survey, source: SourceText): Finding[] {
  // A function of one's own, or a guard for a path, may let the endpoints through; `authorized` alone does not know them.
  if (!/\bauth\b/.test(source.code) || !isBare(source) || passesEverybody(all, source)) return [];
  const found = matcherPatterns(source);
  const at = found ? placeIn(source, found.start) : { path: source.path, line: 1 };
  const covers = (pathname: string) =>
    found === undefined || found.patterns.some(({ text }) => matches(text, pathname));
  const base = configuredBasePath(all) ?? defaultBase;
  const said = found ? "The matcher" : "Without a matcher the guard";
  if (endpoints(base).every(covers) && !isInAuthorized(all, base.slice(1))) {
    const repair = repairFor(source, base, found?.patterns);
    return [finding("AUTH_D_NEXT_MATCHER_AUTH", { ...at, message: `${said} catches ${base}.`, repair })];
  }
  if (covers(someAsset) && !isInAuthorized(all, "_next")) {
    const repair = withoutAssets(source, found?.patterns ?? []);
    return [
      finding("AUTH_D_NEXT_MATCHER_STATIC", { ...at, message: `${said} catches /_next/static.`, repair }),
    ];
  }
  return [];
}

const endpoints = (base: string) => [`${base}/signin`, `${base}/callback/github`];

const assets = ["_next/static", "_next/image", "favicon.ico"];
const someAsset = "/_next/static/chunks/main.js";
const lookahead = "/((?!";
const everything = ["/:path*", "/(.*)", "/:path(.*)", "/:path*/"];

/** The same pattern without the endpoints, where it is one for everything with or without exceptions. */
function without(base: string, pattern: string): string | undefined {
  const own = base.slice(1);
  if (everything.includes(pattern)) return `/((?!${[own, ...assets].join("|")}).*)`;
  return pattern.startsWith(lookahead) ? `${lookahead}${own}|${pattern.slice(lookahead.length)}` : undefined;
}

function repairFor(
  source: SourceText,
  base: string,
  patterns: readonly Pattern[] | undefined,
): Repair | undefined {
  // What stands in an expression may not be one itself.
  if (!/^\/[\w/-]+$/.test(base)) return undefined;
  if (patterns === undefined) return addition(source, base);
  const wrong = patterns.filter(({ text }) => endpoints(base).some((one) => matches(text, one)));
  const edits = wrong.flatMap(({ text, start, end }) => {
    const right = without(base, text);
    if (right === undefined || endpoints(base).some((one) => matches(right, one))) return [];
    return [{ start, end, text: written(right, source.text.slice(start, end)) }];
  });
  return edits.length === wrong.length ? { kind: "splice", file: source.path, edits } : undefined;
}

/** A pattern as code has it, in the quotes of the one before. */
const written = (pattern: string, [quote = '"']: string): string =>
  quote + pattern.replaceAll("\\", "\\\\") + quote;

/** Static files as further exceptions of the patterns that have some. */
function withoutAssets({ path, text: code }: SourceText, patterns: readonly Pattern[]): Repair | undefined {
  const wrong = patterns.filter(({ text }) => matches(text, someAsset));
  const edits = wrong.flatMap(({ text, start, end }) => {
    const own = assets.filter((one) => matches(text, `/${one}`));
    const right = text.replace(lookahead, `${lookahead}${own.join("|")}|`);
    return text.startsWith(lookahead) && !matches(right, someAsset)
      ? [{ start, end, text: written(right, code.slice(start, end)) }]
      : [];
  });
  return wrong.length > 0 && edits.length === wrong.length
    ? { kind: "splice", file: path, edits }
    : undefined;
}

/** A file without any `config` gets one at its end. */
function addition({ path, text, exports }: SourceText, base: string): Repair | undefined {
  if (exports.length === 0 || exports.includes("config") || exports.includes("*")) return undefined;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const open = text.endsWith("\n") ? "" : eol;
  const config = `export const config = { matcher: ["${without(base, "/(.*)")}"] };`;
  const edits = [{ start: text.length, end: text.length, text: `${open}${eol}${config}${eol}` }];
  return { kind: "splice", file: path, edits };
}
