/** Links to pages of plugins in the user menu of an app: a component of ours that opens to what a user can do. */
import type { ConfiguredProject } from "../../cli/project/facts.js";
import type { PlanBuilder } from "../../cli/plan/plan-builder.js";
import { locateTags, plainText, type ComponentTag } from "../../cli/source/markup/tags.js";
import { indentAt, isBlank, lineStart } from "../../cli/source/text/layout.js";
import { splice, type TextEdit } from "../../cli/source/text/text-edit.js";
import { detectStyle } from "../../cli/source/text/text-style.js";
import { insertElement } from "../../cli/edit/component-file.js";
import { ourTags, withoutLine, type FoundTag } from "./component-tags.js";

export { planBar, planBarGone } from "./plugin-bar.js";

/** A page for users who are signed in. */
export interface PageLink {
  readonly href: string;
  /** What the link says. */
  readonly link: string;
}

const menus = ["UserMenu", "UserButton"];

/** The only user menu that there is: of several, a person knows which is meant. */
function findMenu({ files }: ConfiguredProject): FoundTag | undefined {
  const found = ourTags(files, menus) ?? [];
  return found.length === 1 ? found[0] : undefined;
}

/** Elements of these names in a menu; undefined: one of them cannot be read. */
const rowsOf = ({ text, tag: { inside } }: FoundTag, ...names: readonly string[]) =>
  inside && locateTags(text, names)?.filter(({ start, end }) => start >= inside.start && end <= inside.end);

const valueOf = (tag: ComponentTag, ...names: readonly string[]): string | undefined =>
  tag.attributes.find(({ name }) => names.includes(name))?.value;

const leadsTo = (href: string) => (tag: ComponentTag) => plainText(valueOf(tag, "href")) === href;

/** Links in the menu, in front of its forms. @returns those that it has; none where no menu can be read */
export function planMenuLinks(
  builder: PlanBuilder<ConfiguredProject>,
  links: readonly PageLink[],
): readonly PageLink[] {
  const menu = links.length === 0 ? undefined : findMenu(builder.facts);
  const present = menu && (menu.tag.inside ? rowsOf(menu, "a") : []);
  if (menu === undefined || present === undefined) return [];
  const wanted = links.filter(({ href }) => !present.some(leadsTo(href)));
  const edits = wanted.length === 0 ? [] : [insertInto(menu, wanted)];
  const named = links.map(({ href }) => href).join(", ");
  const words = {
    reason: `links ${named} in the menu of the user`,
    already: `${named}: linked`,
    snippet: "",
  };
  builder.edit(menu.file, { kind: "edits", edits }, words);
  return links;
}

function insertInto(menu: FoundTag, links: readonly PageLink[]): TextEdit {
  const { text, tag } = menu;
  const { eol, indent } = detectStyle(text);
  const [form, button] = [rowsOf(menu, "form")?.[0], rowsOf(menu, "button")?.[0]];
  const style = button?.attributes.find(({ name }) => ["class", "className"].includes(name));
  const given = style?.value === undefined ? "" : ` ${style.name}=${style.value}`;
  const elements = links.map(({ href, link }) => `<a${given} href="${href}">${link}</a>`);
  const outer = indentAt(text, tag.start);
  if (tag.inside === undefined) {
    const opened = text.slice(tag.start, tag.end - "/>".length).trimEnd();
    const rows = elements.map((one) => eol + outer + indent + one).join("");
    return { start: tag.start, end: tag.end, text: `${opened}>${rows}${eol}${outer}</${tag.name}>` };
  }
  const at = form?.start ?? tag.inside.end;
  if (form) return insertElement(text, at, elements.join(eol + indentAt(text, at)));
  const isOwnLine = isBlank(text.slice(lineStart(text, at), at));
  const rows = elements.map((one) => (isOwnLine ? indent : "") + one);
  return insertElement(text, at, rows.join(isOwnLine ? eol + outer : ""));
}

/** Takes links out of the menu that stand there as they were written. */
export function planMenuLinksGone(builder: PlanBuilder<ConfiguredProject>, links: readonly PageLink[]): void {
  const menu = links.length === 0 ? undefined : findMenu(builder.facts);
  const present = (menu && rowsOf(menu, "a")) ?? [];
  const gone = present.filter((tag) => links.some((one) => isLink(menu?.text ?? "", tag, one)));
  if (menu === undefined || gone.length === 0) return;
  const edits = withoutRows(menu, gone);
  const reason = "takes the links to their pages out of the menu";
  builder.edit(menu.file, { kind: "edits", edits }, { reason, already: "", snippet: "" });
}

const isLink = (text: string, tag: ComponentTag, { href, link }: PageLink): boolean =>
  leadsTo(href)(tag) &&
  tag.inside !== undefined &&
  text.slice(tag.inside.start, tag.inside.end).trim() === link;

/** A menu that has no rows any more closes itself. */
function withoutRows(
  { text, tag: { start, end, inside } }: FoundTag,
  gone: readonly ComponentTag[],
): TextEdit[] {
  const edits = gone.map((tag) => withoutLine(text, tag));
  if (inside === undefined) return edits;
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  const opened = inside.start - start - ">".length;
  const left = splice(text.slice(start, end), moved).slice(opened);
  const isEmpty = isBlank(left.slice(">".length, left.lastIndexOf("<")));
  return isEmpty ? [{ start: start + opened, end, text: " />" }] : edits;
}
