/** Names of a module: what it declares, imports and exports. Enough to follow a name to its declaration. */
import ts from "typescript";
import { literalText } from "./sources.mjs";
import { resolveSpecifier } from "./imports.mjs";

/**
 * @param project `sources`, and `aliases` of specifiers that begin with "#"
 * @returns `exportsOf(file)`: exported names; `find(file, name)`: the declarations of a name that the module can see;
 *   `findExport(file, name)`: of one that it exports. Both give `{ source, name, nodes }`; undefined for other packages
 */
export function readDeclarations({ sources, aliases }) {
  const known = new Set(sources.map(({ file }) => file));
  const resolve = (from, specifier) => resolveSpecifier(from, specifier, { known, aliases });
  const modules = new Map(sources.map((source) => [source.file, readModule(source, resolve)]));

  const find = (file, name) => {
    const { source, locals, imports } = modules.get(file);
    if (locals.has(name)) return { source, name, nodes: locals.get(name) };
    const from = imports.get(name);
    return from && findExport(from.file, from.name);
  };
  const findExport = (file, name) => {
    const { exported, stars } = modules.get(file);
    const entry = exported.get(name);
    if (entry) return entry.file === undefined ? find(file, entry.name) : findExport(entry.file, entry.name);
    for (const star of stars) {
      const found = name !== "default" && findExport(star, name);
      if (found) return found;
    }
    return undefined;
  };
  const exportsOf = (file) => {
    const { exported, stars } = modules.get(file);
    return [...exported.keys(), ...stars.flatMap(exportsOf)];
  };
  return { find, findExport, exportsOf };
}

function readModule(source, resolve) {
  const module = { source, locals: new Map(), imports: new Map(), exported: new Map(), stars: [] };
  for (const statement of source.tree.statements) {
    if (ts.isImportDeclaration(statement)) readImport(statement, module, resolve);
    else if (ts.isExportDeclaration(statement)) readExport(statement, module, resolve);
    else if (ts.isExportAssignment(statement)) readDefault(statement, module);
    else readDeclaration(statement, module);
  }
  return module;
}

function readImport({ importClause, moduleSpecifier }, { source, imports }, resolve) {
  const file = resolve(source.file, literalText(moduleSpecifier));
  if (file === undefined || !importClause) return;
  if (importClause.name) imports.set(importClause.name.text, { file, name: "default" });
  const bindings = importClause.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements)
    imports.set(name.text, { file, name: (propertyName ?? name).text });
}

function readExport({ exportClause, moduleSpecifier }, { source, exported, stars }, resolve) {
  const file = moduleSpecifier && resolve(source.file, literalText(moduleSpecifier));
  if (moduleSpecifier && file === undefined) return;
  // `export * as name`: its members are as visible as those of `export *`.
  if (!exportClause || ts.isNamespaceExport(exportClause)) stars.push(file);
  else
    for (const { name, propertyName } of exportClause.elements)
      exported.set(name.text, { file, name: (propertyName ?? name).text });
}

function readDefault(statement, { locals, exported }) {
  const isName = ts.isIdentifier(statement.expression);
  exported.set("default", { name: isName ? statement.expression.text : "default" });
  if (!isName) locals.set("default", [statement]);
}

function readDeclaration(statement, { locals, exported }) {
  const has = (kind) => statement.modifiers?.some((each) => each.kind === kind) ?? false;
  for (const node of declaredBy(statement)) {
    const name = node.name && ts.isIdentifier(node.name) ? node.name.text : "default";
    locals.set(name, [...(locals.get(name) ?? []), node]);
    if (has(ts.SyntaxKind.DefaultKeyword)) exported.set("default", { name });
    else if (has(ts.SyntaxKind.ExportKeyword)) exported.set(name, { name });
  }
}

function declaredBy(statement) {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations;
  const isDeclaration =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return isDeclaration ? [statement] : [];
}
