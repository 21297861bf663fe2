/** `validateAuthorizationCode` becomes `finish`, which compares the state itself and gives profile and tokens. */
import type { TextEdit } from "../../../../cli/source/text/text-edit.js";
import { mayReadCookie } from "../../../../cli/source/syntax/probes.js";
import { ts, unwrap } from "../../../../cli/source/syntax/syntax.js";
import { withoutLine } from "../../change.js";
import {
  constantIn,
  functionAround,
  statementAround,
  usesOf,
  type ClientCall,
  type ClientFile,
} from "./read.js";
import { withoutOperand } from "./conditions.js";
import type { Turned } from "./start.js";
import { turnTokens, variableOf } from "./tokens.js";

/** The name of what `finish` gives. */
const signedIn = "signedIn";

export function turnCallback(file: ClientFile, call: ClientCall): Turned {
  const { node, local } = call;
  const scope = functionAround(node);
  if (ts.isSourceFile(scope)) return { why: "it stands in no function" };
  const [code, verifier] = node.arguments;
  const answer = code && codeSource(scope, code);
  if (answer === undefined) return { why: "where its code comes from is not in sight" };
  const compared = comparedState(scope);
  if (compared === undefined) return { why: "the state is not compared beside it as state !== storedState" };
  const unguarded = withoutOperand(file.text, compared.comparison);
  if (unguarded === undefined)
    return { why: "the comparison of the state is more than one of several reasons" };
  const variable = variableOf(node);
  if (variable === undefined) return { why: "its tokens are no variable of their own" };
  if (usesOf(scope, signedIn).length > 0) return { why: `the name ${signedIn} is taken` };
  const kept = verifier === undefined ? [] : droppedVerifier(file, scope, verifier, node);
  if (kept === undefined) return { why: "the verifier is used beyond the check that it is there" };
  const tokens = turnTokens(file, scope, variable, {
    tokens: `${signedIn}.tokens`,
    claims: `(${signedIn}.profile as object)`,
    whole: signedIn,
  });
  if ("why" in tokens) return tokens;
  const finished = `finish(${local}, ${answer.source}, ${compared.stored})`;
  return {
    edits: [
      ...unguarded,
      ...kept,
      ...tokens.edits,
      { start: node.getStart(), end: node.getEnd(), text: finished },
      ...declarationEdits(variable.declaration, local),
      ...unused(file, scope, answer.declared, [node]),
      ...unused(file, scope, constantIn(scope, compared.came), [compared.comparison, node]),
    ],
    needs: ["finish", ...(variable.declaration.type === undefined ? [] : ["ProfileOf", "IdentifiedUser"])],
  };
}

function declarationEdits({ name, type }: ts.VariableDeclaration, local: string): readonly TextEdit[] {
  const written = type === undefined ? "" : `: IdentifiedUser<ProfileOf<typeof ${local}>>`;
  return [{ start: name.getStart(), end: (type ?? name).getEnd(), text: signedIn + written }];
}

/** Where the code comes from, as `finish` takes it. */
interface Answer {
  readonly source: string;
  readonly declared: ts.VariableDeclaration | undefined;
}

function codeSource(scope: ts.Node, code: ts.Expression): Answer | undefined {
  const declared = ts.isIdentifier(code) ? constantIn(scope, code.text) : undefined;
  const value = plainValue(declared?.initializer ?? code);
  const source = value && (askedAnswer(value) ?? queryAnswer(value));
  return source === undefined ? undefined : { source, declared };
}

/** `url.searchParams.get("code")`, and `c.req.query("code")` of Hono. */
function askedAnswer(value: ts.Expression): string | undefined {
  if (!ts.isCallExpression(value) || !ts.isPropertyAccessExpression(value.expression)) return undefined;
  const { expression: holder, name } = value.expression;
  const [asked] = value.arguments;
  if (asked === undefined || !ts.isStringLiteralLike(asked) || asked.text !== "code") return undefined;
  if (name.text === "get" && lastName(holder) === "searchParams") return holder.getText();
  return name.text === "query" && lastName(holder) === "req" ? `new URL(${holder.getText()}.url)` : undefined;
}

