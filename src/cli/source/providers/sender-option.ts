/** `signIn: false` of a provider: it sends the mails of plugins, and signs nobody in. */
import type { CommaList, Span } from "../../edit/comma-list.js";
import { lineAt } from "../text/layout.js";
import { commaList } from "./providers.js";
import { keyOf } from "../syntax/scopes.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";

export interface SenderOption {
  readonly list: CommaList;
  readonly item: Span;
  /** The whole argument, where nothing else stands in it. */
  readonly argument: Span | undefined;
}

/** The option on a line, where it is written out in what a factory is called with; undefined where a person has to look. */
export function locateSenderOption(text: string, file: string, line: number): SenderOption | undefined {
  const found: SenderOption[] = [];
  visit(parse(text, file), (node) => {
    if (!ts.isPropertyAssignment(node) || keyOf(node.name) !== "signIn") return;
    const { parent: object } = node;
    const isHere = lineAt(text, node.getStart()) === line;
    const isOff = unwrap(node.initializer).kind === ts.SyntaxKind.FalseKeyword;
    const isArgument = ts.isCallExpression(object.parent) && object.parent.arguments[0] === object;
    if (!isHere || !isOff || !isArgument) return;
    const item = { start: node.getStart(), end: node.getEnd() };
    const around = text.slice(object.getStart() + 1, item.start) + text.slice(item.end, object.getEnd() - 1);
    const isAlone = object.properties.length === 1 && around.replace(",", "").trim() === "";
    const argument = isAlone ? { start: object.getStart(), end: object.getEnd() } : undefined;
    found.push({ list: commaList(object), item, argument });
  });
  return found.length === 1 ? found[0] : undefined;
}
