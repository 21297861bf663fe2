/** Ids of frameworks as strings outside the framework's own folder and the registry. */
import ts from "typescript";
import { frameworkPlaces, isIn } from "./areas.mjs";
import { literalText, placeOf } from "./sources.mjs";

const { descriptions, templates, registry, searched } = frameworkPlaces;

/** String literals and literal types that equal a framework's id, in any other place than its own. */
export function strayFrameworkIds(sources) {
  const homes = frameworkHomes(sources);
  return sources
    .filter(({ file }) => isIn(file, searched) && !registry.includes(file))
    .flatMap((source) =>
      source.nodes.flatMap((node) => {
        const home = homes.get(literalText(node));
        return !home || isIn(source.file, home) ? [] : [placeOf(source, node, literalText(node))];
      }),
    );
}

/**
 * Id → the places where it is free: its description and its templates. Read from the descriptions themselves: the
 * property `id` of an exported object in `<name>.ts` or `<name>/support.ts`.
 */
function frameworkHomes(sources) {
  const homes = new Map();
  for (const { file, tree } of sources) {
    if (!file.startsWith(descriptions) || registry.includes(file)) continue;
    const [name, inner, ...deeper] = file.slice(descriptions.length).split("/");
    if (deeper.length > 0 || (inner !== undefined && inner !== "support.ts")) continue;
    const home = inner === undefined ? file : `${descriptions}${name}/`;
    for (const id of exportedIds(tree)) homes.set(id, [home, `${templates}${id}/`]);
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