/** `req.query.code` of Express. */
function queryAnswer(value: ts.Expression): string | undefined {
  const isElement = ts.isElementAccessExpression(value);
  if (!isElement && !ts.isPropertyAccessExpression(value)) return undefined;
  const key = isElement ? value.argumentExpression : value.name;
  const query = value.expression;
  const isCode = (ts.isStringLiteralLike(key) || ts.isIdentifier(key)) && key.text === "code";
  if (!isCode || !ts.isPropertyAccessExpression(query) || query.name.text !== "query") return undefined;
  return `new URL(${query.expression.getText()}.originalUrl, "http://localhost")`;
}

const lastName = (node: ts.Expression): string =>
  ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : "";

/** Without `?? null`, `?.toString()`, `String(…)` and `as string`. */
function plainValue(node: ts.Expression): ts.Expression | undefined {
  const value = unwrap(node);
  if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
    return plainValue(value.left);
  if (!ts.isCallExpression(value)) return value;
  const { expression: called, arguments: given } = value;
  if (called.getText() === "String" && given[0]) return plainValue(given[0]);
  const isText = ts.isPropertyAccessExpression(called) && called.name.text === "toString";
  return isText ? plainValue(called.expression) : value;
}

/** `state !== storedState`. */
interface Compared {
  readonly comparison: ts.BinaryExpression;
  /** What was kept. */
  readonly stored: string;
  readonly came: string;
}

/** The one comparison of what came with what was kept. */
function comparedState(scope: ts.Node): Compared | undefined {
  const found: Compared[] = [];
  const see = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isUnequal(node) && isName(node.left) && isName(node.right)) {
      const sides = [node.left.text, node.right.text];
      const isKept = (name: string) => isFromCookie(constantIn(scope, name));
      const stored = sides.find(isKept);
      const came = sides.find((name) => !isKept(name));
      if (stored !== undefined && came !== undefined) found.push({ comparison: node, stored, came });
    }
    ts.forEachChild(node, see);
  };
  see(scope);
  return found.length === 1 ? found[0] : undefined;
}

const isName = (node: ts.Expression): node is ts.Identifier => ts.isIdentifier(node);

const isUnequal = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsToken;

const isFromCookie = (declared: ts.VariableDeclaration | undefined): boolean =>
  mayReadCookie(declared?.initializer?.getText() ?? "");

/** The verifier is in `keep`: its constant goes, and the operands that ask whether it is there. */
function droppedVerifier(
  { text }: ClientFile,
  scope: ts.Node,
  verifier: ts.Expression,
  call: ts.CallExpression,
): readonly TextEdit[] | undefined {
  if (!ts.isIdentifier(verifier)) return undefined;
  const declared = constantIn(scope, verifier.text);
  if (declared === undefined) return undefined;
  const edits = usesOf(scope, verifier.text)
    .filter((use) => use.parent !== call)
    .map((use) => withoutOperand(text, conditionOf(use)));
  if (edits.some((one) => one === undefined)) return undefined;
  const statement = statementAround(declared);
  return [
    ...edits.flatMap((one) => one ?? []),
    withoutLine(text, { start: statement.getStart(), end: statement.getEnd() }),
  ];
}

/** `!verifier`, `verifier === null`, or the name alone. */
function conditionOf(use: ts.Identifier): ts.Expression {
  const { parent } = use;
  if (ts.isPrefixUnaryExpression(parent)) return parent;
  return ts.isBinaryExpression(parent) && parent.operatorToken.kind !== ts.SyntaxKind.BarBarToken
    ? parent
    : use;
}

/** A constant that nothing else asks for. */
function unused(
  { text }: ClientFile,
  scope: ts.Node,
  declared: ts.VariableDeclaration | undefined,
  turned: readonly ts.Node[],
): readonly TextEdit[] {
  if (declared === undefined) return [];
  if (usesOf(scope, declared.name.getText()).some((use) => !turned.includes(use.parent))) return [];
  const statement = statementAround(declared);
  return [withoutLine(text, { start: statement.getStart(), end: statement.getEnd() })];
}
