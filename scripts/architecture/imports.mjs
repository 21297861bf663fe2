/** Which module imports which, and the modules that import each other in a circle. */
import path from "node:path";
import ts from "typescript";
import { literalText } from "./sources.mjs";

/** Modules in a circle of imports of values. */
export const modulesInCycles = (project) => modulesInCircles(project, ({ isType }) => !isType);

/** Modules in a circle of imports, those of types among them: nobody can read one without the others. */
export const modulesInTypeCycles = (project) => modulesInCircles(project, () => true);

/**
 * Each module with the number of modules in its circle. Modules are counted, not circles: a large one that falls into
 * two is an improvement.
 *
 * @param project sources, and `aliases`: specifiers that begin with "#" → file
 * @param counts which imports make a circle
 */
function modulesInCircles({ sources, aliases }, counts) {
  const known = new Set(sources.map(({ file }) => file));
  const targets = new Map(
    sources.map((source) => [
      source.file,
      importsOf(source)
        .filter(counts)
        .map(({ specifier }) => resolveSpecifier(source.file, specifier, { known, aliases }))
        .filter((target) => target !== undefined),
    ]),
  );
  return circles(targets).flatMap((members) =>
    members.map((file) => ({
      file,
      line: 1,
      name: `circle of ${members.length} from ${members.toSorted()[0]}`,
      value: members.length,
    })),
  );
}

/** Imports, exports from elsewhere, `import()` and import types, each with its specifier and the node that names it. */
export function importsOf({ nodes }) {
  return nodes.flatMap((node) => {
    if (ts.isImportDeclaration(node)) return specifierOf(node.moduleSpecifier, isTypeImport(node));
    if (ts.isExportDeclaration(node)) return specifierOf(node.moduleSpecifier, isTypeExport(node));
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      return specifierOf(node.argument.literal, true);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      return specifierOf(node.arguments[0], false);
    return [];
  });
}

function specifierOf(node, isType) {
  const specifier = literalText(node);
  return specifier === undefined ? [] : [{ specifier, isType, node }];
}

const areTypes = (elements) => elements.length > 0 && elements.every((each) => each.isTypeOnly);

function isTypeImport({ importClause }) {
  if (!importClause) return false;
  const { name, namedBindings } = importClause;
  const isNamed = !name && namedBindings && ts.isNamedImports(namedBindings);
  return importClause.isTypeOnly || Boolean(isNamed && areTypes(namedBindings.elements));
}

function isTypeExport({ isTypeOnly, exportClause }) {
  const isNamed = exportClause && ts.isNamedExports(exportClause);
  return isTypeOnly || Boolean(isNamed && areTypes(exportClause.elements));
}

/** The file of ours that a specifier names; undefined for packages. */
export function resolveSpecifier(from, specifier, { known, aliases }) {
  if (Object.hasOwn(aliases, specifier)) return aliases[specifier];
  if (!specifier.startsWith(".")) return undefined;
  const stem = path.posix.join(path.posix.dirname(from), specifier).replace(/\.jsx?$/, "");
  return [`${stem}.ts`, `${stem}.tsx`].find((file) => known.has(file));
}

/** Strongly connected parts with more than one member, and modules that import themselves (Tarjan's algorithm). */
export function circles(targets) {
  const order = new Map();
  const lowest = new Map();
  const stack = [];
  const found = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    stack.push(file);
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target);
      if (stack.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const members = stack.splice(stack.indexOf(file));
    if (members.length > 1 || targets.get(file)?.includes(file)) found.push(members);
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found;
}
