/** A member of an interface inside a namespace, such as `App.Locals`. Loads the TypeScript parser. */
import { indentAt, lineAt } from "../source/text/layout.js";
import type { SourceText } from "../source/names/names.js";
import { keyOf } from "../source/syntax/scopes.js";
import { firstSyntaxError, parse, ts, visit } from "../source/syntax/syntax.js";
import { detectStyle } from "../source/text/text-style.js";
import type { EditResult } from "../source/text/text-edit.js";

/** What is to be there. */
export interface WantedMember {
  readonly namespace: string;
  readonly name: string;
  /** Name of the member. */
  readonly member: string;
  /** All of it: `auth: LocalAuth;` */
  readonly line: string;
}

/**
 * Adds the member: to the interface, where a comment keeps its place, or as a new interface. One that is there with
 * another type is for a person to decide about.
 */
export function addInterfaceMember({ file, text }: SourceText, wanted: WantedMember): EditResult {
  const error = firstSyntaxError(text, file);
  if (error !== undefined)
    return { kind: "manual", line: lineAt(text, error), why: "the file has a syntax error" };
  let space: ts.ModuleBlock | undefined;
  visit(parse(text, file), (node) => {
    if (!ts.isModuleDeclaration(node) || node.name.getText() !== wanted.namespace) return;
    if (node.body && ts.isModuleBlock(node.body)) space ??= node.body;
  });
  if (space === undefined) return { kind: "manual", line: 1, why: `it has no namespace ${wanted.namespace}` };
  const found = space.statements.find(
    (one): one is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(one) && one.name.text === wanted.name,
  );
  return found === undefined ? newInterface(text, space, wanted) : intoInterface(text, found, wanted);
}

function intoInterface(
  text: string,
  node: ts.InterfaceDeclaration,
  { member, line }: WantedMember,
): EditResult {
  const { eol, indent } = detectStyle(text);
  const present = node.members.find((one) => keyOf(one.name) === member);
  if (present !== undefined)
    return withoutSpaces(present.getText()) === withoutSpaces(line)
      ? { kind: "edits", edits: [] }
      : {
          kind: "manual",
          line: lineAt(text, present.getStart()),
          why: `${node.name.text} has another ${member}`,
        };
  const end = node.getEnd() - 1;
  const open = text.lastIndexOf("{", node.members[0]?.getStart() ?? end) + 1;
  const own = indentAt(text, node.getStart());
  // `interface Locals {}` in one line ends in a line of its own.
  const close = text.slice(open, end).includes(eol) ? "" : eol + own;
  return { kind: "edits", edits: [{ start: open, end: open, text: eol + own + indent + line + close }] };
}

function newInterface(text: string, block: ts.ModuleBlock, { name, line }: WantedMember): EditResult {
  const { eol, indent } = detectStyle(text);
  const begin = block.getStart() + 1;
  const own = indentAt(text, block.getEnd() - 1) + indent;
  const written = [`interface ${name} {`, own + indent + line, `${own}}`].join(eol);
  const comment = `// interface ${name} {}`;
  const at = text.indexOf(comment, begin);
  if (at !== -1 && at < block.getEnd())
    return { kind: "edits", edits: [{ start: at, end: at + comment.length, text: written }] };
  return { kind: "edits", edits: [{ start: begin, end: begin, text: eol + own + written }] };
}

const withoutSpaces = (code: string): string =>
  [...code.replaceAll("'", '"')].filter((one) => one.trim() !== "").join("");
