/** The pages with little on them: sign-out, error, "check your email". */
import type { OAuthProvider } from "../types/finished-provider.js";
import { csrfField, oauthForm, providerRule, type Sending } from "./forms.js";
import { html } from "./html.js";
import { headingOf, type Look, page, signedInText } from "./page.js";
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
  const { text } = look;
  return page(
    { title: text("signOut"), hasButton: true, ...look },
    html`<h1>${headingOf(look, "signOutOf", "signOutAsk")}</h1>
      ${userLabel !== undefined && html`<p class="center">${signedInText(look, userLabel)}</p>`}
      <form action="${action}" method="POST">
        ${csrfField({ csrfToken })}
        <button type="submit" class="primary">${text("signOut")}</button>
      </form>
      <a class="button" href="${back}">${text("cancel")}</a>`,
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
          : html`${oauthForm(retry.provider, retry, { text: look.text("tryAgainWith"), kind: "provider primary" })}
              <p><a class="button" href="${signIn}">${look.text("anotherWay")}</a></p>`
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
  /** How long its link works, as a sentence; undefined: not known. */
  readonly life: string | undefined;
  readonly signIn: string;
  readonly home: string;
}): string {
  const { text } = look;
  return page(
    { title: text("checkEmail"), ...look },
    html`<h1>${text("checkEmail")}</h1>
      <p class="center">${text("mailSent")}${life !== undefined && ` ${life}`}</p>
      <p class="center muted small">${text("checkSpam")}</p>
      <p><a class="button" href="${signIn}">${text("sendAgain")}</a></p>
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
  const { text } = look;
  return page(
    { title: text("signIn"), hasButton: true, ...look },
    html`<h1>${headingOf(look, "signInTo", "signIn")}</h1>
      <p class="center">${note ?? text("confirm")}</p>
      <form action="${action}" method="POST">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
        <button type="submit" class="primary">${text("signIn")}</button>
      </form>`,
  );
}
