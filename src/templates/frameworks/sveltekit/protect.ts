/**
 * What guards a SvelteKit app: `handle` of its hooks, where `auth protect` puts a guard for each path, and load functions,
 * actions and endpoints that ask for themselves. `auth test init` gets every route with its guards. It loads the parser.
 */
import { finish, openFile, type Opened } from "../../../cli/edit/guard-function.js";
import type { WantedImport } from "../../../cli/edit/imports.js";
import { requirementText } from "../../../cli/edit/requirement.js";
import type { Survey } from "../../../cli/findings/survey.js";
import { checkAnswered } from "../../../cli/plan/answered.js";
import { covers, type ProtectContext } from "../../../cli/plan/protected-path.js";
import { readIfText } from "../../../cli/project/files.js";
import { exportedFunction, isExportedElsewhere } from "../../../cli/source/names/exported-functions.js";
import type { SourceText } from "../../../cli/source/names/names.js";
import { pathInGuard } from "../../../cli/source/routes/requirement.js";
import { holdsAt, plainPath } from "../../../cli/source/routes/route-path.js";
import {
  accessOfGuard,
  allOf,
  unclear,
  type Access,
  type AppRoute,
} from "../../../cli/source/syntax/access.js";
import { readsSession } from "../../../cli/source/syntax/probes.js";
import { locateModule, ts, unwrap } from "../../../cli/source/syntax/syntax.js";
import { lineAt } from "../../../cli/source/text/layout.js";
import type { EditResult, TextEdit } from "../../../cli/source/text/text-edit.js";
import { starredPattern } from "../server/protect.js";
import { unguarded } from "../unguarded.js";
import { authSpecifier, kitStyle, hooksFile, prerenderedBy, routesIn, type KitRoute } from "./place.js";

export function protectSvelteKit(context: ProtectContext): void {
  const { builder, facts, authFile, paths, requirement } = context;
  checkAnswered(context);
  const file = hooksFile(facts.files) ?? `src/hooks.server.${facts.language}`;
  const specifier = authSpecifier(facts, authFile, file);
  const { quote } = kitStyle(facts);
  const guards = paths.map((one) => requirementText({ path: starredPattern(one), ...requirement }, quote));
  const listed = guards.map((one) => `auth.require(${one})`).join(", ");
  const whole = `import { sequence } from "@sveltejs/kit/hooks";\nimport { auth } from "${specifier}";\n\nexport const handle = sequence(auth.handle, ${listed});\n`;
  const reason = `asks for a user below ${paths.map(({ text }) => text).join(", ")}`;
  const text = builder.text(file);
  if (text === undefined) builder.create(file, whole, reason);
  else
    builder.edit(file, addHandles({ file, text }, specifier, guards), {
      reason,
      already: "guards these paths",
      snippet: whole,
    });
  for (const route of routesIn(facts.files)) {
    const by = paths.some((one) => covers(one, route.address))
      ? prerenderedBy(facts.files, route)
      : undefined;
    if (by !== undefined)
      builder.leave(
        `${route.address} is a file of the build, which no guard stands in front of: write export const prerender = false in ${route.folder}+page.server.${facts.language} (${by} says otherwise)`,
      );
  }
}

/**
 * Makes `auth.handle`, and these guards behind it, the first of what `handle` of the hooks does.
 *
 * @param guards arguments of `auth.require`
 */
