/** `createAuthorizationURL` becomes `start`: `keep` stands where `state` stood, and the verifier is in it. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { indentAt } from "../../../../cli/source/text/layout.js";
import { ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { withoutLine } from "../../change.js";
import type { OldClass } from "./classes.js";
import {
  calledName,
  constantIn,
  functionAround,
  statementAround,
  usesOf,
  type ClientCall,
  type ClientFile,
} from "./read.js";

/** Edits of one place, or why there are none. */
export type Turned =
  | { readonly edits: readonly TextEdit[]; readonly needs: readonly string[] }
  | { readonly why: string };

const shape = "its state and verifier are not made by generateState() and generateCodeVerifier() beside it";

/** What a start is made of. */
interface StartParts {
  readonly url: string;
  readonly statement: ts.Statement;
  readonly state: ts.VariableDeclaration;
  readonly scopes: string | undefined;
  /** Statements that go. */
  readonly gone: readonly ts.Statement[];
  /** The function becomes one that waits. */
  readonly opened: readonly TextEdit[];
}

/** @param redirectUri source of the address to come back to, as it can stand here */
export function turnStart(file: ClientFile, call: ClientCall, old: OldClass, redirectUri: string): Turned {
  const parts = partsOf(file, call, old);
  if ("why" in parts) return parts;
  const { url, statement, state, scopes, gone, opened } = parts;
  const { text } = file;
  const params = scopes === undefined ? "" : `, params: { scope: ${scopes} }`;
  const end = statement.getText().endsWith(";") ? ";" : "";
  const lines = [
    `const { url: signInUrl, keep: ${state.name.getText()} } = await start(${call.local}, { redirectUri: ${redirectUri}${params} })${end}`,
    `const ${url} = new URL(signInUrl)${end}`,
  ];
  const written = lines.join(`\n${indentAt(text, statement.getStart())}`);
  return {
    edits: [
      ...opened,
      ...gone.map((one) => withoutLine(text, rangeOf(one))),
      { ...rangeOf(statement), text: written },
    ],
    needs: ["start"],
  };
}

function partsOf(
  { nameOf }: ClientFile,
  { node }: ClientCall,
  { sends }: OldClass,
): StartParts | { readonly why: string } {
  const scope = functionAround(node);
  if (ts.isSourceFile(scope)) return { why: "it stands in no function" };
  const statement = statementAround(node);
  const url = constantOf(node);
  if (url === undefined || !ts.isVariableStatement(statement))
    return { why: "its answer is no constant of its own" };
  if (node.arguments.length !== sends.length) return { why: "it has another number of arguments" };
  const given = (name: (typeof sends)[number]) => node.arguments[sends.indexOf(name)];
  const state = secretOf(scope, given("state"), "generateState", nameOf);
  const verifier = secretOf(scope, given("verifier"), "generateCodeVerifier", nameOf);
  if (state === undefined || (sends.includes("verifier") && verifier === undefined)) return { why: shape };
  const dropped = verifier === undefined ? [] : statementsWith(scope, verifier, node);
  if (dropped === undefined) return { why: "the verifier is used beyond a statement that keeps it" };
  const opened = asyncEdits(scope);
  if (opened === undefined) return { why: "its function is not async, and says what it gives" };
  const gone = [...[state, ...(verifier ? [verifier] : [])].map(statementAround), ...dropped];
  return { url, statement, state, scopes: scopesOf(given("scopes")), gone, opened };
}

function constantOf({ parent }: ts.CallExpression): string | undefined {
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name.text : undefined;
}

const rangeOf = (node: ts.Node) => ({ start: node.getStart(), end: node.getEnd() });

function secretOf(
  scope: ts.Node,
  given: ts.Expression | undefined,
  maker: string,
  nameOf: ClientFile["nameOf"],
): ts.VariableDeclaration | undefined {
  if (given === undefined || !ts.isIdentifier(given)) return undefined;
  const made = constantIn(scope, given.text);
  return calledName(made?.initializer, nameOf) === maker ? made : undefined;
}

/** The statements that keep the verifier; undefined: it is used otherwise. */
function statementsWith(
  scope: ts.Node,
  verifier: ts.VariableDeclaration,
  call: ts.CallExpression,
): readonly ts.Statement[] | undefined {
  const uses = usesOf(scope, verifier.name.getText()).filter((one) => one.parent !== call);
  const statements = [...new Set(uses.map(statementAround))];
  return statements.every(ts.isExpressionStatement) ? statements : undefined;
}

/** `await` needs it; undefined: what the function gives is written down, and would be another type. */
function asyncEdits(scope: ts.SignatureDeclaration): readonly TextEdit[] | undefined {
  const words = ts.canHaveModifiers(scope) ? ts.getModifiers(scope) : undefined;
  if (words?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return [];
  if (scope.type !== undefined || ts.isConstructorDeclaration(scope) || ts.isAccessor(scope))
    return undefined;
  const keyword = scope.getChildren().find(({ kind }) => kind === ts.SyntaxKind.FunctionKeyword);
  const at = (keyword ?? (ts.isMethodDeclaration(scope) ? scope.name : scope)).getStart();
  return [{ start: at, end: at, text: "async " }];
}

/** Source of a text of scopes; undefined: those of the provider. */
function scopesOf(given: ts.Expression | undefined): string | undefined {
  if (given === undefined) return undefined;
  const list = unwrap(given);
  if (!ts.isArrayLiteralExpression(list)) return `${given.getText()}.join(" ")`;
  if (list.elements.length === 0) return undefined;
  const texts = list.elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
  return texts.length === list.elements.length
    ? JSON.stringify(texts.join(" "))
    : `${given.getText()}.join(" ")`;
}
