/** The field of a form that takes a proof, where there are ways to sign in of before it. */
import { safeName } from "./safe-values.js";
import type { Language } from "../types/messages.js";
import { heldEnglish } from "./held-texts.js";
import { type Html, html } from "./html.js";
import { textOf } from "./text.js";

/** The box of a form that takes a proof; nothing where there is nothing to keep. */
export function heldField(ways: readonly { readonly name: string }[], language?: Language): Html | false {
  if (ways.length === 0) return false;
  const text = textOf(language, heldEnglish);
  const names = ways.map(({ name }) => safeName(name)).join(", ");
  return html`<div class="field">
    <label
      ><input type="checkbox" name="keep" value="true" aria-describedby="held-hint" />
      ${text("heldKeep", { ways: names })}</label
    >
    <p class="muted small" id="held-hint">${text("heldHint")}</p>
  </div>`;
}
