/** Calls of `encode` and `decode` of the jwt module: what next-auth 4 sealed without the name of a cookie. */
import { parse, ts } from "../../../../cli/source/syntax/syntax.js";
import { declarationOf } from "../../../../cli/source/syntax/scopes.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { memberName, memberOf } from "../init/read.js";

export interface SealCall {
  readonly offset: number;
  readonly does: "encode" | "decode";
  /** Inside `jwt` of the options, whose functions get the salt. */
  readonly inOptions: boolean;
  /** The call has a salt, or hands on everything that it was given. */
  readonly hasSalt: boolean;
}

/** @param names what each local name stands for */
export const locateSealCalls = (
  text: string,
  fileName: string,
  names: ReadonlyMap<string, SealCall["does"]>,
): SealCall[] =>
  names.size === 0
    ? []
    : collect(parse(text, fileName), (node) => {
        const does = ts.isCallExpression(node) ? names.get(node.expression.getText()) : undefined;
        if (!ts.isCallExpression(node) || does === undefined) return [];
        const [given] = node.arguments;
        const inOptions = isInOptions(node);
        const isSalted = hasSalt(given) && (inOptions || !isHandedBlindly(given, names));
        return [{ offset: node.getStart(), does, inOptions, hasSalt: isSalted }];
      });

/** The parameters of a function whose calls are not followed: nobody knows whether they have a salt. */
function isHandedBlindly(given: ts.Expression | undefined, names: ReadonlyMap<string, unknown>): boolean {
  const declared = given && ts.isIdentifier(given) ? declarationOf(given) : undefined;
  if (!declared || !ts.isParameter(declared)) return false;
  const { parent } = declared;
  const owner = ts.isFunctionDeclaration(parent) ? parent : parent.parent;
  const isNamed = ts.isFunctionDeclaration(owner) || ts.isVariableDeclaration(owner);
  return !(isNamed && owner.name && names.has(owner.name.getText()));
}

const hasSalt = (given: ts.Expression | undefined): boolean =>
  given !== undefined &&
  (!ts.isObjectLiteralExpression(given) ||
    memberOf(given, "salt") !== undefined ||
    given.properties.some(ts.isSpreadAssignment));

function isInOptions(node: ts.Node): boolean {
  if (ts.isSourceFile(node)) return false;
  return (ts.isPropertyAssignment(node) && memberName(node) === "jwt") || isInOptions(node.parent);
}
