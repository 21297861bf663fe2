/**
 * What doctor finds of guards in an App Router: what looks private and asks nobody, and what the proxy's matcher
 * catches by mistake.
 */
import { finding, type Finding, type Repair } from "../../../cli/findings/finding.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { isMachinePath, isPrivatePath } from "../../../cli/findings/private-paths.js";
import {
  isBare,
  isInAuthorized,
  isOpenHandler,
  matcherPatterns,
  passesEverybody,
  proxyOf,
  type Pattern,
} from "../next/checks.js";
import { matches } from "../next/matcher.js";
import { guardsOf, pathGuard } from "../../../cli/findings/auth-expressions.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import { accessIn, openFile } from "../next/protect.js";
import { appRoutes } from "../next/routes.js";
import { nextBasePath, usesCacheComponents } from "../next/project-files.js";
import type { SourceFunction } from "../../../cli/source/syntax/source-facts.js";
import { configuredBasePath, placeIn, type SourceText, type Survey } from "../../../cli/findings/survey.js";

const writingMethods = ["POST", "PUT", "PATCH", "DELETE"];

/** What looks private and asks nobody who they are. */
export const checkGuards = (all: Survey, appDir: string): Finding[] => [
  ...pages(all, appDir),
  ...writes(all, appDir),
  ...suspense(all, appDir),
];

/** Whether a file, or one of the project that it imports, reads the session. */
function isGuarded(all: Survey, source: SourceText): boolean {
  if (asksHere(all, source)) return true;
  return source.imports.some(({ specifier }) => {
    const name = specifier.replace(/^(?:@\/|~\/|\.{1,2}\/)+/, "").replace(/\.\w+$/, "");
    if (name === specifier) return false;
    return all.sources.some((one) => one.path.replace(/\.\w+$/, "").endsWith(name) && asksHere(all, one));
  });
}

const asksHere = (all: Survey, { path, code }: SourceText): boolean =>
  readsSession(code) || guardsOf(all, path).length > 0;

function pages(all: Survey, appDir: string): Finding[] {
  const proxy = proxyOf(all);
  const isGuard = proxy && /\bauth\b/.test(proxy.code) && !isOpenHandler(all);
  const patterns = isGuard ? (matcherPatterns(proxy)?.patterns.map(({ text }) => text) ?? ["/:path*"]) : [];
  const wishes = proxy ? proxyWishes(all, proxy) : [];
  return appRoutes(all.facts.files, appDir).flatMap(({ file, route, isPage }) => {
    const source = all.sources.find(({ path }) => path === file);
    if (source === undefined) return [];
    const at = { path: file, line: 1 };
    const wish = wishes.find(({ isFor }) => isFor(route));
    const own = accessIn(openFile(all, file));
    if (wish?.roles !== undefined && own?.kind === "guarded" && own.roles === undefined) {
      const message = `${proxy?.path} asks for the role ${wish.roles.join(" or ")} at ${route}, and this file for a session alone.`;
      return [finding("AUTH_D_PROXY_ROLE", { ...at, message })];
    }
    if (isGuarded(all, source) || (isPage && isLayoutGuarded(all, file))) return [];
    const covering = patterns.filter((pattern) => matches(pattern, route));
    // A pattern that names the path, or a guard of the proxy for it, says that somebody wanted it guarded.
    const isNamed = wish !== undefined || covering.some((pattern) => /^\/[\w-]/.test(pattern));
    if (!isNamed && !(isPage && isPrivatePath(route))) return [];
    return [inFront(all, { file, route }, covering.length > 0 ? "matcher" : wish && "guard")];
  });
}

/** What a page is that reads no session itself, by what the proxy has for its address. */
function inFront(
  all: Survey,
  { file, route }: { file: string; route: string },
  by: "matcher" | "guard" | undefined,
): Finding {
  const proxy = proxyOf(all);
  const at = { path: file, line: 1 };
  if (by === undefined || !proxy) {
    const message = `${route} looks private and never reads the session.`;
    return finding("AUTH_D_UNGUARDED_PAGE", { ...at, message });
  }
  if (by === "matcher" && passesEverybody(all, proxy)) {
    const message = `${proxy.path} stands in front of ${route}, and without callbacks.authorized it lets everybody through.`;
    return finding("AUTH_D_UNGUARDED_PAGE", { ...at, message });
  }
  return finding("AUTH_D_PROXY_ONLY", { ...at, message: `${route} is guarded by ${proxy.path} alone.` });
}

/** What `auth.require({ path, role }, …)` of a proxy asks for, and where. */
function proxyWishes(all: Survey, { path: file }: SourceText) {
  return guardsOf(all, file)
    .map(pathGuard)
    .flatMap(({ pattern, access }) => {
      if (pattern === "") return [];
      const roles = access.kind === "guarded" ? access.roles : undefined;
      return [{ roles, isFor: (route: string) => holdsAt(pattern, plainPath(route) ?? route, false) }];
    });
}

