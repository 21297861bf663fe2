/** Asks whether an account is to be added to a session that a stranger may have begun. */
import { emailPagesEnglish } from "./email-english.js";
import { csrfField, hidden } from "./forms.js";
import { html } from "./html.js";
import { type Look, page } from "./page.js";
import { safeName } from "./safe-values.js";
import { fill, textOf } from "./text.js";

export function renderAddAccount({
  action,
  provider,
  userLabel,
  csrfToken,
  callbackUrl,
  signOut,
  ...look
}: Look & {
  /** Where the sign-in at the provider begins. */
  readonly action: string;
  /** What people call it. */
  readonly provider: string;
  /** Whose session is open. */
  readonly userLabel: string;
  readonly csrfToken: string;
  readonly callbackUrl: string;
  /** Address of the page that signs out. */
  readonly signOut: string;
}): string {
  const text = textOf(look.language, emailPagesEnglish);
  const values = {
    provider: html`<bdi>${safeName(provider)}</bdi>`,
    user: html`<b><bdi>${userLabel}</bdi></b>`,
  };
  return page(
    { title: text("addAsk", { provider: safeName(provider) }), hasButton: true, ...look },
    html`<h1>${fill(text("addAsk"), values)}</h1>
      <p>${fill(text("addText"), values)}</p>
      <form action="${action}" method="POST">
        ${csrfField({ csrfToken })}${hidden("callbackUrl", callbackUrl)}${hidden("add", "true")}
        <button type="submit" class="primary">${text("addButton")}</button>
      </form>
      <p><a class="button" href="${signOut}">${look.text("signOut")}</a></p>`,
  );
}
