/** The parameter of a page's route in code, and what makes a component of Next.js take it. */
import type { FunctionWithBody } from "../source/names/exported-functions.js";
import { elementOf, mentions } from "../source/syntax/bindings.js";
import { ts } from "../source/syntax/syntax.js";
import type { TextEdit } from "../source/text/text-edit.js";

/** A parameter of a route. */
export interface RouteParameter {
  readonly name: string;
  /** Next.js gives parameters as a promise, since its version 15. */
  readonly isPromise: boolean;
}

/** An expression in the body of a page. */
interface ParameterInCode {
  readonly code: string;
  /** What makes the page take it. */
  readonly edits: readonly TextEdit[];
}

/** @returns the expression, or why there is none */
export function parameterIn(
  page: FunctionWithBody,
  parameter: RouteParameter,
  isTyped: boolean,
): ParameterInCode | string {
  const [props] = page.parameters;
  const read = (params: string) =>
    parameter.isPromise ? `(await ${params}).${parameter.name}` : `${params}.${parameter.name}`;
  if (props === undefined) {
    if (mentions(page.body, "params")) return "the name `params` is taken in the page";
    const type = isTyped ? `: { ${memberType(parameter)} }` : "";
    return { code: read("params"), edits: [insert(page.parameters.pos, `{ params }${type}`)] };
  }
  if (ts.isIdentifier(props.name)) return { code: read(`${props.name.text}.params`), edits: [] };
  if (!ts.isObjectBindingPattern(props.name)) return "the page takes its props apart in another way";
  const own = elementOf(props.name, "params");
  if (own === undefined) {
    const rest = props.name.elements.find((one) => one.dotDotDotToken !== undefined);
    if (rest === undefined) return takeToo(page, props, { parameter, isTyped, code: read("params") });
    const typed = typeEdits(props.type, parameter, isTyped);
    return typeof typed === "string" ? typed : { code: read(`${rest.name.getText()}.params`), edits: typed };
  }
  if (ts.isIdentifier(own.name)) return { code: read(own.name.text), edits: [] };
  const inner = ts.isObjectBindingPattern(own.name) ? elementOf(own.name, parameter.name) : undefined;
  return inner && ts.isIdentifier(inner.name)
    ? { code: inner.name.text, edits: [] }
    : "the page takes its params apart in another way";
}

/** `params` beside what a page takes of its props already. */
function takeToo(
  { body }: FunctionWithBody,
  { name, type }: ts.ParameterDeclaration,
  { parameter, isTyped, code }: { parameter: RouteParameter; isTyped: boolean; code: string },
): ParameterInCode | string {
  if (mentions(body, "params")) return "the name `params` is taken in the page";
  const isEmpty = ts.isObjectBindingPattern(name) && name.elements.length === 0;
  const element = insert(name.getStart() + 1, isEmpty ? " params " : " params,");
  const typed = typeEdits(type, parameter, isTyped);
  return typeof typed === "string" ? typed : { code, edits: [element, ...typed] };
}

/** What makes the type of its props know them. */
function typeEdits(
  type: ts.TypeNode | undefined,
  parameter: RouteParameter,
  isTyped: boolean,
): readonly TextEdit[] | string {
  if (!isTyped || knowsParams(type)) return [];
  if (!type || !ts.isTypeLiteralNode(type)) return "the type of its props is not written here";
  const member = ` ${memberType(parameter)}${type.members.length === 0 ? " " : ";"}`;
  return [insert(type.getStart() + 1, member)];
}

/** `PageProps<"/teams/[team]">` of Next.js, or a type that is written out with them. */
const knowsParams = (type: ts.TypeNode | undefined): boolean =>
  type !== undefined &&
  (ts.isTypeLiteralNode(type)
    ? type.members.some((one) => one.name?.getText() === "params")
    : ["PageProps<", "LayoutProps<"].some((begin) => type.getText().startsWith(begin)));

const memberType = ({ name, isPromise }: RouteParameter): string =>
  `params: ${isPromise ? `Promise<{ ${name}: string }>` : `{ ${name}: string }`}`;

const insert = (at: number, text: string): TextEdit => ({ start: at, end: at, text });
