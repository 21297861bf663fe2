import { safeName } from "./safe-values.js";
import type { CredentialsConfig } from "../types/provider.js";
import type { CredentialInput } from "../types/credential-input.js";
import { csrfField, field, submit } from "./forms.js";
import { formEnglish } from "./form-english.js";
import { type Html, html } from "./html.js";
import { english } from "./english.js";
import type { Filling } from "./provider-form.js";
import { textOf } from "./text.js";

export function credentialsForm(provider: CredentialsConfig, given: Filling): Html {
  const fields = Object.entries(provider.credentials).map(([key, input]) =>
    field(provider, key, { ...expected(key, input), ...input, name: key }),
  );
  const name = safeName(provider.name);
  const text = textOf(given.language, { ...formEnglish, signIn: english.signIn });
  return html`<form action="${given.base}/callback/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)} ${fields}
    ${submit(provider, given, name === "Credentials" ? text("signIn") : text("signInWith", { provider: name }))}
  </form>`;
}

/** What browsers and password managers are told of a field of which the app says nothing. */
function expected(key: string, { type: kind, required }: CredentialInput): Readonly<Record<string, unknown>> {
  const isPassword = kind === "password";
  const isName = !isPassword && (kind === "email" || /^(?:user_?name|e-?mail|login|user)$/i.test(key));
  if (!isPassword && !isName) return {};
  return {
    autocomplete: isPassword ? "current-password" : "username",
    ...(isName && { autocapitalize: "none", spellcheck: "false" }),
    ...(required === undefined && { "aria-required": "true" }),
  };
}
