import { safeName } from "./safe-values.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { asksForAddressAlone, csrfField, field, hidden, submit } from "./forms.js";
import { formEnglish } from "./form-english.js";
import { attributes, type Html, html } from "./html.js";
import { passkeyAddEnglish, passkeyFormEnglish } from "./passkey-english.js";
import type { AddingForm, Filling } from "./provider-form.js";
import { textOf } from "./text.js";

export function passkeyForm(provider: WebAuthnConfig, given: Filling): Html {
  const text = textOf(given.language, { ...formEnglish, ...passkeyFormEnglish });
  const shown = isOfferedElsewhere(provider, given) ? {} : provider.formFields;
  const fields = Object.entries(shown).map(([key, input]) =>
    field(provider, key, {
      ...input,
      // What providers of passkeys call their field where the app does not.
      ...(input.label === passkeyFormEnglish.email && { label: text("email") }),
      name: key,
      "data-form-field": true,
    }),
  );
  const name = safeName(provider.name);
  return html`<form
    id="${provider.id}-form"
    action="${given.base}/callback/${encodeURIComponent(provider.id)}"
    method="POST"
    data-passkey="${given.base}/webauthn-options/${encodeURIComponent(provider.id)}"
    ${attributes({ "data-conditional": provider.enableConditionalUI })}
  >
    ${csrfField(given)} ${fields}
    <div class="error" role="alert" hidden><p></p></div>
    <noscript><p class="muted">${text("passkeysNeedJavaScript")}</p></noscript>
    ${submit(provider, given, name === "Passkey" ? text("signInWithPasskey") : text("signInWith", { provider: name }))}
  </form>`;
}

/** A passkey that makes no new user says itself whose it is: browsers offer it in the field of the form for a mail. */
const isOfferedElsewhere = (provider: WebAuthnConfig, { forms }: Filling): boolean =>
  provider.allowSignUp !== true && forms?.has("email") === true && asksForAddressAlone(provider);

/** Adds a passkey to who is signed in. The button does nothing without the script, which shows it. */
export function addPasskeyForm({ id }: WebAuthnConfig, given: AddingForm): Html {
  const text = textOf(given.language, { ...passkeyFormEnglish, ...passkeyAddEnglish });
  const { base, callbackUrl, isAdded, isPrimary, hasText = false } = given;
  return html`${isAdded && html`<p role="status">${text("passkeyAdded")}</p>`}
    ${hasText && html`<p class="muted small">${text("addPasskeyText")}</p>`}
    <form
      action="${base}/callback/${encodeURIComponent(id)}"
      method="POST"
      data-passkey="${base}/webauthn-options/${encodeURIComponent(id)}"
      data-action="register"
    >
      ${csrfField(given)}${hidden("callbackUrl", callbackUrl)}
      <div class="error" role="alert" hidden><p></p></div>
      <noscript><p class="muted small">${text("passkeysNeedJavaScript")}</p></noscript>
      <button type="submit" class="${isPrimary ? "primary" : "plain"}" hidden>${text("addPasskey")}</button>
    </form>`;
}
