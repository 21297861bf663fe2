/** What the names, members and exports of a file are set to, as plain data. Loads the TypeScript parser. */
import { keyOf } from "../syntax/scopes.js";
import { parse, ts, unwrap, visit } from "../syntax/syntax.js";
import type { OpenModule } from "./names.js";
import { chainOf, functionOf, inModule, memberOf, nameOf, unknown, valueOf, type Value } from "./values.js";

export interface FileValues {
  /** Everything that a name is set to, whatever its scope. */
  readonly names: ReadonlyMap<string, readonly Value[]>;
  /** The same of members: `this.auth = …`, `auth: …`, by the name of the member. */
  readonly members: ReadonlyMap<string, readonly Value[]>;
  /** By the exported name; {@link wholeModule} for what stands for all of the module. */
  readonly exports: ReadonlyMap<string, Value>;
  /** Modules whose exports are passed on as they are. */
  readonly passedOn: readonly string[];
}

/** A file that is looked into. */
export interface PlacedValues {
  readonly file: string;
  readonly values: FileValues;
}

/** The file that an import leads to; undefined for packages and for what is not there. */
export type ModuleValues = (from: string, specifier: string) => PlacedValues | undefined;

/** The name of `module.exports` and `export =` among the exports. */
export const wholeModule = "=";

/** Reads what names, members and exports of a file are set to. */
export function fileValues(source: ts.SourceFile): FileValues {
  const [names, members] = [new Map<string, Value[]>(), new Map<string, Value[]>()];
  visit(source, (node) => {
    for (const [name, value] of namesSetBy(node)) addTo(names, name, value);
    for (const [name, value] of membersSetBy(node)) addTo(members, name, value);
  });
  const exports = new Map<string, Value>();
  const passedOn: string[] = [];
  for (const statement of source.statements) {
    for (const [name, value] of exportedBy(statement)) exports.set(name, value);
    const specifier = ts.isExportDeclaration(statement) ? specifierOf(statement) : undefined;
    const isAll = ts.isExportDeclaration(statement) && statement.exportClause === undefined;
    if (isAll && specifier !== undefined) passedOn.push(specifier);
  }
  return { names, members, exports, passedOn };
}

type Named = readonly [name: string, value: Value];

function addTo(values: Map<string, Value[]>, name: string, value: Value): void {
  const known = values.get(name);
  if (known) known.push(value);
  else values.set(name, [value]);
}

function namesSetBy(node: ts.Node): readonly Named[] {
  if (ts.isVariableDeclaration(node) || ts.isParameter(node))
    return node.initializer ? bound(node.name, valueOf(node.initializer)) : takenApart(node.name);
  if (ts.isImportDeclaration(node)) return imported(node);
  if (ts.isImportEqualsDeclaration(node)) return importedAs(node);
  if (ts.isFunctionDeclaration(node)) return node.name ? [[node.name.text, functionOf(node, 0)]] : [];
  const set = assigned(node);
  return set && ts.isIdentifier(set.target) ? [[set.target.text, set.value]] : [];
}

function membersSetBy(node: ts.Node): readonly Named[] {
  if (ts.isPropertyDeclaration(node) || ts.isPropertyAssignment(node)) {
    const name = keyOf(node.name);
    if (name === undefined || !node.initializer) return [];
    const value = valueOf(node.initializer);
    // Other values are data, and no file has as much of anything.
    return value.kind === "chain" || value.kind === "choice" ? [[name, value]] : [];
  }
  const set = assigned(node);
  return set && ts.isPropertyAccessExpression(set.target) ? [[set.target.name.text, set.value]] : [];
}

const setting: readonly ts.SyntaxKind[] = [
  ts.SyntaxKind.EqualsToken,
  ts.SyntaxKind.BarBarEqualsToken,
  ts.SyntaxKind.QuestionQuestionEqualsToken,
];

function assigned(node: ts.Node): { readonly target: ts.Expression; readonly value: Value } | undefined {
  if (!ts.isBinaryExpression(node)) return undefined;
  const isSet = setting.includes(node.operatorToken.kind);
  return isSet ? { target: unwrap(node.left), value: valueOf(node.right) } : undefined;
}

