/** Names of next-auth that a module of the app hands on: by a re-export, or by a function around them. */
import { parse, ts, unwrap, type ModuleImport } from "../../../../cli/source/syntax/syntax.js";
import { collect } from "../../../../cli/source/syntax/collect.js";
import { returnedBy } from "../../../../cli/source/providers/provider-lists.js";
import { declarationOf } from "../../../../cli/source/syntax/scopes.js";

/** What a name stands for in the end. */
export type Followed = "signIn" | "encode" | "decode";

/** What the names of a module stand for. */
export type Meanings = (specifier: string) => ReadonlyMap<string, Followed>;

const nothing: ReadonlyMap<string, Followed> = new Map();

const namedAs = (...names: readonly Followed[]): ReadonlyMap<string, Followed> =>
  new Map(names.map((name) => [name, name]));

const own: ReadonlyMap<string, ReadonlyMap<string, Followed>> = new Map([
  ["next-auth/react", namedAs("signIn")],
  ["next-auth/jwt", namedAs("encode", "decode")],
]);

/** As next-auth itself means them. */
export const meaningsIn: Meanings = (specifier) => own.get(specifier) ?? nothing;

export interface HandedOn {
  /** What the names of the file stand for, those of its own functions too; `client.signIn` of a whole module. */
  readonly locals: ReadonlyMap<string, Followed>;
  /** What others get from it. */
  readonly exports: ReadonlyMap<string, Followed>;
}

export function locateHandedOn(
  text: string,
  fileName: string,
  imports: readonly ModuleImport[],
  meaningsOf: Meanings,
): HandedOn {
  const imported = new Map(imports.flatMap((one) => importedBy(one, meaningsOf)));
  const { statements } = parse(text, fileName);
  const wrappers = imported.size === 0 ? [] : statements.flatMap((one) => wrappersIn(one, imported));
  const locals = new Map([...imported, ...wrappers]);
  return { locals, exports: new Map(statements.flatMap((one) => exportedBy(one, locals, meaningsOf))) };
}

type Meant = readonly [string, Followed];

function importedBy(
  { specifier, whole, names, typeOnly, namespace }: ModuleImport,
  meaningsOf: Meanings,
): Meant[] {
  const meanings = typeOnly ? nothing : meaningsOf(specifier);
  return [...meanings].flatMap(([name, found]) => {
    const local = Object.hasOwn(names, name) ? names[name] : undefined;
    const isDefault = name === "default" && !namespace;
    const member = namespace ? `${whole}.${name}` : isDefault ? whole : undefined;
    return [local, member].flatMap((one): Meant[] => (one === undefined ? [] : [[one, found]]));
  });
}

/** Functions at the top of the file that give what such a name gives. */
function wrappersIn(statement: ts.Statement, locals: ReadonlyMap<string, Followed>): Meant[] {
  const functions: (readonly [string, ts.SignatureDeclaration])[] =
    ts.isFunctionDeclaration(statement) && statement.name
      ? [[statement.name.text, statement]]
      : ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.flatMap(({ name, initializer }) => {
            const value = initializer && unwrap(initializer);
            return value && ts.isFunctionLike(value) && ts.isIdentifier(name)
              ? [[name.text, value] as const]
              : [];
          })
        : [];
  return functions.flatMap(([name, node]): Meant[] => {
    const found = returnedBy(node)
      .map((value) => givenBy(value, node, locals))
      .find((one) => one !== undefined);
    return found === undefined ? [] : [[name, found]];
  });
}

/** What a call gives that hands on: the answer of `signIn`, or a token for the very parameters of the function. */
function givenBy(
  value: ts.Expression,
  { parameters: [first] }: ts.SignatureDeclaration,
  locals: ReadonlyMap<string, Followed>,
): Followed | undefined {
  const call = awaited(value);
  if (!ts.isCallExpression(call)) return undefined;
  const found = locals.get(call.expression.getText());
  if (found === "signIn" || found === undefined) return found;
  const [given] = call.arguments;
  return given && first && isWhole(given, first) ? found : undefined;
}

function awaited(value: ts.Expression): ts.Expression {
  const inner = unwrap(value);
  if (ts.isAwaitExpression(inner)) return awaited(inner.expression);
  const declared = ts.isIdentifier(inner) ? declarationOf(inner) : undefined;
  const isMade = declared && ts.isVariableDeclaration(declared) && ts.isIdentifier(declared.name);
  return isMade && declared.initializer ? awaitedOnce(declared.initializer) : inner;
}

const awaitedOnce = (value: ts.Expression): ts.Expression => {
  const inner = unwrap(value);
  return ts.isAwaitExpression(inner) ? unwrap(inner.expression) : inner;
};

/** `params`, or `{ ...params, more }` */
const isWhole = (given: ts.Expression, parameter: ts.ParameterDeclaration): boolean =>
  collect(given, (node) => (ts.isIdentifier(node) && node.text === parameter.name.getText() ? [node] : []))
    .length > 0 &&
  (ts.isIdentifier(unwrap(given)) ||
    (ts.isObjectLiteralExpression(given) && given.properties.some(ts.isSpreadAssignment)));

function exportedBy(
  statement: ts.Statement,
  locals: ReadonlyMap<string, Followed>,
  meaningsOf: Meanings,
): Meant[] {
  if (ts.isExportDeclaration(statement)) return listedBy(statement, locals, meaningsOf);
  const meant = (exported: string, local: string): Meant[] => {
    const found = locals.get(local);
    return found === undefined ? [] : [[exported, found]];
  };
  if (ts.isExportAssignment(statement)) return meant("default", statement.expression.getText());
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((one) => one.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isFunctionDeclaration(statement) && statement.name) {
    const { text } = statement.name;
    return meant(has(ts.SyntaxKind.DefaultKeyword) ? "default" : text, text);
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
    [name.getText(), initializer?.getText() ?? ""].flatMap((local) => meant(name.getText(), local)),
  );
}

/** `export { signIn }`, `export { signIn } from "next-auth/react"`, `export * from "next-auth/react"` */
function listedBy(
  { exportClause, moduleSpecifier, isTypeOnly }: ts.ExportDeclaration,
  locals: ReadonlyMap<string, Followed>,
  meaningsOf: Meanings,
): Meant[] {
  if (isTypeOnly) return [];
  const from = moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;
  const meanings = from === undefined ? locals : meaningsOf(from);
  // `export *` leaves out the default.
  if (exportClause === undefined) return [...meanings].filter(([name]) => name !== "default");
  if (!ts.isNamedExports(exportClause)) return [];
  return exportClause.elements.flatMap(({ name, propertyName }): Meant[] => {
    const found = meanings.get((propertyName ?? name).text);
    return found === undefined ? [] : [[name.text, found]];
  });
}
