/** What types hide: loaders without a type, casts, and one name for several things. */
import ts from "typescript";
import { placeOf } from "./sources.mjs";

const isUnknownPromise = (node) =>
  node !== undefined &&
  ts.isTypeReferenceNode(node) &&
  node.typeName.getText() === "Promise" &&
  node.typeArguments?.[0]?.kind === ts.SyntaxKind.UnknownKeyword;

/** Members of the type `() => Promise<unknown>` whose result is cast where it is used. */
export function untypedLoaders(sources) {
  const cast = new Set(sources.flatMap(({ nodes }) => nodes.flatMap(castMember)));
  return sources.flatMap((source) =>
    source.nodes
      .filter((node) => isLoader(node) && cast.has(node.name.getText(source.tree)))
      .map((node) => placeOf(source, node, node.name.getText(source.tree))),
  );
}

function isLoader(node) {
  if (ts.isMethodSignature(node)) return node.parameters.length === 0 && isUnknownPromise(node.type);
  if (!ts.isPropertySignature(node) || node.type === undefined || !ts.isFunctionTypeNode(node.type))
    return false;
  return node.type.parameters.length === 0 && isUnknownPromise(node.type.type);
}

/** `x.load() as T`, `(await x.load()) as T`, `x.load?.() as T`: the member that is called. */
function castMember(node) {
  if (!ts.isAsExpression(node)) return [];
  let value = node.expression;
  while (ts.isParenthesizedExpression(value) || ts.isAwaitExpression(value)) value = value.expression;
  if (!ts.isCallExpression(value)) return [];
  const { expression: called } = value;
  return ts.isPropertyAccessExpression(called)
    ? [called.name.text]
    : ts.isIdentifier(called)
      ? [called.text]
      : [];
}

/** Casts, but for `as const`. */
export const casts = (sources) =>
  sources.flatMap((source) =>
    source.nodes
      .filter((node) => ts.isAsExpression(node) && node.type.getText(source.tree) !== "const")
      .map((node) =>
        placeOf(source, node, node.type.getText(source.tree).replaceAll(/\s+/g, " ").slice(0, 80)),
      ),
  );

/** Exported types whose name an exported type of another file has, too: one place for each name. */
export function doubledTypes(sources) {
  const places = new Map();
  for (const source of sources)
    for (const node of source.tree.statements) {
      const isType = ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
      if (!isType || !node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) continue;
      const of = places.get(node.name.text) ?? places.set(node.name.text, new Map()).get(node.name.text);
      if (!of.has(source.file)) of.set(source.file, placeOf(source, node, node.name.text));
    }
  return [...places.values()]
    .filter((of) => of.size > 1)
    .map((of) => {
      const [first, ...others] = [...of.values()];
      return {
        ...first,
        name: `${first.name}, also in ${others.map(({ file }) => file).join(", ")}`,
        value: of.size,
      };
    });
}
