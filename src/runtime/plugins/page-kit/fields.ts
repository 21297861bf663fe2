/** The fields of a form, each with its label, its hint and what is wrong with it. */
import { attributes, type Html, html } from "../../pages/html.js";
import { wrongText } from "../../pages/wrong-field.js";
import { type Drawing, fieldId } from "./drawing.js";
import type { ChoicesField, Field } from "./page-model.js";

/** What a field and its element share. */
interface Placed {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** @param at place of the form on the page */
export function fieldOf(drawing: Drawing, at: number, field: Field): Html {
  const placed = placedAt(drawing, fieldId(at, field.name), field);
  const wrong = field.problem !== undefined && wrongText(`${placed.id}-wrong`, field.problem);
  switch (field.kind) {
    case "choices":
      return html`${choices(placed, field)} ${wrong}`;
    case "tick":
      return html`${tick(placed.attributes, field.label, { name: field.name, value: "yes", isOn: field.value === true })}
      ${hintOf(placed.id, field)} ${wrong}`;
    default:
      return html`<div class="field">
          <label for="${placed.id}">${field.label}</label>
          ${hintOf(placed.id, field)} ${inputOf(placed, field)}
        </div>
        ${wrong}`;
  }
}

function placedAt({ focused }: Drawing, id: string, { hint, problem }: Field): Placed {
  const isWrong = problem !== undefined;
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-wrong`].filter(Boolean).join(" ");
  return {
    id,
    attributes: {
      id,
      "aria-describedby": described || undefined,
      "aria-invalid": isWrong && "true",
      autofocus: id === focused,
    },
  };
}

const hintOf = (id: string, { hint }: Field): Html | false =>
  hint !== undefined && html`<p class="muted small hint" id="${id}-hint">${hint}</p>`;

function inputOf(placed: Placed, field: Exclude<Field, { kind: "choices" | "tick" }>): Html {
  const { name, value = "" } = field;
  if (field.kind === "choice")
    return html`<select${attributes({ ...placed.attributes, name })}>
      ${field.options.map((each) => html`<option${attributes({ value: each.value, selected: each.value === value })}>${each.label}</option>`)}
    </select>`;
  const { autocomplete, maxLength, isOptional, kind } = field;
  const typed = {
    ...placed.attributes,
    name,
    autocomplete,
    maxlength: maxLength,
    required: isOptional !== true,
    // An address and a name in an address are no words.
    ...(kind !== "lines" && kind !== "password" && { autocapitalize: "none", spellcheck: "false" }),
  };
  // A line break behind the tag is dropped by browsers, so that one of the value's own stays.
  return kind === "lines"
    ? html`<textarea${attributes(typed)}>\n${value}</textarea>`
    : html`<input${attributes({ type: kind, ...typed, value })}>`;
}

const tick = (
  given: Readonly<Record<string, unknown>>,
  label: string,
  { name, value, isOn }: { readonly name: string; readonly value: string; readonly isOn: boolean },
): Html =>
  html`<label class="tick"
    ><input${attributes({ type: "checkbox", ...given, name, value, checked: isOn })}><span>${label}</span></label
  >`;

/** The first of them is focused, and all are wrong together. */
function choices({ id, attributes: given }: Placed, field: ChoicesField): Html {
  const { name, label, options, value: chosen = [] } = field;
  const { autofocus, ...others } = given;
  return html`<fieldset>
    <legend>${label}</legend>
    ${hintOf(id, field)}
    ${options.map(({ value, label: text }, at) => {
      const own = { ...others, id: at === 0 ? id : `${id}-${at}`, autofocus: at === 0 && autofocus };
      return tick(own, text, { name, value, isOn: chosen.includes(value) });
    })}
  </fieldset>`;
}
