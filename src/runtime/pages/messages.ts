/** The pages with little on them: sign-out, error, "check your email". */
import type { OAuthProvider } from "../types/finished-provider.js";
import { csrfField, oauthForm, providerRule, type Sending } from "./forms.js";
import { html } from "./html.js";
import { type Look, page, signedInText } from "./page.js";
import { safeName } from "../safe-values.js";
import type { Ending } from "./texts.js";

export function renderSignOut({
  action,
  csrfToken,
  userLabel,
  back,
  ...look
}: Look & {
  readonly action: string;
  readonly csrfToken: string;
  /** As of the sign-in page. */
  readonly userLabel: string | undefined;
  readonly back: string;
}): string {
  const name = safeName(look.theme.name);
  return page(
    { title: "Sign out", hasButton: true, ...look },
    html`<h1>Sign out${name !== "" && html` of <bdi>${name}</bdi>`}?</h1>
      ${userLabel !== undefined && html`<p class="center">${signedInText(userLabel)}</p>`}
      <form action="${action}" method="POST">
        ${csrfField({ csrfToken })}
        <button type="submit" class="primary">Sign out</button>
      </form>
      <a class="button" href="${back}">Cancel</a>`,
  );
}

/** A form that asks the same provider once more. */
export interface Retry extends Sending {
  readonly provider: OAuthProvider;
}

export function renderError({
  ending: { heading, text, button },
  retry,
  signIn,
  home,
  ...look
}: Look & {
  readonly ending: Ending;
  readonly retry: Retry | undefined;
  readonly signIn: string;
  readonly home: string;
}): string {
  return page(
    { title: heading, css: retry && providerRule(retry.provider), ...look },
    html`<h1>${heading}</h1>
      <div class="error" role="alert"><p>${text}</p></div>
      ${
        retry === undefined
          ? html`<p><a class="button primary" href="${signIn}">${button}</a></p>`
          : html`${oauthForm(retry.provider, retry, { lead: "Try again with ", kind: "provider primary" })}
              <p><a class="button" href="${signIn}">Sign in another way</a></p>`
      }
      <p class="center small"><a class="muted" href="${home}">${hostOf(home)}</a></p>`,
  );
}

const hostOf = (home: string): string => home.replace(/^https?:\/\//, "");

export function renderVerifyRequest({
  life,
  signIn,
  home,
  ...look
}: Look & {
  /** "24 hours"; undefined: not known. */
  readonly life: string | undefined;
  readonly signIn: string;
  readonly home: string;
}): string {
  return page(
    { title: "Check your email", ...look },
    html`<h1>Check your email</h1>
      <p class="center">
        We sent you an email to sign in
        with.${life !== undefined && html` Its link works once, within the next ${life}.`}
      </p>
      <p class="center muted small">Nothing there after a few minutes? Check your spam folder too.</p>
      <p><a class="button" href="${signIn}">Send again, or use another address</a></p>
      <p class="center small"><a class="muted" href="${home}">${hostOf(home)}</a></p>`,
  );
}

/** Asks for a click before a link from a mail is used up. */
export function renderConfirm({
  action,
  fields,
  note,
  ...look
}: Look & {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What else there is to know. */
  readonly note?: string | undefined;
}): string {
  const name = safeName(look.theme.name);
  return page(
    { title: "Sign in", hasButton: true, ...look },
    html`<h1>Sign in${name !== "" && html` to <bdi>${name}</bdi>`}</h1>
      <p class="center">${note ?? "Press the button to finish signing in."}</p>
      <form action="${action}" method="POST">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
        <button type="submit" class="primary">Sign in</button>
      </form>`,
  );
}
