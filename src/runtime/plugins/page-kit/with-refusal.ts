/** A page whose form was refused, as it comes back. */
import type { Field, Form, Section } from "./page-model.js";

/** What a form has sent, and why nothing came of it. */
export interface Refused {
  /** Where it was posted, as its model has it. */
  readonly action: string;
  /** The body. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The field that does not fit; undefined: none of them is to blame. */
  readonly field: string | undefined;
  /** What is wrong, in the language of the request. */
  readonly text: string;
}

/**
 * The form has what was typed, and what is wrong beside the field that it is about. Where no form of the page was sent,
 * but one of its buttons, it stands on top.
 *
 * @param refused undefined: the sections stay as they are
 * @example sections: withRefusal([renameForm, leaveForm], refused)
 */
export function withRefusal(sections: readonly Section[], refused: Refused | undefined): readonly Section[] {
  if (refused === undefined) return sections;
  const { action, text } = refused;
  const shown = sections.map((section) => sentSection(section, refused));
  const isShown = sections.some((section) => "action" in section && section.action === action);
  return isShown ? shown : [{ kind: "notice", tone: "bad", text }, ...shown];
}

function sentSection(section: Section, refused: Refused): Section {
  if (section.kind === "confirmation" && section.action === refused.action)
    return { ...section, problem: refused.text };
  return section.kind === "form" && section.action === refused.action ? sentForm(section, refused) : section;
}

function sentForm(form: Form, { sent, field, text }: Refused): Form {
  const fields = form.fields.map((each) => sentField(each, sent[each.name]));
  if (!fields.some(({ name }) => name === field)) return { ...form, fields, problem: text };
  return { ...form, fields: fields.map((each) => (each.name === field ? { ...each, problem: text } : each)) };
}

/** Passwords are typed anew. */
function sentField(field: Field, value: unknown): Field {
  if (typeof value !== "string" || field.kind === "password" || field.kind === "choices") return field;
  return field.kind === "tick" ? { ...field, value: value === "yes" } : { ...field, value };
}
