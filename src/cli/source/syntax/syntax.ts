/** Where things stand in a source file. Loads the TypeScript parser, so import it lazily; it writes nothing. */
import { parse, parseExpression, ts, visit } from "./parse.js";

export { parse, parseExpression, ts, visit };

export interface ModuleImport {
  readonly specifier: string;
  /** Local name of the default import, the namespace or the whole `require`. */
  readonly whole?: string;
  /** Local names by exported name. */
  readonly names: Readonly<Record<string, string>>;
  readonly typeOnly: boolean;
  /** `whole` is the module, not its default export. */
  readonly namespace?: boolean;
}

/** An `import` statement of an ES module. */
export interface ImportStatement {
  readonly specifier: string;
  readonly start: number;
  readonly end: number;
  /** Nothing is taken from the module: it is there for what it does. */
  readonly isBare: boolean;
}

export interface ModulePlace {
  readonly kind: "import" | "require";
  /** In the order of the file. */
  readonly statements: readonly ImportStatement[];
  readonly imports: readonly ModuleImport[];
  /** Last import or `require` statement, directive or shebang; a new import goes on the line below. */
  readonly after: number;
  /** Nothing stands before `after`: the new import is the first line. */
  readonly first: boolean;
  /** Every identifier of the file: what a new name must differ from. */
  readonly names: ReadonlySet<string>;
}

export type Located<T> =
  | { readonly kind: "found"; readonly place: T }
  | { readonly kind: "unreadable"; readonly offset: number; readonly why: string };

export const unreadable = (offset: number, why: string) => ({ kind: "unreadable", offset, why }) as const;

/** Number of syntax errors: an edit may not add one. */
export const countSyntaxErrors = (text: string, fileName: string): number =>
  syntaxErrors(text, fileName).length;

/** Offset of the first syntax error. */
export const firstSyntaxError = (text: string, fileName: string): number | undefined =>
  syntaxErrorIn(parse(text, fileName));

export function syntaxErrorIn(source: ts.SourceFile): number | undefined {
  const [first] = errorsOf(source);
  if (first === undefined) return undefined;
  const start: unknown = typeof first === "object" && first !== null ? Reflect.get(first, "start") : 0;
  return typeof start === "number" ? start : 0;
}

/** What the parser noted is on the tree; a program around it, to ask for the same, takes twenty times as long. */
const syntaxErrors = (text: string, fileName: string): readonly unknown[] => errorsOf(parse(text, fileName));

function errorsOf(source: ts.SourceFile): readonly unknown[] {
  const noted: unknown = Reflect.get(source, "parseDiagnostics");
  if (!Array.isArray(noted)) throw new TypeError("The parser notes no syntax errors");
  return noted;
}

/** Imports of a file and the place for a further one. */
export function locateModule(text: string, fileName: string): ModulePlace {
  const source = parse(text, fileName);
  const loading = source.statements.flatMap((statement) => {
    const imports = importsIn(statement);
    return imports ? [{ statement, imports }] : [];
  });
  const names = new Set<string>();
  visit(source, (node) => void (ts.isIdentifier(node) && !isMemberName(node) && names.add(node.text)));
  const statements = loading.map(({ statement }) => statement);
  // A `require` somewhere below the imports is no place for an import.
  const anchor =
    statements.filter(ts.isImportDeclaration).at(-1) ??
    statements.at(-1) ??
    source.statements.filter(isDirective).at(-1);
  const shebang = ts.getShebang(text)?.length ?? 0;
  return {
    kind: isCommonJs(source, names) ? "require" : "import",
    statements: statements.flatMap(statementIn),
    imports: loading.flatMap(({ imports }) => imports),
    after: anchor ? anchor.getEnd() : shebang,
    first: !anchor && shebang === 0,
    names,
  };
}

const statementIn = (statement: ts.Statement): ImportStatement[] =>
  ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier)
    ? [
        {
          specifier: statement.moduleSpecifier.text,
          start: statement.getStart(),
          end: statement.getEnd(),
          isBare: statement.importClause === undefined,
        },
      ]
    : [];

/** `auth` in `req.auth` and `require` in `auth.require()`: no name of the file. */
const isMemberName = (name: ts.Identifier): boolean =>
  ts.isPropertyAccessExpression(name.parent) && name.parent.name === name;

function isCommonJs({ fileName, statements }: ts.SourceFile, names: ReadonlySet<string>): boolean {
  if (/\.m[jt]s$/.test(fileName) || statements.some(isModuleSyntax)) return false;
  return names.has("require") || names.has("module") || fileName.endsWith(".cjs");
}

/** What only an ES module, or TypeScript that is written as one, has at its top. */
function isModuleSyntax(statement: ts.Statement): boolean {
  if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return true;
  if (ts.isExportAssignment(statement)) return true;
  if (ts.isImportEqualsDeclaration(statement) && readImportEquals(statement)) return true;
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

export const isDirective = (statement: ts.Statement): boolean =>
  ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression);

