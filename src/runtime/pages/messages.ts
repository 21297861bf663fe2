/** The pages with little on them: sign-out and error. */
import type { OAuthProvider } from "../types/finished-provider.js";
import { csrfField, hidden, oauthForm, providerRule } from "./forms.js";
import { type Html, html } from "./html.js";
import { safeName } from "./safe-values.js";
import { headingOf, type Look, page, signedInText } from "./page.js";
import type { Sending } from "./provider-form.js";
import type { Ending } from "./texts.js";

export function renderSignOut({
  action,
  csrfToken,
  isFederated,
  userLabel,
  back,
  ...look
}: Look & {
  readonly action: string;
  readonly csrfToken: string;
  /** The provider is to end its session too. */
  readonly isFederated: boolean;
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
        ${csrfField({ csrfToken })}${isFederated && hidden("federated", "true")}
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
      ${homeLink(look, home)}`,
  );
}

/** To the app's first page. */
export function homeLink({ theme }: Look, home: string): Html {
  const place = safeName(theme.name) || home.replace(/^https?:\/\//, "");
  return html`<p class="center small"><a class="muted" href="${home}">${place}</a></p>`;
}
