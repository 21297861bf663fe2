/** Writes the call of a guard into functions that a file exports, by insertions alone. */
import path from "node:path";
import { indentAt, lineAt } from "../source/text/layout.js";
import type { OpenModule, SourceText } from "../source/names/names.js";
import { detectStyle, type TextStyle } from "../source/text/text-style.js";
import {
  countUses,
  exportedFunction,
  functionOf,
  isAsync,
  isExportedElsewhere,
  type ExportedFunction,
  type FunctionWithBody,
} from "../source/names/exported-functions.js";
import {
  countSyntaxErrors,
  firstSyntaxError,
  isDirective,
  locateModule,
  parse,
  ts,
  unwrap,
} from "../source/syntax/syntax.js";
import { requirementText, type WrittenRequirement } from "./requirement.js";
import { authExpressionsIn, type AuthExpressions, type GuardUse } from "../source/routes/auth-expressions.js";
import { namesByParameter } from "../source/routes/page-slug.js";
import { otherGuard, requires } from "../source/routes/requirement.js";
import { addImports, type WantedImport } from "./imports.js";
import { parameterIn, type RouteParameter } from "./page-parameter.js";
import { splice, type EditResult, type TextEdit } from "../source/text/text-edit.js";

/** A guard as it is written. */
export interface WrittenGuard {
  /** Module that exports `auth`. */
  readonly specifier: string;
  readonly requirement: WrittenRequirement;
  /** Opens the files that imports lead to, where guards and their options may stand. */
  readonly open?: OpenModule | undefined;
  /** Of the page's route: what names the organisation that a member is asked for. */
  readonly parameter?: RouteParameter | undefined;
}

/** A file that is edited, parsed once. */
export interface Opened extends SourceText {
  readonly root: ts.SourceFile;
  readonly style: TextStyle;
  /** What `auth` is called there. */
  readonly local: string;
  readonly known: AuthExpressions;
  readonly imports: readonly TextEdit[];
}

export const manual = (text: string, offset: number, why: string): EditResult => ({
  kind: "manual",
  line: lineAt(text, offset),
  why,
});

const nothing: EditResult = { kind: "edits", edits: [] };

/** @param more imports that the edit needs beside the guard's */
export function openFile(
  { file, text }: SourceText,
  { specifier, open }: WrittenGuard,
  more: readonly WantedImport[] = [],
): Opened | EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined) return manual(text, error, "the file has a syntax error");
  const module = locateModule(text, file);
  const known = module.imports.find(
    (one) => baseOf(one.specifier) === baseOf(specifier) && "auth" in one.names,
  );
  if (!known && module.names.has("auth")) return manual(text, 0, "the name `auth` is taken in this file");
  const style = detectStyle(text);
  const root = parse(text, file);
  return {
    file,
    text,
    root,
    style,
    known: authExpressionsIn([root], open),
    local: known?.names["auth"] ?? "auth",
    imports: addImports(text, module, [...more, ...(known ? [] : [{ specifier, names: ["auth"] }])], style),
  };
}

/** A module has one name however the path to it is written. */
const baseOf = (specifier: string): string => path.posix.parse(specifier).name;

export function finish(
  { file, text, imports }: Pick<Opened, "file" | "text" | "imports">,
  edits: readonly TextEdit[],
): EditResult {
  const all = [...imports, ...edits];
  return countSyntaxErrors(splice(text, all), file) > 0
    ? manual(text, edits[0]?.start ?? 0, "the lines cannot be added safely")
    : { kind: "edits", edits: all };
}

/** Makes `await auth.require(…)` the first statement of the component that a page exports. */
export function guardPage(source: SourceText, guard: WrittenGuard): EditResult {
  const opened = openFile(source, guard);
  if ("kind" in opened) return opened;
  const { text, root } = opened;
  const exported = exportedFunction(root, "default");
  const page = exported && functionOf(exported);
  if (!page?.body) return manual(text, 0, noPage);
  const present = guardIn(opened, page);
  if (present !== undefined) return pageAsksFor(opened, page, present, guard);
  const edits = guardComponent(opened, page, guard);
  return "kind" in edits ? edits : finish(opened, edits);
}

export const noPage = "its default export isn't a function of this file";

/** The guard as the first statement of a component, which is made to wait for it. */
export function guardComponent(
  { file, text, local, style }: Opened,
  page: FunctionWithBody,
  guard: WrittenGuard,
): TextEdit[] | EditResult {
  const { body } = page;
  if (body === undefined || !ts.isBlock(body))
    return manual(text, page.getStart(), "the page is an expression without statements");
  const [first] = body.statements;
  if (first && isDirective(first))
    return manual(text, first.getStart(), "a function with a directive of its own may not read the session");
  if (!isAsync(page) && page.type)
    return manual(text, page.type.getStart(), "the page has a return type that isn't a promise");
  const named = guard.parameter && parameterIn(page, guard.parameter, isTyped(file));
  if (typeof named === "string") return manual(text, page.getStart(), named);
  const requirement = { ...guard.requirement, ...(named && { organization: { slug: named.code } }) };
  const statement = `await ${local}.require(${requirementText(requirement, style.quote)})`;
  const at = body.getStart() + 1;
  const sharesLine = first && !text.slice(at, first.getStart()).includes("\n");
  const inserted = sharesLine
    ? ` ${statement};`
    : style.eol +
      indentAt(text, body.getEnd() - 1) +
      style.indent +
      statement +
      (style.semicolons ? ";" : "");
  return [...asyncFor(page), ...(named?.edits ?? []), { start: at, end: at, text: inserted }];
}

