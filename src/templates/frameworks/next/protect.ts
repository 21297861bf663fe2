/**
 * What guards a Next.js app, for both routers: the part of `auth protect` that they share, and what is read of the
 * guards that are there. It loads the parser.
 */
import type { ConfiguredProject } from "../../../cli/project/facts.js";
import { specifierOf } from "../../../cli/project/tsconfig.js";
import type { EditResult } from "../../../cli/source/text/text-edit.js";
import {
  covers,
  parseProtectedPath,
  type ProtectContext,
  type ProtectedPath,
} from "../../../cli/plan/protected-path.js";
import { usageError } from "../../../cli/terminal/errors.js";
import { placedPages } from "../../../cli/source/configuration/page-addresses.js";
import { styleLike } from "../../../cli/plan/places.js";
import { addPatterns, matcherSnippet, matches, patternOf } from "./matcher.js";
import { createProxy, asksAuth, layoutOf, warnOfProxy, type Router } from "./plan.js";
import { authExpressionsOf } from "../../../cli/findings/auth-expressions.js";
import type { WrittenGuard } from "../../../cli/edit/guard-function.js";
import { projectModules } from "../../../cli/project/sources.js";
import type { AuthExpressions } from "../../../cli/source/routes/auth-expressions.js";
import type { SourceText, Survey } from "../../../cli/findings/survey.js";
import { readIfText } from "../../../cli/project/files.js";
import {
  accessOfAsked,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { exportedFunction, isExportedElsewhere } from "../../../cli/source/names/exported-functions.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { plainPath } from "../../../cli/source/routes/route-path.js";
import { parse, ts, unwrap, visit } from "../../../cli/source/syntax/syntax.js";
import { languageOf, type RouteFile } from "./routes.js";
import { unguarded } from "../unguarded.js";
import { authorizedIn, isOpenHandler, matcherPatterns, proxyOf } from "./checks.js";

/** The same paths behind a language as well, where the app has pages there: `/[locale]/dashboard` for `/dashboard`. */
export const withLanguage = (
  paths: readonly ProtectedPath[],
  all: readonly RouteFile[],
): readonly ProtectedPath[] =>
  paths.flatMap((one) => {
    const below = parseProtectedPath(`/*${one.text}`);
    const isBelow = all.some(({ route }) => languageOf(route) !== undefined && covers(below, route));
    if (!isBelow) return [one];
    return all.some(({ route }) => covers(one, route)) ? [one, below] : [below];
  });

/** What stands below the paths; a path where nothing answers is most likely mistyped. */
export function routesBelow(
  paths: readonly ProtectedPath[],
  all: readonly RouteFile[],
): readonly RouteFile[] {
  const empty = paths.find((one) => !all.some(({ route }) => covers(one, route)));
  if (empty) {
    // A language in front of each address may come by a rewrite.
    const below = parseProtectedPath(`/*${empty.text}`);
    const deeper = all.find(({ route }) => /^\/\[\w+\]\//.test(route) && covers(below, route));
    const routes = all.map(({ route }) => route).slice(0, 12);
    throw usageError(
      "AUTH_E_PROTECT_NOTHING",
      `Nothing of this app answers at ${empty.text}.`,
      deeper ? `It answers at ${deeper.route}: auth protect "${below.text}"` : `It has ${routes.join(", ")}`,
    );
  }
  return all.filter(({ route }) => paths.some((one) => covers(one, route)));
}

/** A language in front may be left out of the address: what adds it stands behind the matcher. */
function addressesOf(path: ProtectedPath, pages: readonly RouteFile[]): readonly string[] {
  const [first, ...rest] = path.segments;
  const isBehindLanguage =
    first === undefined && pages.some(({ route }) => languageOf(route) !== undefined && covers(path, route));
  return [path.segments, ...(isBehindLanguage && rest.length > 0 ? [rest] : [])].map(patternOf);
}

/**
 * Adds the paths with pages to the matcher of the proxy, or writes a proxy for them. It answers with a redirect to the
 * sign-in page, which a `fetch` would take for the answer: where there are no pages the guard of the routes is the only one.
 *
 * @param found what answers below the paths
 * @returns what asks for a session there, in front of a page without a guard of its own; undefined: nothing does
 */
export function planMatcher(
  context: ProtectContext,
  router: Router,
  found: readonly RouteFile[],
): InFront | undefined {
  const { builder, framework, authFile } = context;
  const { facts } = builder;
  const pages = found.filter(({ isPage }) => isPage);
  const paths = context.paths.filter((one) => pages.some(({ route }) => covers(one, route)));
  if (paths.length === 0) return undefined;
  const layout = { ...layoutOf(facts, framework, router), authModule: authFile.replace(/\.\w+$/, "") };
  const patterns = [...new Set(paths.flatMap((one) => addressesOf(one, pages)))];
  const { own } = layout.proxy;
  if (own === undefined) {
    createProxy({ builder, template: {}, hasStore: false }, layout, {
      guarded: patterns,
      pages: placedPages(facts.configuration).map(({ address }) => address),
    });
    return builder.text(layout.proxy.proxyFile) === undefined ? undefined : decides(facts);
  }
  if (!asksAuth(facts, own)) {
    warnOfProxy({ builder }, layout, own);
    return undefined;
  }
  const source = { file: own, text: builder.text(own) ?? "" };
  builder.edit(own, addPatterns(source, patterns), {
    reason: `guards ${paths.map(({ text }) => text).join(", ")}`,
    already: "guards these paths",
    snippet: matcherSnippet(patterns, styleLike(facts, [own])),
  });
  return handlerIn(source) ?? decides(facts);
}

/** What decides in a proxy: `callbacks.authorized`, or a function of the app's own that is given the session. */
export type InFront = "authorized" | "function";

/** Without `authorized` the proxy lets everybody through. */
const decides = ({ configuration }: ConfiguredProject): InFront | undefined =>
  configuration?.options.some(({ path }) => path === "callbacks.authorized") ? "authorized" : undefined;

/** `auth((request) => { if (!request.auth) return Response.redirect(…); })` */
function handlerIn({ file, text }: { readonly file: string; readonly text: string }): InFront | undefined {
  let found: InFront | undefined;
  visit(parse(text, file), (node) => {
    const isAuth = ts.isCallExpression(node) && node.expression.getText() === "auth";
    const given = isAuth ? node.arguments[0] : undefined;
    if (given && ts.isFunctionLike(given) && asks(given) && refuses(given)) found = "function";
  });
  return found;
}

function asks(handler: ts.Node): boolean {
  let isAsked = false;
  visit(handler, (node) => {
    isAsked ||= ts.isPropertyAccessExpression(node) && node.name.text === "auth";
    isAsked ||= ts.isBindingElement(node) && (node.propertyName ?? node.name).getText() === "auth";
  });
  return isAsked;
}

const answers: ReadonlySet<string> = new Set(
  ["Response", "NextResponse"].flatMap((name) =>
    ["", ".redirect", ".json", ".rewrite"].map((member) => name + member),
  ),
);

/** It answers by itself: `Response.redirect(…)`, `new NextResponse(…)`. */
function refuses(handler: ts.Node): boolean {
  let isAnswered = false;
  visit(handler, (node) => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    isAnswered ||= isCall && answers.has(node.expression.getText());
  });
  return isAnswered;
}

/** A file of the app that gets a guard. */
export interface GuardedFile {
  readonly file: string;
  readonly what: string;
  /** What a person would write. */
  readonly snippet: string;
  readonly edit: (
    source: { readonly file: string; readonly text: string },
    auth: Pick<WrittenGuard, "specifier" | "open">,
  ) => EditResult;
}

export function planGuard({ builder, authFile }: ProtectContext, guarded: GuardedFile): void {
  const { facts } = builder;
  const { file, what, snippet, edit } = guarded;
  const specifier = specifierOf(authFile.replace(/\.\w+$/, ""), file, facts.tsconfig);
  builder.edit(
    file,
    edit({ file, text: builder.text(file) ?? "" }, { specifier, open: projectModules(facts) }),
    {
      reason: what,
      already: "is guarded",
      snippet: `import { auth } from "${specifier}";\n${snippet}`,
    },
  );
}

/** The path to come back to, where the address has no parameters; undefined: the page before. */
export const wayBack = (prefix: string, route: string): string | undefined =>
  route.includes("[") ? undefined : prefix + route;

/** A file of the app, parsed, with what its names stand for. */
interface Opened {
  readonly file: string;
  readonly text: string;
  readonly root: ts.SourceFile;
  readonly known: AuthExpressions;
}

export function openFile(all: Survey, file: string): Opened {
  const text = readIfText(all.facts.files, file)?.text ?? "";
  return { file, text, root: parse(text, file), known: authExpressionsOf(all) };
}

/** A route of a file, with what the proxy in front of it asks for. */
export function nextRoute(
  all: Survey,
  opened: Opened,
  { route, method, at, own }: { route: string; method: string; at: number; own: Access | undefined },
): AppRoute {
  const path = plainPath(route);
  const place = { method, file: opened.file, line: lineAt(opened.text, at) };
  if (path === undefined) return { ...place, path: route, access: unclear("its address is not in sight") };
  const found = allOf([proxyAccess(all, path), own].flatMap((one) => one ?? []));
  return { ...place, path, access: found ?? unguarded(method, path) };
}

/** What the guards in a file, or in a part of it, ask for together. */
export const accessIn = ({ root, known }: Opened, part: ts.Node = root): Access | undefined =>
  allOf(known.guardsIn(part).map(({ asked }) => accessOfAsked(asked, "auth.require()")));

/** What an exported function asks for: the guard around it; undefined where nothing in it knows sessions. */
export function accessOfExport(opened: Opened, name: string): Access | undefined {
  const exported = exportedFunction(opened.root, name);
  if (exported === undefined)
    return isExportedElsewhere(opened.root, name) ? unclear("it is exported from elsewhere") : undefined;
  const value = exported.kind === "value" ? unwrap(exported.value) : exported.node;
  const asked = opened.known.asked(value);
  if (asked !== undefined) return accessOfAsked(asked, "auth.require()");
  return accessIn(opened, value) ?? readerOf(value.getText());
}

/** Code that reads the session and decides by itself. */
export const readerOf = (code: string): Access | undefined =>
  readsSession(code) ? unclear("its code reads the session itself") : undefined;

/** Where a file exports a name; undefined: it does not. */
export function exportedAt({ root }: Opened, name: string): number | undefined {
  const exported = exportedFunction(root, name);
  if (exported) return exported.kind === "value" ? exported.value.getStart() : exported.node.getStart();
  return isExportedElsewhere(root, name) ? 0 : undefined;
}

/** What the proxy asks for at an address; undefined where it lets everybody through. */
function proxyAccess(all: Survey, path: string): Access | undefined {
  const proxy = proxyOf(all);
  if (proxy === undefined || !proxy.names.has("auth") || !isInFront(proxy, path)) return undefined;
  if (isOpenHandler(all)) return undefined;
  const authorized = authorizedIn(all)?.member.value;
  const isFunction = proxy.calls.some(({ callee }) => callee === "auth");
  if (isFunction) return unclear(`${proxy.path} decides by a function of its own`);
  if (authorized === undefined) return undefined;
  return ["role", "request", "pathname"].some((word) => authorized.includes(word))
    ? unclear("callbacks.authorized decides by more than the session")
    : { kind: "guarded", roles: undefined, guard: proxy.path };
}

/** Whether the matcher has an address; without one the proxy is in front of all. */
function isInFront(proxy: SourceText, path: string): boolean {
  const address = path.replaceAll(":", "");
  return matcherPatterns(proxy)?.patterns.some(({ text }) => matches(text, address)) ?? true;
}
