/** The forms of the sign-in page: those of OAuth providers, and what the forms of other kinds are made of. */
import type { InternalProvider, OAuthProvider } from "../types/finished-provider.js";
import type { CredentialInput } from "../types/credential-input.js";
import type { WebAuthnConfig } from "../types/provider.js";
import { attributes, type Html, html } from "./html.js";
import { formEnglish } from "./form-english.js";
import { markOf } from "./mark.js";
import type { Filling, Sending } from "./provider-form.js";
import { safeColour, safeName } from "./safe-values.js";
import { rule } from "./styles.js";
import { fill, textOf } from "./text.js";

/** Checks are protections of OAuth: providers of other kinds have none. */
export const isOAuth = (provider: InternalProvider): provider is OAuthProvider => "checks" in provider;

/** Class of a provider's button; ids may hold anything. */
const classOf = ({ id }: InternalProvider): string => `provider-${id.replace(/[^\w-]/g, "_")}`;

export function providerRule(provider: InternalProvider): string {
  if (!isOAuth(provider)) return "";
  const { style } = provider;
  return rule(`.${classOf(provider)}`, {
    "--provider-brand-color": safeColour(style?.bg ?? style?.brandColor),
  });
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export const csrfField = ({ csrfToken }: Pick<Sending, "csrfToken">): Html | false =>
  csrfToken !== "" && hidden("csrfToken", csrfToken);

interface ProviderButton {
  /** With `{provider}` where its name stands. */
  readonly text: string;
  /** Says that it was used last; false: it was not. */
  readonly last?: string | false;
  readonly kind?: "provider" | "provider primary";
}

export function oauthForm(
  provider: OAuthProvider,
  given: Sending,
  { text, last = false, kind = "provider" }: ProviderButton,
): Html {
  const name = safeName(provider.name) || provider.id;
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${given.callbackUrl !== "" && hidden("callbackUrl", given.callbackUrl)}${given.maxAge && hidden("maxAge", given.maxAge)}
    ${button(
      `${kind} ${classOf(provider)}`,
      html`${markOf(provider, name)}<span
          >${fill(text, { provider: html`<bdi>${name}</bdi>` }).map(lead)}</span
        >`,
      last,
    )}
  </form>`;
}

/** Where many buttons stand beside each other they show the name alone. */
const lead = (part: Html | string): Html | string | false =>
  typeof part === "string" ? part !== "" && html`<span class="lead">${part}</span>` : part;

export function field(
  provider: InternalProvider,
  key: string,
  { label, ...rest }: CredentialInput & Readonly<Record<string, unknown>>,
): Html {
  const id = `input-${key}-for-${provider.id}-provider`;
  return html`<div class="field">
    <label for="${id}">${label ?? key}</label>
    <input${attributes({ type: "text", placeholder: "", ...rest, id })}>
  </div>`;
}

/** Other fields than that are the app's own: such a form stays as it is. */
export const asksForAddressAlone = ({ formFields }: Pick<WebAuthnConfig, "formFields">): boolean =>
  Object.keys(formFields).join() === "email";

export function submit(provider: InternalProvider, given: Filling, text: string): Html {
  return button(provider === given.primary ? "primary" : "plain", text, lastText(provider, given));
}

/** The mark alone, in the colour of its brand where the page has the rule of the provider. */
export const signOf = (provider: OAuthProvider): Html =>
  html`<span class="sign provider ${classOf(provider)}"
    >${markOf(provider, safeName(provider.name) || provider.id)}</span
  >`;

/** What the button says that was used last. */
export const lastText = ({ id }: InternalProvider, { last, language }: Filling): string | false =>
  id === last && textOf(language, formEnglish)("lastUsed");

/** What was used last belongs to no button's name: people and tests call buttons by what they do. */
const button = (kind: string, content: Html | string, last: string | false): Html =>
  html`<button type="submit" class="${kind}" ${last && html`aria-description="${last}"`}>
    ${content}${last && html`<span class="last" aria-hidden="true">${last}</span>`}
  </button>`;