/** Whether types stand in the code of a file. */
export const isTyped = (file: string): boolean => /\.[cm]?tsx?$/.test(file);

/** The word that lets a function wait. */
export function asyncFor(page: FunctionWithBody): TextEdit[] {
  if (isAsync(page)) return [];
  const keyword = page.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  const start = (keyword ?? page).getStart();
  return [{ start, end: start, text: "async " }];
}

/** The first guard in a function, or in a file. */
export const guardIn = ({ known }: Opened, node: ts.Node): GuardUse | undefined => known.guardsIn(node)[0];

/** A guard that is there is enough when it asks for all that is wanted. */
const asksFor = (
  { text }: Opened,
  { node, asked }: GuardUse,
  { requirement }: Pick<WrittenGuard, "requirement">,
): EditResult =>
  requires(asked, requirement) ? nothing : manual(text, node.getStart(), otherGuard(asked, requirement));

/** The same in a page, whose organisation has to be the one of its own address. */
export function pageAsksFor(
  opened: Opened,
  page: FunctionWithBody,
  present: GuardUse,
  { requirement, parameter }: WrittenGuard,
): EditResult {
  if (parameter === undefined) return asksFor(opened, present, { requirement });
  const { node, asked } = present;
  return namesByParameter(node, page, parameter.name)
    ? asksFor(opened, present, { requirement: { ...requirement, organization: undefined } })
    : manual(opened.text, node.getStart(), otherGuard(asked, requirement));
}

/** Puts `auth.require({…}, …)` around functions that a file exports under these names; names that it lacks are left. */
export function guardExports(source: SourceText, names: readonly string[], guard: WrittenGuard): EditResult {
  const opened = openFile(source, guard);
  if ("kind" in opened) return opened;
  const edits: TextEdit[] = [];
  const hidden = hiddenExport(opened.root);
  if (hidden !== undefined)
    return manual(opened.text, hidden.getStart(), "what this line exports is not in sight");
  if (!names.some((name) => exportedFunction(opened.root, name) ?? isExportedElsewhere(opened.root, name)))
    return manual(opened.text, 0, `it exports no ${names.join(", ")} in sight`);
  for (const name of names) {
    const exported = exportedFunction(opened.root, name);
    if (!exported) {
      if (isExportedElsewhere(opened.root, name))
        return manual(opened.text, 0, `\`${name}\` is exported in a list or from another file`);
      continue;
    }
    const wrapped = wrap(opened, name, exported, guard);
    if (wrapped.kind === "manual") return wrapped;
    edits.push(...wrapped.edits);
  }
  return edits.length === 0 ? nothing : finish(opened, edits);
}

/** `export * from "./handlers"`, `export const { GET } = handlers`, `module.exports = …`. */
const hiddenExport = ({ statements }: ts.SourceFile): ts.Statement | undefined =>
  statements.find((statement) => {
    if (ts.isExportDeclaration(statement))
      return !statement.isTypeOnly && statement.exportClause === undefined;
    if (ts.isVariableStatement(statement))
      return (
        statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
        statement.declarationList.declarations.some(({ name }) => !ts.isIdentifier(name))
      );
    return (
      ts.isExpressionStatement(statement) &&
      ["module.exports", "exports."].some((word) => statement.getText().startsWith(word))
    );
  });

function wrap(opened: Opened, name: string, exported: ExportedFunction, guard: WrittenGuard): EditResult {
  const { text, root, local, style, known } = opened;
  const call = `${local}.require(${requirementText(guard.requirement, style.quote) || "{}"}, `;
  if (exported.kind === "value") {
    const value = unwrap(exported.value);
    const asked = known.asked(value);
    if (asked !== undefined) return asksFor(opened, { node: value, asked }, guard);
    if (exported.isAnnotated) return manual(text, value.getStart(), `\`${name}\` has a declared type`);
    return { kind: "edits", edits: around(exported.value, call, ")") };
  }
  const { node } = exported;
  const own = node.name?.text;
  if (name === "default" && own !== undefined && countUses(root, own) > 1)
    return manual(text, node.getStart(), `\`${own}\` is used elsewhere in this file`);
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  const asyncWord = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const start = (asyncWord ?? keyword ?? node).getStart();
  const opening = name === "default" ? call : `const ${name} = ${call}`;
  return {
    kind: "edits",
    edits: [
      { start, end: start, text: opening },
      { start: node.getEnd(), end: node.getEnd(), text: style.semicolons ? ");" : ")" },
    ],
  };
}

const around = (node: ts.Node, before: string, behind: string): TextEdit[] => [
  { start: node.getStart(), end: node.getStart(), text: before },
  { start: node.getEnd(), end: node.getEnd(), text: behind },
];
