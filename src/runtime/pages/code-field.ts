/**
 * The field of a code of digits: wide digits on one input, from left to right in every language. With JavaScript the
 * form sends itself once the code is whole; without it there is the button. Servers drop blanks and dashes as well.
 */
import { type Html, html } from "./html.js";
import { inlineScript } from "./script.js";
import { wrongFieldCss, wrongText } from "./wrong-field.js";

/** Room for the digits, and for blanks and dashes that are pasted along. */
const roomPerDigit = 3;

/** The last digit has a gap behind it, so the first gets one in front: the digits stand in the middle. */
export const codeFieldCss = `${wrongFieldCss}
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

/** The field with its label, and below it what was wrong with the code before. */
export function codeField(given: {
  readonly id: string;
  readonly label: string;
  /** How many the code has. */
  readonly digits: number;
  readonly wrong: string | undefined;
  /** It stands behind another field, and may stay empty where the code comes by a third one. */
  readonly isOneOfTwo?: true;
}): Html {
  const { id, label, digits, wrong, isOneOfTwo } = given;
  const describing = `${id}-wrong`;
  return html`<div class="field">
      <label for="${id}">${label}</label>
      <input
        id="${id}"
        name="code"
        type="text"
        dir="ltr"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9 \\-]*"
        maxlength="${String(digits * roomPerDigit)}"
        data-digits="${String(digits)}"
        ${isOneOfTwo !== true && html`required autofocus`}
        ${wrong !== undefined && html`aria-invalid="true" aria-describedby="${describing}"`}
      />
    </div>
    ${wrong !== undefined && wrongText(describing, wrong)}`;
}
