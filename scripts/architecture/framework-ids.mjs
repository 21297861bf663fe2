/** Ids of frameworks as strings outside the framework's own folder and the registry. */
import ts from "typescript";
import { frameworkFolder, isIn } from "./areas.mjs";
import { frameworkIdExceptions } from "./exceptions.mjs";
import { literalText, placeOf } from "./sources.mjs";

const excepted = new Set(Object.values(frameworkIdExceptions).flat());

/** String literals and literal types that equal a framework's id, in any other place than its own. */
export const strayFrameworkIds = (sources) =>
  frameworkIdsIn(
    sources.filter(({ file }) => !excepted.has(file)),
    frameworkHomes(sources),
  );

/** @param homes see frameworkHomes */
export const frameworkIdsIn = (sources, homes) =>
  sources.flatMap((source) =>
    source.nodes
      .filter((node) => !isSpecifier(node))
      .filter((node) => homes.has(literalText(node)) && !isIn(source.file, homes.get(literalText(node))))
      .map((node) => placeOf(source, node, literalText(node))),
  );

/** Names a module of others: `import … from "h3"`, `declare module "h3"`. */
const isSpecifier = ({ parent }) =>
  parent !== undefined &&
  (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isModuleDeclaration(parent));

/**
 * Id → the places where it is free: its description and its templates. Read from the descriptions themselves: the
 * property `id` of an exported object in `<name>.ts` or `<name>/support.ts`.
 */
export function frameworkHomes(sources) {
  const homes = new Map();
  for (const { file, tree } of sources) {
    if (!file.startsWith(frameworkFolder) || excepted.has(file)) continue;
    const [name, inner, ...deeper] = file.slice(frameworkFolder.length).split("/");
    if (deeper.length > 0 || (inner !== undefined && inner !== "support.ts")) continue;
    const home = inner === undefined ? file : `${frameworkFolder}${name}/`;
    for (const id of exportedIds(tree)) homes.set(id, [home, `${frameworkFolder}${id}/`]);
  }
  return homes;
}

function exportedIds(tree) {
  return tree.statements
    .filter((node) => ts.isVariableStatement(node))
    .filter(({ modifiers }) => modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword))
    .flatMap(({ declarationList }) => declarationList.declarations)
    .map(({ initializer }) => unwrapped(initializer))
    .filter((node) => node && ts.isObjectLiteralExpression(node))
    .flatMap(({ properties }) => properties)
    .filter((node) => ts.isPropertyAssignment(node) && node.name.getText(tree) === "id")
    .flatMap(({ initializer }) => literalText(initializer) ?? []);
}

/** Without `as const`, `satisfies T` and brackets. */
function unwrapped(node) {
  const isWrapped =
    node && (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node));
  return isWrapped ? unwrapped(node.expression) : node;
}
