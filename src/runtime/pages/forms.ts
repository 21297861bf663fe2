/** The forms of the sign-in page, one for each provider. */
import type { InternalProvider, OAuthProvider } from "../types/flow.js";
import type { CredentialsConfig, EmailConfig, WebAuthnConfig } from "../types/provider.js";
import type { CredentialInput } from "../types/credential-input.js";
import { attributes, type Html, html } from "./html.js";
import { markOf } from "./mark.js";
import { safeColour, safeName } from "../safe-values.js";
import { rule } from "./styles.js";

/** What forms are sent with. */
export interface Sending {
  /** origin + basePath. */
  readonly base: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
}

export interface Filling extends Sending {
  readonly email: string | null;
  /** Id of the provider that this browser used last. */
  readonly last: string | undefined;
  /** The one form whose button stands out. */
  readonly primary: InternalProvider | undefined;
}

export const isPasskey = ({ type }: InternalProvider): boolean => type === "webauthn";

export const isOAuth = (provider: InternalProvider): provider is OAuthProvider =>
  provider.type === "oauth" || provider.type === "oidc";

/** Class of a provider's button; ids may hold anything. */
const classOf = ({ id }: InternalProvider): string => `provider-${id.replace(/[^\w-]/g, "_")}`;

export function providerRule(provider: InternalProvider): string {
  if (!isOAuth(provider)) return "";
  const { style } = provider;
  return rule(`.${classOf(provider)}`, {
    "--provider-brand-color": safeColour(style?.bg ?? style?.brandColor),
  });
}

export function formOf(provider: InternalProvider, given: Filling): Html {
  switch (provider.type) {
    case "email":
      return emailForm(provider, given);
    case "credentials":
      return credentialsForm(provider, given);
    case "webauthn":
      return passkeyForm(provider, given);
    default:
      return oauthForm(provider, given, { lead: "Sign in with ", isLast: provider.id === given.last });
  }
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;

export const csrfField = ({ csrfToken }: Pick<Sending, "csrfToken">): Html | false =>
  csrfToken !== "" && hidden("csrfToken", csrfToken);

interface ProviderButton {
  /** In front of the provider's name. */
  readonly lead: string;
  readonly isLast?: boolean;
  readonly kind?: "provider" | "provider primary";
}

export function oauthForm(
  provider: OAuthProvider,
  given: Sending,
  { lead, isLast = false, kind = "provider" }: ProviderButton,
): Html {
  const name = safeName(provider.name) || provider.id;
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${given.callbackUrl !== "" && hidden("callbackUrl", given.callbackUrl)}
    ${button(
      `${kind} ${classOf(provider)}`,
      html`${markOf(provider, name)}<span><span class="lead">${lead}</span><bdi>${name}</bdi></span>`,
      isLast,
    )}
  </form>`;
}

function emailForm(provider: EmailConfig, given: Filling): Html {
  const id = `input-email-for-${provider.id}-provider`;
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}
    <div class="field">
      <label for="${id}">Email</label>
      <input
        id="${id}"
        type="email"
        name="email"
        ${given.email !== null && html`value="${given.email}"`}
        placeholder="email@example.com"
        autocomplete="email"
        required
      />
    </div>
    ${submit(provider, given, "Send me a sign-in link")}
  </form>`;
}

function credentialsForm(provider: CredentialsConfig, given: Filling): Html {
  const fields = Object.entries(provider.credentials).map(([key, input]) =>
    field(provider, key, { ...expected(key, input), ...input, name: key }),
  );
  const name = safeName(provider.name);
  return html`<form action="${given.base}/callback/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)} ${fields}
    ${submit(provider, given, name === "Credentials" ? "Sign in" : `Sign in with ${name}`)}
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

function passkeyForm(provider: WebAuthnConfig, given: Filling): Html {
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

function field(
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

function submit(provider: InternalProvider, { primary, last }: Filling, text: string): Html {
  return button(provider === primary ? "primary" : "plain", text, provider.id === last);
}

/** What was used last belongs to no button's name: people and tests call buttons by what they do. */
const button = (kind: string, content: Html | string, isLast: boolean): Html =>
  html`<button type="submit" class="${kind}" ${isLast && html`aria-description="Last used"`}>
    ${content}${isLast && html`<span class="last" aria-hidden="true">Last used</span>`}
  </button>`;
