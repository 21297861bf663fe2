/** The sections of a page as HTML. */
import { attributes, type Html, html } from "../../pages/html.js";
import { fill } from "../../pages/text.js";
import { wrongText } from "../../pages/wrong-field.js";
import { actionOf, actionsOf, addressFor, linkTo, unseenFields } from "./actions.js";
import { type Drawing, fieldId, type Part } from "./drawing.js";
import { fieldOf } from "./fields.js";
import type {
  Badge,
  Confirmation,
  EmptyState,
  Form,
  List,
  Notice,
  Pager,
  ListRow,
  Secret,
  Section,
} from "./page-model.js";

/** @param at its place on the page */
export function sectionOf(drawing: Drawing, section: Section, at: number): Part {
  switch (section.kind) {
    case "list":
      return headed(section, listOf(drawing, section));
    case "form":
      return headed(section, formOf(drawing, section, at));
    case "confirmation":
      return headed(section, confirmationOf(drawing, section, at));
    case "secret":
      return headed(section, secretOf(drawing, section));
    case "notice":
      return noticeOf(drawing, section);
    case "empty":
      return emptyOf(drawing, section);
    case "pager":
      return pagerOf(drawing, section);
  }
}

const headed = ({ heading, text }: Pick<List, "heading" | "text">, content: Html): Html =>
  html`<section>
    ${heading !== undefined && html`<h2>${heading}</h2>`}
    ${text !== undefined && html`<p class="muted small">${text}</p>`} ${content}
  </section>`;

const listOf = (drawing: Drawing, { rows, actions = [] }: List): Html =>
  html`<ul class="rows">
      ${rows.map((row) => rowOf(drawing, row))}
    </ul>
    ${actionsOf(drawing, actions)}`;

/** Texts may be names in other letters, which turn nothing beside them. */
const rowOf = (drawing: Drawing, { text, to, detail, badge, actions = [] }: ListRow): Html =>
  html`<li class="row">
    <div class="what">
      ${to === undefined ? html`<bdi>${text}</bdi>` : html`<a class="open" href="${addressFor(to)}"><bdi>${text}</bdi></a>`}
      ${badge && badgeOf(badge)}
      ${detail !== undefined && html`<span class="muted small"><bdi>${detail}</bdi></span>`}
    </div>
    ${actionsOf(drawing, actions)}
  </li>`;

const badgeClass: Readonly<Record<Badge["tone"], string>> = {
  plain: "state",
  good: "state on",
  bad: "state bad",
};

const badgeOf = ({ text, tone }: Badge): Html => html`<span class="${badgeClass[tone]}">${text}</span>`;

const errorBox = (text: string): Html => html`<div class="error" role="alert"><p>${text}</p></div>`;

const formOf = (drawing: Drawing, form: Form, at: number): Html =>
  html`${form.problem !== undefined && errorBox(form.problem)}
    <form action="${addressFor(form.action)}" method="${form.method ?? "POST"}">
      ${!form.method && unseenFields(drawing, form.values)}
      ${form.fields.map((field) => fieldOf(drawing, at, field))}
      <button type="submit" class="${form.submit.isDanger ? "danger" : "primary"}">
        ${form.submit.label}
      </button>
    </form>`;

/** Nothing fills the name in: whoever types it has read it. */
function confirmationOf(drawing: Drawing, section: Confirmation, at: number): Html {
  const { action, confirm, values, problem, submit } = section;
  const id = fieldId(at, "confirm");
  const isWrong = problem !== undefined;
  const label = fill(drawing.text("confirm"), { name: html`<b><bdi>${confirm}</bdi></b>` });
  const input = {
    id,
    type: "text",
    name: "confirm",
    required: true,
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: "false",
    "aria-describedby": isWrong && `${id}-wrong`,
    "aria-invalid": isWrong && "true",
    autofocus: id === drawing.focused,
  };
  return html`<form action="${addressFor(action)}" method="POST">
    ${unseenFields(drawing, values)}
    <div class="field">
      <label for="${id}">${label}</label>
      <input${attributes(input)}>
    </div>
    ${isWrong && wrongText(`${id}-wrong`, problem)}
    <button type="submit" class="danger">${submit.label}</button>
  </form>`;
}

/** Without the script there is no button, and one click marks all of it. */
const secretOf = ({ text }: Drawing, { label, value }: Secret): Html =>
  html`<span class="label">${label}</span>
    <div class="secret">
      <code dir="ltr">${value}</code>
      <button type="button" hidden data-copy="${value}">${text("copy")}</button>
    </div>`;

const noticeOf = (drawing: Drawing, { tone, text, action }: Notice): Html =>
  html`<section class="notice ${tone}" role="${tone === "bad" ? "alert" : "status"}">
    <p>${text}</p>
    ${actionsOf(drawing, action === undefined ? [] : [action])}
  </section>`;

const emptyOf = (drawing: Drawing, { heading, text, action }: EmptyState): Html =>
  html`<section class="empty">
    ${heading !== undefined && html`<h2>${heading}</h2>`}
    <p class="muted">${text}</p>
    ${action && html`<div class="actions">${actionOf(drawing, action)}</div>`}
  </section>`;

const pagerOf = ({ text }: Drawing, { first, more }: Pager): Part =>
  (first !== undefined || more !== undefined) &&
  html`<nav class="pager">
    ${first !== undefined && linkTo({ to: first, label: text("first") })}
    ${more !== undefined && linkTo({ to: more, label: text("more") })}
  </nav>`;
