/** Everything that users of the package can name, and what of it has no documentation comment that says something. */
import ts from "typescript";
import { readDeclarations } from "./declarations.mjs";
import { placeOf } from "./sources.mjs";

/**
 * Public are the exports of the entry points, the types that their signatures and members mention, and the members of
 * all of these: of interfaces, classes and object types, also nested ones (`cookies.pkce.name`). Members of an object
 * type that stands in a parameter or return type belong to the function's own comment. Not members: constructors,
 * index, call and construct signatures, private and protected ones, and what is marked `override` or `@internal`.
 * Overloads and merged declarations need one comment together. Public too: what a module adds to interfaces of another
 * package (`declare module`, `declare global`), and the members of an exported constant that is an object, unless
 * `satisfies` names the type that documents them.
 *
 * @param project `sources`, `aliases`, and `entryPoints`: files whose exports users may import
 */
export function undocumentedMembers(project) {
  const declarations = readDeclarations(project);
  const seen = new Set();
  const places = [];
  const visit = (found) => {
    if (!found || seen.has(found.nodes[0])) return;
    seen.add(found.nodes[0]);
    visitNodes(found.nodes, found.source, found.name);
  };
  const visitNodes = (nodes, source, name) => {
    if (!nodes.some(isDocumented)) places.push(placeOf(source, nodes[0], name));
    for (const node of nodes) {
      for (const type of mentionedBy(node)) followTypes(type, source);
      visitMembers(node.members ?? ownObject(node)?.properties, source, name);
      const type = ownType(node);
      if (type) followTypes(type, source, name);
    }
  };
  const visitMembers = (members, source, owner) => {
    for (const [name, nodes] of byName(members?.filter(isPublicMember) ?? [], source.tree))
      visitNodes(nodes, source, `${owner}.${name}`);
  };
  /** Without an owner, the members of object types are not listed. */
  const followTypes = (node, source, owner) => {
    const name = referencedName(node);
    if (name !== undefined) visit(declarations.find(source.file, name));
    if (owner !== undefined && ts.isTypeLiteralNode(node)) return visitMembers(node.members, source, owner);
    const isFunctionType = ts.isFunctionTypeNode(node) || ts.isConstructorTypeNode(node);
    node.forEachChild((child) => followTypes(child, source, isFunctionType ? undefined : owner));
  };
  for (const file of project.entryPoints)
    for (const name of declarations.exportsOf(file)) visit(declarations.findExport(file, name));
  for (const { source, node } of project.sources.flatMap(augmentationsOf))
    visitMembers(node.members, source, node.name.text);
  return places;
}

const isDocumented = (node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .some((each) => each.tags?.length > 0 || saysMore(ts.getTextOfJSDocComment(each.comment) ?? "", node));

/** Articles, and forms of be, have, become, hold and read. */
const empty = new Set(
  (
    "a an the be am is are was were been being have has had having become becomes became becoming " +
    "hold holds held holding read reads reading"
  ).split(" "),
);

/** Whether a comment has a word that neither the name nor the type has which it stands above. */
function saysMore(comment, node) {
  const known = new Set(wordsOf(`${node.name?.getText() ?? ""} ${node.type?.getText() ?? ""}`));
  return wordsOf(comment).some((word) => !empty.has(word) && !known.has(word) && !known.has(`${word}s`));
}

/** `loginName` → login, name. */
const wordsOf = (text) =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[\p{L}\d]+/gu) ?? [];

/** Types that a declaration mentions without owning their members: of signatures, and what it extends. */
function mentionedBy(node) {
  const signature = signatureOf(node);
  return [
    ...(node.typeParameters ?? []),
    ...(node.heritageClauses ?? []),
    ...(satisfiedBy(node) ?? []),
    ...(signature?.typeParameters ?? []),
    ...(signature?.parameters.flatMap(({ type }) => type ?? []) ?? []),
    ...(signature?.type ? [signature.type] : []),
  ];
}

function signatureOf(node) {
  if (ts.isFunctionLike(node)) return node;
  const { initializer } = node;
  return initializer && ts.isFunctionLike(initializer) ? initializer : undefined;
}

/** The type whose members are members of the declaration. */
const ownType = (node) => (ts.isFunctionLike(node) ? undefined : node.type);

/** The object that a constant without a type is, through `as const`. */
function ownObject(node) {
  if (!ts.isVariableDeclaration(node) || node.type || satisfiedBy(node)) return undefined;
  let value = node.initializer;
  while (value && (ts.isAsExpression(value) || ts.isParenthesizedExpression(value))) value = value.expression;
  return value && ts.isObjectLiteralExpression(value) ? value : undefined;
}

/** The type that a constant says it satisfies, in a list. */
const satisfiedBy = ({ initializer }) =>
  initializer && ts.isSatisfiesExpression(initializer) ? [initializer.type] : undefined;

/** The interfaces of other packages that a module adds members to, as `{ source, node }`. */
function augmentationsOf(source) {
  const blocks = source.tree.statements.filter(ts.isModuleDeclaration);
  const inside = ({ body }) =>
    !body || !ts.isModuleBlock(body)
      ? []
      : body.statements.flatMap((each) =>
          ts.isInterfaceDeclaration(each) ? [each] : ts.isModuleDeclaration(each) ? inside(each) : [],
        );
  return blocks.flatMap(inside).map((node) => ({ source, node }));
}

const hidden = new Set([
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
  ts.SyntaxKind.OverrideKeyword,
]);

const isPublicMember = (member) =>
  member.name !== undefined &&
  !ts.isPrivateIdentifier(member.name) &&
  !member.modifiers?.some(({ kind }) => hidden.has(kind)) &&
  !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === "internal");

function byName(members, tree) {
  const groups = new Map();
  for (const member of members) {
    const name = member.name.getText(tree);
    groups.set(name, [...(groups.get(name) ?? []), member]);
  }
  return groups;
}

function referencedName(node) {
  const name = ts.isTypeReferenceNode(node)
    ? node.typeName
    : ts.isTypeQueryNode(node)
      ? node.exprName
      : ts.isExpressionWithTypeArguments(node)
        ? node.expression
        : undefined;
  return name && ts.isIdentifier(name) ? name.text : undefined;
}
