import type { EmailConfig } from "../types/provider.js";
import { csrfField, hidden, submit } from "./forms.js";
import { type Html, html } from "./html.js";
import { emailEnglish } from "./email-english.js";
import type { Filling } from "./provider-form.js";
import { textOf } from "./text.js";

export function emailForm(provider: EmailConfig, given: Filling): Html {
  const text = textOf(given.language, emailEnglish);
  const id = `input-email-for-${provider.id}-provider`;
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}
    <div class="field">
      <label for="${id}">${text("email")}</label>
      <input
        id="${id}"
        type="email"
        name="email"
        ${given.email !== null && html`value="${given.email}"`}
        placeholder="email@example.com"
        autocomplete="email webauthn"
        required
      />
    </div>
    ${submit(provider, given, text("sendLink"))}
  </form>`;
}
