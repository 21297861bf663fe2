/** Imports that the compiler of TypeScript takes out: what they name is used as a type alone. */
import { ts } from "./syntax.js";

/** Modules that running code loads by no import declaration of a file. In JavaScript all of them stay. */
export function erasedImports(source: ts.SourceFile): ReadonlySet<string> {
  const imports = source.statements.filter((one) => ts.isImportDeclaration(one));
  if (imports.length === 0 || /\.[cm]?jsx?$/.test(source.fileName)) return new Set();
  // Markup that is not in sight may use what a script imports.
  const isInSight = !/\.(?:svelte|vue)(?:\.ts)?$/.test(source.fileName);
  const values = namesIn(source, valuesIn);
  const names = namesIn(source, childrenOf);
  // What is used nowhere is no type: somebody forgot it.
  const isValue = (name: string) => !isInSight || values.has(name) || !names.has(name);
  const stays = ({ importClause }: ts.ImportDeclaration): boolean =>
    importClause === undefined ||
    (importClause.phaseModifier !== ts.SyntaxKind.TypeKeyword &&
      localNames(importClause).some(({ name, isType }) => !isType && isValue(name)));
  const loaded = new Set(imports.filter(stays).map(specifierOf));
  return new Set(imports.map(specifierOf).filter((one) => !loaded.has(one)));
}

const specifierOf = ({ moduleSpecifier }: ts.ImportDeclaration): string =>
  ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : "";

function localNames(clause: ts.ImportClause | undefined) {
  const bindings = clause?.namedBindings;
  const elements = bindings && ts.isNamedImports(bindings) ? bindings.elements : [];
  const whole = [clause?.name, bindings && ts.isNamespaceImport(bindings) ? bindings.name : undefined];
  return [
    ...whole.flatMap((one) => (one ? [{ name: one.text, isType: false }] : [])),
    ...elements.map((one) => ({ name: one.name.text, isType: one.isTypeOnly })),
  ];
}

/** Every name below a file, as far as the parts of its nodes lead. */
function namesIn(source: ts.SourceFile, partsOf: (node: ts.Node) => readonly ts.Node[]): ReadonlySet<string> {
  const found = new Set<string>();
  // A stack of its own: chains of thousands of links are nested as deep.
  const open: ts.Node[] = source.statements.filter((one) => !ts.isImportDeclaration(one));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (ts.isIdentifier(node)) found.add(node.text);
    else open.push(...partsOf(node));
  }
  return found;
}

function childrenOf(node: ts.Node): readonly ts.Node[] {
  const parts: ts.Node[] = [];
  ts.forEachChild(node, (part) => void parts.push(part));
  return parts;
}

/** The parts of a node that may hold values or names of them. */
function valuesIn(node: ts.Node): readonly ts.Node[] {
  if (isTypeAlone(node)) return [];
  if (ts.isExpressionWithTypeArguments(node)) return [node.expression];
  if (ts.isPropertyAccessExpression(node)) return [node.expression];
  if (ts.isPropertyAssignment(node))
    return ts.isIdentifier(node.name) ? [node.initializer] : [node.name, node.initializer];
  if (ts.isExportDeclaration(node))
    return node.moduleSpecifier === undefined && node.exportClause ? [node.exportClause] : [];
  if (ts.isExportSpecifier(node)) return node.isTypeOnly ? [] : [node.propertyName ?? node.name];
  return childrenOf(node);
}

function isTypeAlone(node: ts.Node): boolean {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isTypeParameterDeclaration(node)) return true;
  if (ts.isHeritageClause(node)) return node.token === ts.SyntaxKind.ImplementsKeyword;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  return ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node);
}
