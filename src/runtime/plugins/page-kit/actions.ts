/** What can be pressed: links, and forms of one button. */
import { csrfField, hidden } from "../../pages/forms.js";
import { attributes, type Html, html } from "../../pages/html.js";
import { safeAddress } from "../../pages/safe-values.js";
import type { Drawing, Part } from "./drawing.js";
import type { Action, Form, Link } from "./page-model.js";

/** @throws TypeError for what is no address of http(s) and no path of the site: nothing is shown that could run code */
export function addressFor(address: string): string {
  const safe = safeAddress(address);
  if (safe === undefined) throw new TypeError("A page leads to, or posts to, what is no address");
  return safe;
}

/** A link that looks like a button. */
export const linkTo = ({ to, label, name, isDanger }: Link): Html =>
  html`<a${attributes({ class: isDanger ? "button danger" : "button", href: addressFor(to), "aria-label": name })}>${label}</a>`;

/** The beginning of every form: its CSRF token, and what it sends unseen. */
export const unseenFields = ({ csrfToken }: Pick<Drawing, "csrfToken">, values: Form["values"] = {}): Html =>
  html`${csrfField({ csrfToken })}${Object.entries(values).map(([name, value]) => hidden(name, value))}`;

export function actionOf(drawing: Pick<Drawing, "csrfToken">, action: Action): Html {
  if (action.kind === "link") return linkTo(action);
  const { label, name, isDanger, values } = action;
  return html`<form action="${addressFor(action.action)}" method="POST">
    ${unseenFields(drawing, values)}<button${attributes({ type: "submit", class: isDanger && "danger", "aria-label": name })}>${label}</button>
  </form>`;
}

export const actionsOf = (drawing: Drawing, actions: readonly Action[]): Part =>
  actions.length > 0 && html`<div class="actions">${actions.map((each) => actionOf(drawing, each))}</div>`;
