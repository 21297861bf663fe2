import { safeName } from "../safe-values.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { csrfField, field, type Filling, submit } from "./forms.js";
import { attributes, type Html, html } from "./html.js";

export function passkeyForm(provider: WebAuthnConfig, given: Filling): Html {
  const fields = Object.entries(provider.formFields).map(([key, input]) =>
    field(provider, key, { ...input, name: key, "data-form-field": true }),
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
    <noscript><p class="muted">Passkeys need JavaScript.</p></noscript>
    ${submit(provider, given, name === "Passkey" ? "Sign in with a passkey" : `Sign in with ${name}`)}
  </form>`;
}
