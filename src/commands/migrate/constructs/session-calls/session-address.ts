/** Code that asks the address of the session by itself, without the client. */
import { parse, ts } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";

const address = "/api/auth/session";

const isAddress = (text: string): boolean =>
  text.endsWith(address) || ["?", "#"].some((next) => text.includes(address + next));

/** Offsets of the texts that end in it, are no name of a module, and stand where nothing expects `null`. */
export function locateSessionAddresses(text: string, fileName: string): readonly number[] {
  if (!text.includes(address)) return [];
  return collect(parse(text, fileName), (node) =>
    isText(node) && isAddress(node.text) && !isModuleName(node) && !expectsNull(scopeOf(node))
      ? [node.getStart()]
      : [],
  );
}

const isText = (
  node: ts.Node,
): node is ts.StringLiteralLike | ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateHead(node) ||
  ts.isTemplateMiddle(node) ||
  ts.isTemplateTail(node);

const isModuleName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isExternalModuleReference(parent);

/** The function that a node stands in, or the file. */
const scopeOf = (node: ts.Node): ts.Node =>
  ts.isSourceFile(node) || ts.isFunctionLike(node) ? node : scopeOf(node.parent);

/** `session?.user`, or a comparison with `null`. */
const expectsNull = (scope: ts.Node): boolean =>
  collect(scope, (node) => {
    const isOptional =
      ts.isPropertyAccessExpression(node) && node.questionDotToken !== undefined && node.name.text === "user";
    const isCompared =
      ts.isBinaryExpression(node) &&
      [node.left, node.right].some(({ kind }) => kind === ts.SyntaxKind.NullKeyword);
    return isOptional || isCompared ? [true] : [];
  }).length > 0;
