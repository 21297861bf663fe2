/**
 * Where things stand in a source file. The only file that loads the TypeScript parser, so import it lazily;
 * it reads positions and writes nothing.
 */
import { ts } from "ts-morph";

export { ts };

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

export interface ModulePlace {
  readonly kind: "import" | "require";
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

export function parse(text: string, fileName: string): ts.SourceFile {
  return ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true, scriptKind(fileName));
}

function scriptKind(fileName: string): ts.ScriptKind {
  if (fileName.endsWith("x")) return ts.ScriptKind.TSX;
  // JSX is common in .js files; in .ts files it would forbid `<T>value` casts.
  return /\.[cm]?js$/.test(fileName) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
}

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
  const imports: ModuleImport[] = [];
  let last: ts.Statement | undefined;
  let lastImport: ts.Statement | undefined;
  let directive: ts.Statement | undefined;
  let esm = /\.m[jt]s$/.test(fileName);
  for (const statement of source.statements) {
    if (
      ts.isImportDeclaration(statement) ||
      ts.isExportDeclaration(statement) ||
      ts.isExportAssignment(statement)
    ) {
      esm = true;
    }
    if (!ts.isImportDeclaration(statement) && ts.canHaveModifiers(statement)) {
      esm ||= ts.getModifiers(statement)?.some((one) => one.kind === ts.SyntaxKind.ExportKeyword) ?? false;
    }
    const assigned = ts.isImportEqualsDeclaration(statement) ? readImportEquals(statement) : undefined;
    esm ||= assigned !== undefined;
    const found =
      assigned ?? (ts.isImportDeclaration(statement) ? readImport(statement) : readRequires(statement));
    if (found) {
      imports.push(...found);
      last = statement;
      if (ts.isImportDeclaration(statement)) lastImport = statement;
    } else if (!last && ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)) {
      directive = statement;
    }
  }
  const names = new Set<string>();
  visit(source, (node) => void (ts.isIdentifier(node) && names.add(node.text)));
  // A `require` somewhere below the imports is no place for an import.
  const anchor = lastImport ?? last ?? directive;
  const shebang = ts.getShebang(text)?.length ?? 0;
  const requires = !esm && (names.has("require") || names.has("module") || fileName.endsWith(".cjs"));
  return {
    kind: requires ? "require" : "import",
    imports,
    after: anchor ? anchor.getEnd() : shebang,
    first: !anchor && shebang === 0,
    names,
  };
}

export function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
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
  const found: ModuleImport[] = [];
  const read = (expression: ts.Expression | undefined, name?: ts.BindingName) => {
    let inner = expression && unwrap(expression);
    // `require("x")(y)`: the name is what the call returns, not the module.
    let called = false;
    while (inner && (ts.isPropertyAccessExpression(inner) || ts.isCallExpression(inner))) {
      const specifier = requiredModule(inner);
      if (specifier !== undefined) {
        const names: Record<string, string> = {};
        if (name && !called && ts.isObjectBindingPattern(name)) {
          for (const { propertyName, name: local } of name.elements) {
            if (ts.isIdentifier(local)) names[propertyName?.getText() ?? local.text] = local.text;
          }
        }
        const whole = name && !called && ts.isIdentifier(name) ? name.text : undefined;
        const namespace = whole !== undefined && expression !== undefined && inner === unwrap(expression);
        found.push({
          specifier,
          ...(whole && { whole }),
          names,
          typeOnly: false,
          ...(namespace && { namespace }),
        });
        return;
      }
      called ||= ts.isCallExpression(inner);
      inner = inner.expression;
    }
  };
  if (ts.isVariableStatement(statement)) {
    for (const one of statement.declarationList.declarations) read(one.initializer, one.name);
  } else if (ts.isExpressionStatement(statement) && ts.isCallExpression(statement.expression)) {
    if (requiredModule(statement.expression) !== undefined) read(statement.expression);
  }
  return found.length > 0 ? found : undefined;
}

export function requiredModule(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== "require")
    return;
  const specifier = node.arguments[0];
  return specifier && ts.isStringLiteral(specifier) ? specifier.text : undefined;
}

/** Parentheses, `as`, `satisfies`, `!` and `await` say nothing about the value's shape. */
export function unwrap(node: ts.Expression): ts.Expression {
  const transparent =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node);
  return transparent ? unwrap(node.expression) : node;
}
