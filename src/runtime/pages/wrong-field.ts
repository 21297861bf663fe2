/** What is wrong with a field is said below it. */
import { type Html, html } from "./html.js";

/** Outside of what the button that shows a password is laid out in. */
export const wrongFieldCss =
  "[aria-invalid=true]{border-color:var(--bad)}.wrong{margin:-.625rem 0 1rem;color:var(--bad);font-size:.875rem}";

/** @param id that the field's `aria-describedby` names */
export const wrongText = (id: string, text: string): Html =>
  html`<p class="wrong" id="${id}" role="alert">${text}</p>`;
