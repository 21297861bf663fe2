/**
 * What guards a SvelteKit app: `handle` of its hooks, where `auth protect` puts a guard for each path, and load functions,
 * actions and endpoints that ask for themselves. `auth test init` gets every route with its guards. It loads the parser.
 */
import {
  finish,
  manual,
  openFile,
  type Opened,
  type WrittenGuard,
} from "../../../cli/edit/guard-function.js";
import { requirementText, type WrittenRequirement } from "../../../cli/edit/requirement.js";
import { guardsOf, pathGuard, type PathGuard } from "../../../cli/findings/auth-expressions.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import { asksBelow, guardPattern, type ProtectContext } from "../../../cli/plan/protected-path.js";
import { leavePublicFiles } from "../../../cli/plan/public-files.js";
import { readIfText } from "../../../cli/project/files.js";
import { projectModules } from "../../../cli/project/sources.js";
import { exportedFunction, isExportedElsewhere } from "../../../cli/source/names/exported-functions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { isSamePath, otherGuard, requires, textOf } from "../../../cli/source/routes/requirement.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import {
  accessOfAsked,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { readSource } from "../../../cli/source/syntax/source-facts.js";
import { readsSession, showsSession } from "../../../cli/source/syntax/probes.js";
import { locateModule, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import type { TextStyle } from "../../../cli/source/text/text-style.js";
import { unguarded } from "../unguarded.js";
import { askAtNavigations } from "./navigation.js";
import { authSpecifier, kitStyle, hooksFile, routesIn, type KitRoute } from "./place.js";

// With them what else of `auth init` loads the parser: a file of code is opened once for all of it.
export { addInterfaceMember } from "../../../cli/edit/interface-member.js";
export { addToLayout } from "./layout.js";
export { acceptForm, refuseForm } from "./trusted-origins.js";

export function protectSvelteKit(context: ProtectContext): void {
  const { builder, authFile, paths, requirement } = context;
  const { facts } = builder;
  checkAnswered(context);
  const file = hooksFile(facts.files) ?? `src/hooks.server.${facts.language}`;
  const specifier = authSpecifier(facts, authFile, file);
  const { quote } = kitStyle(facts);
  const wanted = paths.map((one) => ({ path: guardPattern(one, requirement), ...requirement }));
  const listed = wanted.map((one) => guardText("auth", one, quote)).join(", ");
  const whole = `import { sequence } from "@sveltejs/kit/hooks";\nimport { auth } from "${specifier}";\n\nexport const handle = sequence(auth.handle, ${listed});\n`;
  const reason = asksBelow(
    requirement,
    paths.map(({ text }) => text),
  );
  const text = builder.text(file);
  if (text === undefined) builder.create(file, whole, reason);
  else
    builder.edit(
      file,
      addHandles({ file, text }, { specifier, open: projectModules(facts), quote, wanted }),
      {
        reason,
        already: "guards these paths",
        snippet: whole,
      },
    );
  leavePublicFiles(context, "static/");
  askAtNavigations(context);
}

/** What `handle` of the hooks gets. */
interface WrittenHandles extends Pick<WrittenGuard, "specifier" | "open"> {
  readonly quote?: TextStyle["quote"];
  /** What its guards ask for. */
  readonly wanted?: readonly WrittenRequirement[];
}

const guardText = (auth: string, requirement: WrittenRequirement, quote: string): string =>
  `${auth}.require(${requirementText(requirement, quote)})`;

/**
 * Makes `auth.handle`, and these guards behind it, the first of what `handle` of the hooks does.
 */
export function addHandles(
  source: SourceText,
  { quote = '"', wanted = [], ...written }: WrittenHandles,
): EditResult {
  const guard = { ...written, requirement: {} };
  const opened = openFile(source, guard);
  if ("kind" in opened) return opened;
  const present = opened.known.guardsIn(opened.root);
  const missing = wanted.filter((one) => !present.some(({ asked }) => requires(asked, one)));
  const other = present.find(({ asked }) =>
    missing.some(({ path }) => isSamePath(textOf(asked, "path"), path)),
  );
  if (other !== undefined)
    return manual(source.text, other.node.getStart(), otherGuard(other.asked, missing[0] ?? {}));
  const edits = handleEdits(
    opened,
    missing.map((one) => guardText(opened.local, one, quote)),
  );
  if ("kind" in edits || edits.length === 0) return "kind" in edits ? edits : { kind: "edits", edits };
  const isSequence = edits.some(({ text }) => text.includes("sequence("));
  const isImported = locateModule(source.text, source.file).names.has("sequence");
  const more = isSequence && !isImported ? [{ specifier: "@sveltejs/kit/hooks", names: ["sequence"] }] : [];
  const whole = openFile(source, guard, more);
  return "kind" in whole ? whole : finish(whole, edits);
}

/** What `handle` becomes: `auth.handle` alone, or a sequence that begins with it. */
function handleEdits(
  { root, local, text, style }: Opened,
  guards: readonly string[],
): TextEdit[] | EditResult {
  const first = `${local}.handle`;
  const opening = `sequence(${[first, ...guards].join(", ")}`;
  const end = style.semicolons ? ";" : "";
  const exported = exportedFunction(root, "handle");
  if (exported === undefined) {
    if (isExportedElsewhere(root, "handle"))
      return manual(text, 0, "`handle` is exported in a list or from another file");
    const value = guards.length === 0 ? first : `${opening})`;
    return [insert(text.length, `${style.eol}export const handle = ${value}${end}${style.eol}`)];
  }
  if (exported.kind === "declaration") {
    const { node } = exported;
    return [insert(declared(node), `const handle = ${opening}, `), insert(node.getEnd(), `)${end}`)];
  }
  const value = unwrap(exported.value);
  if (value.getText() === first)
    return guards.length === 0 ? [] : [{ start: value.getStart(), end: value.getEnd(), text: `${opening})` }];
  if (ts.isCallExpression(value) && value.expression.getText() === "sequence")
    return intoSequence(value, first, guards);
  return [insert(exported.value.getStart(), `${opening}, `), insert(exported.value.getEnd(), ")")];
}

/** A guard comes behind what tells it who asks, and in front of what answers. */
function intoSequence(call: ts.CallExpression, first: string, guards: readonly string[]): TextEdit[] {
  const own = call.arguments.find((one) => one.getText() === first);
  if (own !== undefined)
    return guards.length === 0 ? [] : [insert(own.getEnd(), guards.map((one) => `, ${one}`).join(""))];
  const [next] = call.arguments;
  const added = [first, ...guards].join(", ");
  return [insert(next?.getStart() ?? call.getEnd() - 1, next === undefined ? added : `${added}, `)];
}

/** Where `async function` begins. */
function declared(node: ts.FunctionDeclaration): number {
  const word = (kind: ts.SyntaxKind) => node.getChildren().find((one) => one.kind === kind);
  const asyncWord = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  return (asyncWord ?? word(ts.SyntaxKind.FunctionKeyword) ?? node).getStart();
}

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
// Every route, with what guards it.

/** The routes of a SvelteKit app, with the guards of its hooks and those beside their data. */
export function routesOf(all: Survey): readonly AppRoute[] {
  const { files } = all.facts;
  const hooks = hookGuards(all);
  return routesIn(files).flatMap((route): AppRoute[] => {
    const path = plainPath(route.address);
    if (path === undefined) return [];
    const around = hooks.filter(({ pattern }) => holdsAt(pattern, path, false)).map(({ access }) => access);
    const one = (method: string, file: string, own: readonly Access[]): AppRoute => ({
      method,
      path,
      file,
      line: 1,
      access: allOf([...around, ...own]) ?? unguarded(method, path),
    });
    return [
      ...(route.page === undefined
        ? []
        : [{ ...one("GET", route.page, pageAccess(all, route)), isLinked: true as const }]),
      ...endpointAccess(all, route).map(({ method, access }) => one(method, route.endpoint ?? "", access)),
    ];
  });
}

/** The guards of the hooks. */
export const hookGuards = (all: Survey): readonly PathGuard[] =>
  guardsOf(all, hooksFile(all.facts.files) ?? "").map(pathGuard);

/** Each method that an endpoint answers, with what its code asks for. */
function endpointAccess(all: Survey, { endpoint }: KitRoute) {
  if (endpoint === undefined) return [];
  const methods = methodsOf(all.facts.files.read(endpoint)?.text ?? "", endpoint);
  const guards = guardsOf(all, endpoint);
  // Which guard is whose is not read: it is plain where each method has the same.
  const isAlike =
    guards.length >= methods.length && new Set(guards.map(({ node }) => node.getText())).size === 1;
  const isPlain = methods.length < 2 || guards.length === 0 || isAlike;
  const access = isPlain ? ownAccess(all, endpoint) : [unclear("its methods have guards of their own")];
  return methods.map((method) => ({ method, access }));
}

/** The methods that an endpoint answers. */
const methodsOf = (text: string, file: string): readonly string[] =>
  readSource(text, file).exports.filter((name) => ["GET", "POST", "PUT", "PATCH", "DELETE"].includes(name));

/** What the load function of a page asks for, or one around it. */
function pageAccess(all: Survey, { folder, pageServer }: KitRoute): readonly Access[] {
  const layouts = all.sources
    .map(({ path }) => path)
    .filter(
      (file) =>
        /\/\+layout\.server\.[jt]s$/.test(file) &&
        folder.startsWith(file.slice(0, file.lastIndexOf("/") + 1)),
    );
  return [...layouts, ...(pageServer === undefined ? [] : [pageServer])].flatMap((file) =>
    showsSession(readIfText(all.facts.files, file)?.text ?? "") ? [] : ownAccess(all, file),
  );
}

/** What a file asks for itself: guards in it, or code that reads the session. */
function ownAccess(all: Survey, file: string): readonly Access[] {
  const guards = guardsOf(all, file);
  if (guards.length > 0) return guards.map(({ node, asked }) => accessOfAsked(asked, node.getText()));
  return readsSession(readIfText(all.facts.files, file)?.text ?? "")
    ? [unclear("its code reads the session itself")]
    : [];
}