/** The names of a pattern; `...rest` has what is left of the whole. */
function bound(name: ts.BindingName, value: Value): readonly Named[] {
  if (ts.isIdentifier(name)) return [[name.text, value]];
  if (ts.isArrayBindingPattern(name)) return [];
  return name.elements.flatMap((one): readonly Named[] => {
    const key = keyOf(one.propertyName) ?? (ts.isIdentifier(one.name) ? one.name.text : undefined);
    const taken = one.dotDotDotToken ? value : key === undefined ? unknown : memberOf(value, key);
    return bound(
      one.name,
      one.initializer ? { kind: "choice", values: [taken, valueOf(one.initializer)] } : taken,
    );
  });
}

/** What is taken out of a parameter by another name, or out of its members, is known by the names of those. */
function takenApart(name: ts.BindingName): readonly Named[] {
  if (!ts.isObjectBindingPattern(name)) return [];
  return name.elements.flatMap((one) => {
    const key = keyOf(one.propertyName);
    return key === undefined ? [] : bound(one.name, nameOf(key));
  });
}

function imported(statement: ts.ImportDeclaration): readonly Named[] {
  const clause = statement.importClause;
  if (clause === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
  const { text: module } = statement.moduleSpecifier;
  const whole: readonly Named[] = clause.name ? [[clause.name.text, inModule(module, "default")]] : [];
  const bindings = clause.namedBindings;
  if (bindings && ts.isNamespaceImport(bindings)) return [...whole, [bindings.name.text, inModule(module)]];
  const elements = bindings?.elements ?? [];
  return [
    ...whole,
    ...elements.map(({ propertyName, name }): Named => [
      name.text,
      inModule(module, (propertyName ?? name).text),
    ]),
  ];
}

function importedAs({ name, moduleReference }: ts.ImportEqualsDeclaration): readonly Named[] {
  const isModule =
    ts.isExternalModuleReference(moduleReference) && ts.isStringLiteral(moduleReference.expression);
  return isModule ? [[name.text, inModule(moduleReference.expression.text)]] : [];
}

const specifierOf = ({ moduleSpecifier }: ts.ExportDeclaration): string | undefined =>
  moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined;

function exportedBy(statement: ts.Statement): readonly Named[] {
  if (ts.isExportAssignment(statement))
    return [[statement.isExportEquals ? wholeModule : "default", valueOf(statement.expression)]];
  if (ts.isExportDeclaration(statement)) return exportedAgain(statement);
  if (ts.isExpressionStatement(statement)) return commonExports(statement.expression);
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const has = (kind: ts.SyntaxKind) => modifiers.some((one) => one.kind === kind);
  if (!has(ts.SyntaxKind.ExportKeyword)) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) =>
      bound(name, unknown).map(([local]): Named => [local, nameOf(local)]),
    );
  if (!ts.isFunctionDeclaration(statement) || statement.name === undefined) return [];
  const { text: local } = statement.name;
  return [[has(ts.SyntaxKind.DefaultKeyword) ? "default" : local, nameOf(local)]];
}

/** `export { a as b }`, `export { a as b } from "./c.js"`, `export * as d from "./c.js"`. */
function exportedAgain(statement: ts.ExportDeclaration): readonly Named[] {
  const { exportClause } = statement;
  const module = specifierOf(statement);
  if (exportClause === undefined) return [];
  if (ts.isNamespaceExport(exportClause))
    return module === undefined ? [] : [[exportClause.name.text, inModule(module)]];
  return exportClause.elements.map(({ name, propertyName }): Named => {
    const { text: local } = propertyName ?? name;
    return [name.text, module === undefined ? nameOf(local) : inModule(module, local)];
  });
}

/** `module.exports = value`, `exports.a = value`. */
function commonExports(expression: ts.Expression): readonly Named[] {
  const set = assigned(expression);
  const target = set && chainOf(set.target);
  if (set === undefined || target === undefined || !("name" in target.from)) return [];
  const [first, ...path] = [target.from.name, ...target.steps];
  const below =
    first === "exports" ? path : first === "module" && path[0] === "exports" ? path.slice(1) : undefined;
  const [name = wholeModule, ...more] = below ?? [];
  return below === undefined || more.length > 0 ? [] : [[name, set.value]];
}

/** Reads a file that an import leads to once, when it is asked for; these have been read. */
export function valuesBy(open: OpenModule, files: readonly PlacedValues[]): ModuleValues {
  const read = new Map(files.map((one) => [one.file, one]));
  return (from, specifier) => {
    const { file, text } = open(from, specifier) ?? {};
    if (file === undefined || text === undefined) return undefined;
    const values = read.get(file) ?? { file, values: fileValues(parse(text, file)) };
    read.set(file, values);
    return values;
  };
}
