/** `App.Locals` of a SvelteKit app: the old package declared its members by being imported, ours is named there. Loads the parser. */
import { addInterfaceMember } from "../../../cli/edit/interface-member.js";
import { keyOf } from "../../../cli/source/syntax/scopes.js";
import { collect } from "../../../cli/source/syntax/collect.js";
import { parse, ts } from "../../../cli/source/syntax/syntax.js";
import { splice, type EditResult } from "../../../cli/source/text/text-edit.js";
import { withoutLine } from "../change.js";

/** What the app says itself of the old package's functions: `auth` and `getSession`. */
const oldMembers: ReadonlySet<string> = new Set(["auth", "getSession"]);

/** @param line the member `auth` with its type */
export function typeLocals(file: string, text: string, line: string): EditResult {
  const wanted = { namespace: "App", name: "Locals", member: "auth", line };
  const present = collect(parse(text, file), (node) => (isOldMember(node) ? [node] : []));
  if (present.some((one) => one.getText() === line)) return { kind: "edits", edits: [] };
  const removed = present.map((one) => withoutLine(text, { start: one.getStart(), end: one.getEnd() }));
  const added = addInterfaceMember({ file, text: splice(text, removed) }, wanted);
  if (added.kind === "manual" || removed.length === 0) return added;
  return {
    kind: "edits",
    edits: [{ start: 0, end: text.length, text: splice(splice(text, removed), added.edits) }],
  };
}

function isOldMember(node: ts.Node): boolean {
  if (!ts.isPropertySignature(node) && !ts.isMethodSignature(node)) return false;
  return (
    oldMembers.has(keyOf(node.name) ?? "") &&
    ts.isInterfaceDeclaration(node.parent) &&
    node.parent.name.text === "Locals"
  );
}
