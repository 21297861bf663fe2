/** Writes the guard of a page that may wait for the session inside `<Suspense>` only: with `cacheComponents` of Next.js. */
import {
  directivesOf,
  exportedFunction,
  functionOf,
  type ExportedFunction,
  type FunctionWithBody,
} from "../source/names/exported-functions.js";
import { indentAt } from "../source/text/layout.js";
import type { SourceText } from "../source/names/names.js";
import { locateModule, ts } from "../source/syntax/syntax.js";
import {
  finish,
  guardComponent,
  guardIn,
  isTyped,
  manual,
  noPage,
  openFile,
  pageAsksFor,
  type Opened,
  type WrittenGuard,
} from "./guard-function.js";
import type { EditResult, TextEdit } from "../source/text/text-edit.js";

/** The component that a page exports gets the guard, and another one that renders it under Suspense is exported for it. */
export function guardUnderSuspense(source: SourceText, guard: WrittenGuard): EditResult {
  const suspense = suspenseIn(source);
  const opened = openFile(
    source,
    guard,
    suspense === undefined ? [{ specifier: "react", names: ["Suspense"] }] : [],
  );
  if ("kind" in opened) return opened;
  const { text, root } = opened;
  const cached = directivesOf(source).find((one) => one.startsWith("use cache"));
  if (cached !== undefined) return manual(text, 0, `a file with "${cached}" may not read the session`);
  const exported = exportedFunction(root, "default");
  const page = exported && functionOf(exported);
  if (!exported || !page?.body) return manual(text, 0, noPage);
  // `auth init` writes it into a component of the page.
  const present = guardIn(opened, root);
  if (present !== undefined) return pageAsksFor(opened, page, present, guard);
  const guarded = guardComponent(opened, page, guard);
  if ("kind" in guarded) return guarded;
  const hasProps = page.parameters.length > 0 || guard.parameter !== undefined;
  const wrapped = wrapPage(opened, exported, { page, hasProps });
  return "kind" in wrapped ? wrapped : finish(opened, [...wrapped, ...guarded]);
}

function wrapPage(
  opened: Opened,
  exported: ExportedFunction,
  { page, hasProps }: { readonly page: FunctionWithBody; readonly hasProps: boolean },
): TextEdit[] | EditResult {
  const { file, text, root, style } = opened;
  const module = locateModule(text, file);
  const own = nameOf(exported, page);
  if (own === undefined)
    return manual(text, page.getStart(), "the page has no name that it could be rendered by");
  const name = `Guarded${own}`;
  const taken = ["Suspense", name].find((one) => module.names.has(one));
  const known = suspenseIn(opened);
  if (taken === name || (taken !== undefined && known === undefined))
    return manual(text, 0, `the name \`${taken}\` is taken in this file`);
  const suspense = known ?? "Suspense";
  const { eol, indent, semicolons } = style;
  const props = !hasProps ? "" : isTyped(file) ? `props: Parameters<typeof ${own}>[0]` : "props";
  const end = semicolons ? ";" : "";
  const wrapper = [
    `export default function ${name}(${props}) {`,
    `${indent}return (`,
    `${indent}${indent}<${suspense}>`,
    `${indent}${indent}${indent}<${own}${hasProps ? " {...props}" : ""} />`,
    `${indent}${indent}</${suspense}>`,
    `${indent})${end}`,
    "}",
  ].join(eol);
  return [...unexported(exported, own, text), atEnd(root, text, eol, wrapper)];
}

/** What `Suspense` of React is called in a file. */
const suspenseIn = ({ file, text }: SourceText): string | undefined =>
  locateModule(text, file).imports.find(
    ({ specifier, names }) => specifier === "react" && "Suspense" in names,
  )?.names["Suspense"];

/** What the page is called in its file; a function without a name is given one. */
function nameOf(exported: ExportedFunction, page: FunctionWithBody): string | undefined {
  if (exported.kind === "declaration") return exported.node.name?.text ?? "Page";
  if (ts.isIdentifier(exported.value)) return exported.value.text;
  return ts.isFunctionExpression(page) ? page.name?.text : undefined;
}

/** Takes the export from the page: its words in front of a function, or the statement that names it. */
function unexported(exported: ExportedFunction, own: string, text: string): TextEdit[] {
  if (exported.kind === "value") {
    const { parent: statement } = exported.value;
    const start = text.slice(0, statement.getStart()).trimEnd().length;
    return [{ start, end: statement.getEnd(), text: "" }];
  }
  const { node } = exported;
  const keyword = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  const isKept = (kind: ts.SyntaxKind) =>
    kind !== ts.SyntaxKind.ExportKeyword && kind !== ts.SyntaxKind.DefaultKeyword;
  const kept = node.modifiers?.find(({ kind }) => isKept(kind)) ?? keyword ?? node;
  const removed = { start: node.getStart(), end: kept.getStart(), text: "" };
  if (node.name !== undefined || keyword === undefined) return [removed];
  const paren = node.getChildren().find(({ kind }) => kind === ts.SyntaxKind.OpenParenToken);
  return [removed, { start: keyword.getEnd(), end: paren?.getStart() ?? keyword.getEnd(), text: ` ${own}` }];
}

function atEnd(root: ts.SourceFile, text: string, eol: string, code: string): TextEdit {
  const at = text.length;
  const open = text.endsWith("\n") ? "" : eol;
  return { start: at, end: at, text: `${open}${eol}${indentAt(text, root.getStart())}${code}${eol}` };
}