export function addHandles(source: SourceText, specifier: string, guards: readonly string[]): EditResult {
  const hasSequence = locateModule(source.text, source.file).names.has("sequence");
  const wanted = (text: string): readonly WantedImport[] =>
    hasSequence || text === "" ? [] : [{ specifier: "@sveltejs/kit/hooks", names: ["sequence"] }];
  const plain = openFile(source, { specifier, requirement: {} });
  if ("kind" in plain) return plain;
  const { root, local, text } = plain;
  const first = `${local}.handle`;
  const missing = guards.map((one) => `${local}.require(${one})`).filter((one) => !text.includes(one));
  const exported = exportedFunction(root, "handle");
  const opened = (): Opened => openFile(source, { specifier, requirement: {} }, wanted("sequence")) as Opened;
  if (exported === undefined) {
    if (isExportedElsewhere(root, "handle"))
      return byHand(text, 0, "`handle` is exported in a list or from another file");
    const value = missing.length === 0 ? first : `sequence(${[first, ...missing].join(", ")})`;
    const { style, ...file } = missing.length === 0 ? plain : opened();
    const line = `${style.eol}export const handle = ${value}${style.semicolons ? ";" : ""}${style.eol}`;
    return finish({ style, ...file }, [insert(text.length, line)]);
  }
  if (exported.kind === "declaration") {
    const { node } = exported;
    const start = declared(node);
    const opening = `const handle = sequence(${[first, ...missing].join(", ")}, `;
    const file = opened();
    return finish(file, [insert(start, opening), insert(node.getEnd(), file.style.semicolons ? ");" : ")")]);
  }
  const value = unwrap(exported.value);
  if (value.getText() === first) {
    if (missing.length === 0) return { kind: "edits", edits: [] };
    const { start, end } = { start: value.getStart(), end: value.getEnd() };
    return finish(opened(), [{ start, end, text: `sequence(${[first, ...missing].join(", ")})` }]);
  }
  if (ts.isCallExpression(value) && value.expression.getText() === "sequence")
    return intoSequence(plain, value, first, missing);
  const all = [first, ...missing].join(", ");
  return finish(opened(), [
    insert(exported.value.getStart(), `sequence(${all}, `),
    insert(exported.value.getEnd(), ")"),
  ]);
}

function intoSequence(
  opened: Opened,
  call: ts.CallExpression,
  first: string,
  missing: readonly string[],
): EditResult {
  const own = call.arguments.find((one) => one.getText() === first);
  const added = own === undefined ? [first, ...missing] : missing;
  if (added.length === 0) return { kind: "edits", edits: [] };
  // A guard comes behind what tells it who asks, and in front of what answers.
  if (own !== undefined)
    return finish(opened, [insert(own.getEnd(), added.map((one) => `, ${one}`).join(""))]);
  const [next] = call.arguments;
  const at = next?.getStart() ?? call.getEnd() - 1;
  return finish(opened, [insert(at, added.join(", ") + (next === undefined ? "" : ", "))]);
}

/** Where `async function` begins. */
function declared(node: ts.FunctionDeclaration): number {
  const word = (kind: ts.SyntaxKind) => node.getChildren().find((one) => one.kind === kind);
  const asyncWord = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  return (asyncWord ?? word(ts.SyntaxKind.FunctionKeyword) ?? node).getStart();
}

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
const byHand = (text: string, offset: number, why: string): EditResult => ({
  kind: "manual",
  line: lineAt(text, offset),
  why,
});

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
      ...(route.page === undefined ? [] : [one("GET", route.page, pageAccess(all, route))]),
      ...(route.endpoint === undefined
        ? []
        : methodsOf(files.read(route.endpoint)?.text ?? "").map((method) =>
            one(method, route.endpoint ?? "", ownAccess(all, route.endpoint ?? "")),
          )),
    ];
  });
}

/** Guards of the hooks, with their paths; "" for every path. */
export const hookGuards = (all: Survey): readonly { readonly pattern: string; readonly access: Access }[] =>
  guardCalls(all, hooksFile(all.facts.files) ?? "").map((code) => ({
    pattern: pathInGuard(code) ?? "",
    access: accessOfGuard(code),
  }));

const methodsOf = (code: string): readonly string[] =>
  ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((name) =>
    new RegExp(
      String.raw`\bexport\s+(?:const|(?:async\s+)?function)\s+${name}\b|\bexport\s*\{[^}]*\b${name}\b`,
    ).test(code),
  );

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
    ownAccess(all, file),
  );
}

/** What a file asks for itself: guards in it, or code that reads the session. */
function ownAccess(all: Survey, file: string): readonly Access[] {
  const guards = guardCalls(all, file);
  if (guards.length > 0) return guards.map(accessOfGuard);
  return readsSession(readIfText(all.facts.files, file)?.text ?? "")
    ? [unclear("its code reads the session itself")]
    : [];
}

function guardCalls(all: Survey, file: string): readonly string[] {
  const source = all.sources.find(({ path }) => path === file);
  return (source?.calls ?? [])
    .filter(({ callee }) => callee.endsWith(".require"))
    .map(({ callee, args }) => `${callee}(${args.join(", ")})`);
}
