/** One declaration as Markdown: how it is written, what it means, its parameters or members. */
import ts from "typescript";
import { isInternal, textOf } from "../../../scripts/public-api.mjs";

/** Members of members of members are told; what lies deeper stands in the type. */
const deepest = 3;

/** @typedef {(text: string) => string} Words a comment as Markdown, with its links */

/**
 * What is written: signatures as they are, types where they have no members to list.
 *
 * @returns {string} "" for what its members tell
 */
export function codeOf({ name, nodes }) {
  const lines = nodes.flatMap((node) => {
    if (ts.isFunctionDeclaration(node)) return [signature(`function ${name}`, node)];
    if (ts.isVariableDeclaration(node))
      return membersOf(node.type).length > 0 ? [] : [`const ${name}: ${sourceOf(node.type)};`];
    if (ts.isTypeAliasDeclaration(node) && membersOf(node.type).length === 0)
      return [`type ${name}${generics(node)} = ${sourceOf(node.type)};`];
    if (ts.isClassDeclaration(node)) return [`class ${name}${heritage(node)}`];
    if (ts.isInterfaceDeclaration(node) && node.heritageClauses)
      return [`interface ${name}${generics(node)}${heritage(node)}`];
    return [];
  });
  return lines.join("\n");
}

/** As it stands in the file, with its comments, moved to the left. */
const sourceOf = (node) => (node === undefined ? "any" : node.getText().replaceAll(/^ {4}(?= )/gm, ""));

const generics = ({ typeParameters }) => (typeParameters ? `<${typeParameters.map(textOf).join(", ")}>` : "");
const heritage = ({ heritageClauses = [] }) =>
  heritageClauses.map((clause) => ` ${textOf(clause).trim()}`).join("");

/** Parameters each on a line of their own where they would not fit into one. */
function signature(head, node) {
  const parameters = node.parameters.map(parameterText);
  const [before, after] = [`${head}${generics(node)}(`, `): ${textOf(node.type)};`];
  const line = before + parameters.join(", ") + after;
  return line.length <= 80 ? line : `${before}\n${parameters.map((one) => `  ${one},`).join("\n")}\n${after}`;
}

/** What is taken apart has the name that the comment gives it. */
function parameterText(node) {
  if (ts.isIdentifier(node.name)) return textOf(node);
  const [tag] = ts.getJSDocParameterTags(node);
  return `${tag?.name.getText() ?? "props"}${node.questionToken ? "?" : ""}: ${textOf(node.type)}`;
}

/** Members that apps see, of an object type, an interface or a class; also where it is one part of a union. */
export function membersOf(node) {
  if (node === undefined) return [];
  if (ts.isUnionTypeNode(node) || ts.isIntersectionTypeNode(node)) return node.types.flatMap(membersOf);
  if (ts.isParenthesizedTypeNode(node)) return membersOf(node.type);
  const { members } = node;
  if (members === undefined || ts.isEnumDeclaration(node)) return [];
  return members.filter((one) => one.name !== undefined && !isHidden(one));
}

const isHidden = (member) =>
  ts.isPrivateIdentifier(member.name) ||
  isInternal(member) ||
  Boolean(ts.getCombinedModifierFlags(member) & (ts.ModifierFlags.Private | ts.ModifierFlags.Protected));

/**
 * @param {readonly object[]} members declarations
 * @param {{ commentOf: (node: object) => { text: string, tags: object[] }, words: Words, linkOf: (node: object) => string | undefined }} known
 * @returns {string} a list in Markdown
 */
export const memberList = (members, known, depth = 0) =>
  overloadsJoined(members)
    .map((group) => member(group, known, depth))
    .join("\n");

