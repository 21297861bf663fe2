/** The sign-in page: one form per provider, in the order of the config. */
import type { Theme } from "../types/config.js";
import type { InternalProvider, OAuthProvider } from "../types/flow.js";
import type { CredentialInput, CredentialsConfig, EmailConfig, WebAuthnConfig } from "../types/provider.js";
import { attributes, type Html, html } from "./html.js";
import { passkeyScript } from "./passkey-script.js";
import { page, rule, safeColour, safeImage } from "./styles.js";

export interface SignInPage {
  readonly providers: readonly InternalProvider[];
  /** origin + basePath. */
  readonly base: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  readonly email: string | null;
  readonly error: string | null;
  /** An account could not be added to the user who is signed in. */
  readonly isSignedIn: boolean;
  readonly theme: Theme;
  readonly nonce: string;
}

const otherAccount = "Try signing in with a different account.";
const texts: Readonly<Record<string, string>> = {
  Signin: otherAccount,
  OAuthSignin: otherAccount,
  OAuthCallbackError: otherAccount,
  OAuthCreateAccount: otherAccount,
  EmailCreateAccount: otherAccount,
  Callback: otherAccount,
  AccountNotLinked: "A user with this e-mail address exists already, or the passkey belongs to another user.",
  OAuthAccountNotLinked: "To confirm your identity, sign in with the same account you used originally.",
  EmailSignin: "The e-mail could not be sent. Please try again.",
  CredentialsSignin: "Sign-in failed. Check that the details you gave are correct.",
  SessionRequired: "Please sign in to see this page.",
  MissingCSRF: "This form was open for too long. Please try again.",
};

/** The value comes from the address: it must not reach what every object has, such as `constructor`. */
const textOf = (error: string): string =>
  (Object.hasOwn(texts, error) && texts[error]) || "Sign-in did not work. Please try again.";

const stillSignedIn =
  "You are still signed in. The account that you chose belongs to another user, so it was not added.";

export function renderSignIn(given: SignInPage): string {
  const shown = given.providers.filter(hasForm);
  const message = given.isSignedIn ? stillSignedIn : given.error === null ? undefined : textOf(given.error);
  const forms = shown.flatMap((provider, index) => {
    const before = shown[index - 1];
    const form = formOf(provider, given);
    return before !== undefined && kindOf(before) !== kindOf(provider) ? [html`<hr />`, form] : [form];
  });
  return page(
    {
      title: "Sign In",
      theme: given.theme,
      nonce: given.nonce,
      css: shown.map(providerRule).join(""),
      hasButton: true,
    },
    html`${shown.some(isPasskey) && passkeyScript(given.nonce)}
      <h1>Sign in</h1>
      ${message !== undefined && html`<div class="error" role="alert"><p>${message}</p></div>`}
      ${given.isSignedIn && html`<p class="center"><a href="${given.callbackUrl}">Go back</a></p>`} ${forms}
      ${shown.length === 0 && html`<p class="center muted">There is no way to sign in yet.</p>`}`,
  );
}

/** Providers without fields of their own start from a form in the app. */
function hasForm(provider: InternalProvider): boolean {
  if (provider.type === "credentials") return Object.keys(provider.credentials ?? {}).length > 0;
  return provider.type !== "webauthn" || Object.keys(provider.formFields ?? {}).length > 0;
}

const isOAuth = (provider: InternalProvider): provider is OAuthProvider =>
  provider.type === "oauth" || provider.type === "oidc";
const isPasskey = ({ type }: InternalProvider): boolean => type === "webauthn";
const kindOf = (provider: InternalProvider): string => (isOAuth(provider) ? "oauth" : provider.type);

/** Class of a provider's button; ids may hold anything. */
const classOf = ({ id }: InternalProvider): string => `provider-${id.replace(/[^\w-]/g, "_")}`;

function providerRule(provider: InternalProvider): string {
  if (!isOAuth(provider)) return "";
  const { style } = provider;
  return rule(`.${classOf(provider)}`, {
    "--provider-brand-color": safeColour(style?.bg ?? style?.brandColor),
    "--provider-text-color": safeColour(style?.text),
  });
}

function formOf(provider: InternalProvider, given: SignInPage): Html {
  if (isOAuth(provider)) return oauthForm(provider, given);
  if (provider.type === "email") return emailForm(provider, given);
  return provider.type === "credentials" ? credentialsForm(provider, given) : webauthnForm(provider, given);
}

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`;
const csrfField = ({ csrfToken }: SignInPage): Html | false =>
  csrfToken !== "" && hidden("csrfToken", csrfToken);

function oauthForm(provider: OAuthProvider, given: SignInPage): Html {
  const logo = safeImage(provider.style?.logo);
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${given.callbackUrl !== "" && hidden("callbackUrl", given.callbackUrl)}
    <button type="submit" class="provider ${classOf(provider)}">
      ${logo !== undefined && html`<img src="${logo}" alt="" />`}Sign in with ${provider.name}
    </button>
  </form>`;
}

function emailForm(provider: EmailConfig, given: SignInPage): Html {
  const id = `input-email-for-${provider.id}-provider`;
  return html`<form action="${given.base}/signin/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}
    <label for="${id}">E-mail</label>
    <input
      id="${id}"
      type="email"
      name="email"
      ${given.email !== null && html`value="${given.email}"`}
      placeholder="email@example.com"
      autocomplete="email"
      required
    />
    <button type="submit">Sign in with ${provider.name}</button>
  </form>`;
}

function credentialsForm(provider: CredentialsConfig, given: SignInPage): Html {
  const fields = Object.entries(provider.credentials).map(([key, input]) =>
    field(provider, key, input, { name: key }),
  );
  return html`<form action="${given.base}/callback/${encodeURIComponent(provider.id)}" method="POST">
    ${csrfField(given)} ${fields}
    <button type="submit">Sign in with ${provider.name}</button>
  </form>`;
}

function webauthnForm(provider: WebAuthnConfig, given: SignInPage): Html {
  const fields = Object.entries(provider.formFields).map(([key, input]) =>
    field(provider, key, input, { name: key, "data-form-field": true }),
  );
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
    <button type="submit">Sign in with ${provider.name}</button>
  </form>`;
}

function field(
  provider: InternalProvider,
  key: string,
  { label, ...rest }: CredentialInput,
  own: Readonly<Record<string, unknown>>,
): Html {
  const id = `input-${key}-for-${provider.id}-provider`;
  return html`<label for="${id}">${label ?? key}</label>
    <input${attributes({ type: "text", placeholder: "", ...rest, ...own, id })}>`;
}
