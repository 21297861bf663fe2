/** A file of code that gets further declarations: where its imports, its exports and its names are. */
import { placedList, type PlacedList } from "../syntax/placed-list.js";
import type { SourceText } from "../names/names.js";
import { declaredIn } from "../syntax/scopes.js";
import {
  locateModule,
  parse,
  requiredModule,
  syntaxErrorIn,
  ts,
  type ModulePlace,
} from "../syntax/syntax.js";

/** How a file has the names of one module. */
export interface ModuleNames {
  /** Local names by exported name. */
  readonly names: Readonly<Record<string, string>>;
  /** Local name of the whole module. */
  readonly whole: string | undefined;
  /** Where further names go. */
  readonly list: PlacedList | undefined;
}

export interface SchemaCode {
  readonly place: ModulePlace;
  namesOf(specifier: string): ModuleNames;
  /** Whether a name is declared at the top of the file. */
  isTaken(name: string): boolean;
  /** `module.exports = { … }`: its statement, and its members. */
  readonly common: { readonly start: number; readonly list: PlacedList } | undefined;
}

export function readSchemaCode({ file, text }: SourceText): SchemaCode {
  const source = parse(text, file);
  return {
    place: locateModule(text, file),
    namesOf: (specifier) => namesOf(source, specifier),
    isTaken: (name) => declaredIn(source, name) !== undefined,
    common: source.statements.flatMap((statement) => {
      const object = commonExports(statement);
      return object ? [{ start: statement.getStart(), list: placedList(object, object.properties) }] : [];
    })[0],
  };
}

/** Offset of what the parser does not understand, and the modules whose exports a file passes on. */
export function readPassing({ file, text }: SourceText): {
  readonly error: number | undefined;
  readonly modules: readonly string[];
  /** Line of the last one that passes everything on. */
  readonly last: { readonly start: number; readonly end: number; readonly specifier: string } | undefined;
} {
  const source = parse(text, file);
  const passing = source.statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.moduleSpecifier) return [];
    if (!ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const specifier = statement.moduleSpecifier.text;
    return [
      { start: statement.getStart(), end: statement.getEnd(), specifier, whole: !statement.exportClause },
    ];
  });
  return {
    error: syntaxErrorIn(source),
    modules: passing.map(({ specifier }) => specifier),
    last: passing.filter(({ whole }) => whole).at(-1),
  };
}

function namesOf({ statements }: ts.SourceFile, specifier: string): ModuleNames {
  const found: ModuleNames[] = statements.flatMap((statement) =>
    ts.isImportDeclaration(statement)
      ? importedNames(statement, specifier)
      : ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.flatMap((one) => requiredNames(one, specifier))
        : [],
  );
  return {
    names: Object.assign({}, ...found.map(({ names }) => names)) as Record<string, string>,
    whole: found.find(({ whole }) => whole !== undefined)?.whole,
    list: found.find(({ list }) => list !== undefined)?.list,
  };
}

function importedNames(
  { importClause, moduleSpecifier }: ts.ImportDeclaration,
  specifier: string,
): ModuleNames[] {
  const isIt = ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === specifier;
  const bindings = importClause?.namedBindings;
  if (!isIt || !bindings || importClause.phaseModifier !== undefined) return [];
  if (ts.isNamespaceImport(bindings)) return [{ names: {}, whole: bindings.name.text, list: undefined }];
  const values = bindings.elements.filter(({ isTypeOnly }) => !isTypeOnly);
  const pairs = values.map(({ propertyName, name }) => [(propertyName ?? name).text, name.text]);
  const names = Object.fromEntries(pairs) as Record<string, string>;
  return [{ names, whole: undefined, list: placedList(bindings, bindings.elements) }];
}

/** `const { pgTable } = require("drizzle-orm/pg-core")`, `const p = require("drizzle-orm/pg-core")`. */
function requiredNames({ name, initializer }: ts.VariableDeclaration, specifier: string): ModuleNames[] {
  if (!initializer || requiredModule(initializer) !== specifier) return [];
  if (ts.isIdentifier(name)) return [{ names: {}, whole: name.text, list: undefined }];
  if (!ts.isObjectBindingPattern(name)) return [];
  const pairs = name.elements.map((one) => [(one.propertyName ?? one.name).getText(), one.name.getText()]);
  const names = Object.fromEntries(pairs) as Record<string, string>;
  return [{ names, whole: undefined, list: placedList(name, name.elements) }];
}

/** The object in `module.exports = { … }`. */
export function commonExports(statement: ts.Statement): ts.ObjectLiteralExpression | undefined {
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return undefined;
  const { left, right } = statement.expression;
  return left.getText() === "module.exports" && ts.isObjectLiteralExpression(right) ? right : undefined;
}