const refusing = ["redirect", "notFound", "forbidden", "unauthorized"];

/** What refuses by a call, or decides about what it has read. */
const refuses = (all: Survey, { path, calls, code }: SourceText): boolean =>
  guardsOf(all, path).length > 0 ||
  calls.some(({ callee }) => refusing.includes(callee)) ||
  ["if (", "\n  await "].some((word) => code.includes(word));

/** A layout that refuses; one that shows who is signed in lets everybody go on. */
function isLayoutGuarded(all: Survey, page: string): boolean {
  return all.sources.some(
    (source) =>
      /\/layout\.[jt]sx?$/.test(source.path) &&
      page.startsWith(source.path.replace(/layout\.\w+$/, "")) &&
      refuses(all, source) &&
      isGuarded(all, source),
  );
}

/** Functions of a file that read the session, by way of each other too. */
function sessionReaders(source: SourceText): ReadonlySet<string> {
  const { functions } = source;
  const callers = new Map<string, string[]>();
  for (const one of functions)
    for (const called of calledIn(source, one))
      callers.set(called, [...(callers.get(called) ?? []), one.name]);
  const found = new Set(functions.flatMap(({ name, code }) => (readsSession(code) ? name : [])));
  // What is added while the set is gone through is gone through as well.
  for (const name of found) for (const caller of callers.get(name) ?? []) found.add(caller);
  found.delete("");
  return found;
}

const calledIn = ({ calls }: SourceText, { start, code }: SourceFunction): readonly string[] =>
  calls.flatMap((one) => (one.start >= start && one.start < start + code.length ? one.callee : []));

/** Whether a function asks who is there by way of another one of its file. */
function asksByOthers(source: SourceText, one: SourceFunction): boolean {
  const readers = sessionReaders(source);
  return calledIn(source, one).some((called) => readers.has(called));
}

function writes(all: Survey, appDir: string): Finding[] {
  return all.sources.flatMap((source) => {
    if (isMachinePath(source.path)) return [];
    const isRoute = source.path.startsWith(`${appDir}/`) && /\/route\.[jt]s$/.test(source.path);
    return source.functions
      .filter(
        ({ isAction, isExported, name, code }) =>
          (isAction || (isRoute && isExported && writingMethods.includes(name))) && !readsSession(code),
      )
      .filter((one) => !asksByOthers(source, one) && (!isRoute || !isGuarded(all, source)))
      .map(({ name, isAction, start }) => {
        const what = isAction ? `The server action ${name || "here"}` : name;
        return finding("AUTH_D_UNGUARDED_WRITE", {
          ...placeIn(source, start),
          message: `${what} never reads the session.`,
        });
      });
  });
}

/** With cache components a page may not wait for the request outside of Suspense. */
function suspense(all: Survey, appDir: string): Finding[] {
  if (!usesCacheComponents(all.facts.files)) return [];
  return all.sources
    .filter(({ path }) => path.startsWith(`${appDir}/`) && /\/(?:page|layout)\.[jt]sx?$/.test(path))
    .flatMap((source) => {
      const component = source.functions.find(({ isDefault }) => isDefault);
      const at = component
        ? component.ownCode.search(/\bawait\s+(?:auth(?:\.require)?|cookies|headers)\s*\(/)
        : -1;
      if (!component || at === -1) return [];
      const message = `${component.name || "The page"} awaits the session outside of Suspense.`;
      return [finding("AUTH_D_NEXT_SUSPENSE", { ...placeIn(source, component.start + at), message })];
    });
}

const defaultBase = "/api/auth";

/** What a guard without a function of its own catches by mistake. */
export function checkMatcher(all: Survey, source: SourceText): Finding[] {
  // A function of one's own, or a guard for a path, may let the endpoints through; `authorized` alone does not know them.
  if (!/\bauth\b/.test(source.code) || !isBare(source) || passesEverybody(all, source)) return [];
  const found = matcherPatterns(source);
  const at = found ? placeIn(source, found.start) : { path: source.path, line: 1 };
  const covers = (pathname: string) =>
    found === undefined || found.patterns.some(({ text }) => matches(text, pathname));
  const base = endpointsInPatterns(all);
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

/** Next.js takes the app's own base path off an address before it compares it with a pattern. */
function endpointsInPatterns(all: Survey): string {
  const configured = configuredBasePath(all) ?? defaultBase;
  const prefix = nextBasePath(all.facts.files);
  return configured.startsWith(`${prefix}/`) ? configured.slice(prefix.length) : configured;
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
