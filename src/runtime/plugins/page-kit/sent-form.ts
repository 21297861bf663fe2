/** A form that was refused, as it comes back. */
import type { Field, Form } from "./page-model.js";

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
 * The form with what was typed, and with what is wrong beside the field that it is about.
 *
 * @param refused undefined, and that of another form: the form stays as it is
 * @example sections: [sentForm(renameForm, refused)]
 */
export function sentForm(form: Form, refused: Refused | undefined): Form {
  if (refused?.action !== form.action) return form;
  const { sent, field, text } = refused;
  const fields = form.fields.map((each) => sentField(each, sent[each.name]));
  if (!fields.some(({ name }) => name === field)) return { ...form, fields, problem: text };
  return { ...form, fields: fields.map((each) => (each.name === field ? { ...each, problem: text } : each)) };
}

/** Passwords are typed anew. */
function sentField(field: Field, value: unknown): Field {
  if (typeof value !== "string" || field.kind === "password" || field.kind === "choices") return field;
  return field.kind === "tick" ? { ...field, value: value === "yes" } : { ...field, value };
}