/** The modules that a statement loads; undefined when it is for something else. */
function importsIn(statement: ts.Statement): ModuleImport[] | undefined {
  if (ts.isImportDeclaration(statement)) return readImport(statement);
  return ts.isImportEqualsDeclaration(statement) ? readImportEquals(statement) : readRequires(statement);
}

function readImport(statement: ts.ImportDeclaration): ModuleImport[] {
  if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const clause = statement.importClause;
  const bindings = clause?.namedBindings;
  const names: Record<string, string> = {};
  if (bindings && ts.isNamedImports(bindings)) {
    for (const element of bindings.elements)
      names[(element.propertyName ?? element.name).text] = element.name.text;
  }
  const whole =
    clause?.name?.text ?? (bindings && ts.isNamespaceImport(bindings) ? bindings.name.text : undefined);
  const typeOnly = clause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  const namespace = whole !== undefined && !clause?.name;
  return [
    {
      specifier: statement.moduleSpecifier.text,
      ...(whole && { whole }),
      names,
      typeOnly,
      ...(namespace && { namespace }),
    },
  ];
}

/** `import x = require("y")`: TypeScript for CommonJS. */
function readImportEquals({
  name,
  moduleReference,
  isTypeOnly,
}: ts.ImportEqualsDeclaration): ModuleImport[] | undefined {
  if (!ts.isExternalModuleReference(moduleReference) || !ts.isStringLiteral(moduleReference.expression))
    return undefined;
  return [
    {
      specifier: moduleReference.expression.text,
      whole: name.text,
      names: {},
      typeOnly: isTypeOnly,
      namespace: true,
    },
  ];
}

/** `const x = require("y")`, `const { a: b } = require("y")`, `require("y").default`, `require("y")`. */
function readRequires(statement: ts.Statement): ModuleImport[] | undefined {
  const found = ts.isVariableStatement(statement)
    ? statement.declarationList.declarations.map(
        ({ initializer, name }) => initializer && readRequire(initializer, name),
      )
    : [isPlainRequire(statement) ? readRequire(statement.expression) : undefined];
  const imports = found.filter((one) => one !== undefined);
  return imports.length > 0 ? imports : undefined;
}

const isPlainRequire = (statement: ts.Statement): statement is ts.ExpressionStatement =>
  ts.isExpressionStatement(statement) && requiredModule(statement.expression) !== undefined;

/** The `require` in an expression; `name` is what holds its value. */
function readRequire(expression: ts.Expression, name?: ts.BindingName): ModuleImport | undefined {
  const required = requireIn(expression);
  if (!required) return undefined;
  const { specifier, isModule, isCalled } = required;
  // `require("x")(y)`: the name is what the call returns, not the module.
  const held = isCalled ? undefined : name;
  const whole = held && ts.isIdentifier(held) ? held.text : undefined;
  return {
    specifier,
    ...(whole && { whole }),
    names: held && ts.isObjectBindingPattern(held) ? namesByMember(held) : {},
    typeOnly: false,
    ...(whole !== undefined && isModule && { namespace: true }),
  };
}

interface Required {
  readonly specifier: string;
  /** The expression is the `require` itself, no member of it and no call. */
  readonly isModule: boolean;
  readonly isCalled: boolean;
}

function requireIn(expression: ts.Expression): Required | undefined {
  const outer = unwrap(expression);
  let inner = outer;
  let isCalled = false;
  while (ts.isPropertyAccessExpression(inner) || ts.isCallExpression(inner)) {
    const specifier = requiredModule(inner);
    if (specifier !== undefined) return { specifier, isModule: inner === outer, isCalled };
    isCalled ||= ts.isCallExpression(inner);
    inner = inner.expression;
  }
  return undefined;
}

/** Local names by the members that they stand for. */
function namesByMember({ elements }: ts.ObjectBindingPattern): Record<string, string> {
  const names: Record<string, string> = {};
  for (const { propertyName, name: local } of elements) {
    if (ts.isIdentifier(local)) names[propertyName?.getText() ?? local.text] = local.text;
  }
  return names;
}

export function requiredModule(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "require")
    return;
  const specifier = node.arguments[0];
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** Parentheses, `as`, `satisfies`, `!` and `await` say nothing about the value's shape. */
export function unwrap(node: ts.Expression): ts.Expression {
  let value = node;
  while (
    ts.isParenthesizedExpression(value) ||
    ts.isAsExpression(value) ||
    ts.isSatisfiesExpression(value) ||
    ts.isTypeAssertionExpression(value) ||
    ts.isNonNullExpression(value) ||
    ts.isAwaitExpression(value)
  )
    value = value.expression;
  return value;
}

/** What a chain such as `a ?? b ?? c` begins with; `&&` is no such chain. */
export function firstOperand(chain: ts.BinaryExpression): ts.Expression {
  const and = ts.SyntaxKind.AmpersandAmpersandToken;
  let value: ts.Expression = chain;
  while (ts.isBinaryExpression(value) && value.operatorToken.kind !== and) value = unwrap(value.left);
  return value;
}
