/**
 * The field of a code of digits: wide digits on one input, from left to right in every language. With JavaScript the
 * form sends itself once the code is whole; without it there is the button. Servers drop blanks and dashes as well.
 */
import { type Html, html } from "./html.js";
import { inlineScript } from "./script.js";

/** Room for the digits, and for blanks and dashes that are pasted along. */
const roomPerDigit = 3;

/** The last digit has a gap behind it, so the first gets one in front: the digits stand in the middle. */
export const codeFieldCss = `
[data-digits]{padding-inline:1.1em .75em;font:600 1.375rem/1.25 ui-monospace,monospace;font-variant-numeric:tabular-nums;letter-spacing:.35em;text-align:center}`;

const script = `
for (const field of document.querySelectorAll("[data-digits]")) field.addEventListener("input", () => {
  const code = field.value.normalize("NFKC").replace(/[\\s-]/g, "");
  if (!/^\\d+$/.test(code) || code.length !== Number(field.dataset.digits)) return;
  field.value = code;
  field.form.requestSubmit();
});
`;

export const codeFieldScript = (nonce: string): Html => inlineScript(nonce, script, []);

/**
 * @param id of the field, which its label names
 * @param digits how many the code has
 * @param more further attributes
 */
export const codeInput = (id: string, digits: number, more: Html | false): Html =>
  html`<input
    id="${id}"
    name="code"
    type="text"
    dir="ltr"
    inputmode="numeric"
    autocomplete="one-time-code"
    pattern="[0-9 \\-]*"
    maxlength="${String(digits * roomPerDigit)}"
    data-digits="${String(digits)}"
    required
    autofocus
    ${more}
  />`;