/** The same name twice is one member with two signatures. */
function overloadsJoined(members) {
  const groups = new Map();
  for (const one of members) {
    const name = one.name.getText();
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}

function member(group, known, depth) {
  const inner = depth < deepest ? innerMembers(group[0]) : [];
  const { name, type, said } = partsOf(group, known, inner);
  const item = `${"  ".repeat(depth)}- **${code(name)}** ${type}${said === "" ? "" : `<br>${said}`}`;
  return [item, ...(inner.length > 0 ? [memberList(inner, known, depth + 1)] : [])].join("\n");
}

/**
 * Options have a heading each, by which the search finds them: `session.maxAge`.
 *
 * @param {string} owner name of the type
 * @returns {string} Markdown
 */
export const memberSections = (members, known, owner, before = "", depth = 0) =>
  overloadsJoined(members)
    .map((group) => {
      const inner = depth < deepest ? innerMembers(group[0]) : [];
      const { name, type, said } = partsOf(group, known, inner);
      const whole = `${before}${name.replace(/\?$/, "")}`;
      const id = `${owner}-${whole.replaceAll(/\W+/g, "-")}`;
      const section = `#### ${code(before + name)} {#${id}}\n\n${type}${said === "" ? "" : `<br>${said}`}`;
      if (inner.length === 0) return section;
      return `${section}\n\n${memberSections(inner, known, owner, `${whole}.`, depth + 1)}`;
    })
    .join("\n\n");

function partsOf(group, known, inner) {
  const [first] = group;
  const { text, tags } = known.commentOf(first);
  // With `?` in front of it everybody knows that it may be undefined.
  const without = first.questionToken ? / \| undefined$/ : /$^/;
  const shown = code(
    group
      .map((one) =>
        typeText(one, inner)
          .replace(without, "")
          .replace(/^\((\(.*)\)$/, "$1"),
      )
      .join(" · "),
  );
  const link = inner.length > 0 ? undefined : known.linkOf(first.type ?? first);
  return {
    name: `${first.name.getText()}${first.questionToken ? "?" : ""}`,
    type: link === undefined ? shown : `[${shown}](${link})`,
    said: [known.words(inLine(text)), ...tagWords(tags, known)].filter((one) => one !== "").join(" "),
  };
}

/** Of a nested object, or of the object that a function is given. */
function innerMembers(node) {
  const own = membersOf(node.type);
  if (own.length > 0) return own;
  const { parameters } = ts.isFunctionLike(node)
    ? node
    : node.type && ts.isFunctionTypeNode(node.type)
      ? node.type
      : {};
  return parameters?.length > 0 ? parameters.flatMap(({ type }) => membersOf(type)) : [];
}

function typeText(node, inner) {
  const whole = ts.isFunctionLike(node)
    ? `${generics(node)}(${node.parameters.map(textOf).join(", ")}) => ${textOf(node.type)}`
    : textOf(node.type);
  const literals = new Set(inner.map(({ parent }) => textOf(parent)));
  return [...literals].reduce((text, literal) => text.replace(literal, "{ … }"), whole);
}

export const inLine = (text) => text.replaceAll(/\s*\n\s*/g, " ");

/** Within a list there is no room for blocks: an example stays in its line. */
function tagWords(tags, { words }) {
  return tags.flatMap(({ name, text }) => {
    const one = inLine(text);
    if (name === "param") return [words(one.replace(/^(\S+)(?:\s+-)?\s*/, "`$1`: ").replace(/[^.]$/, "$&."))];
    if (name === "returns") return [words(`Returns ${one}`.replace(/[^.]$/, "$&."))];
    if (name === "throws") return [words(`Throws ${one}`.replace(/[^.]$/, "$&."))];
    if (name === "deprecated") return [words(`Deprecated: ${one}`.replace(/[^.]$/, "$&."))];
    if (name === "example") return [`<br>${code(one)}`];
    return [];
  });
}

/** Code in a line, whatever backticks it holds. */
export const code = (text) => {
  const fence = "`".repeat(1 + Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length)));
  return fence.length === 1 ? `\`${text}\`` : `${fence} ${text} ${fence}`;
};
