/** The click that a link of a mail asks for. */
import { emailPagesEnglish } from "./email-english.js";
import { type Html, html } from "./html.js";
import { headingOf, type Look, page } from "./page.js";
import { textOf } from "./text.js";

/** Asks for a click before a link from a mail is used up. */
export function renderConfirm({
  action,
  fields,
  note,
  more,
  ...look
}: Look & {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What else there is to know. */
  readonly note?: string | undefined;
  /** A field of the form. */
  readonly more?: Html | false;
}): string {
  const { text } = look;
  return page(
    { title: text("signIn"), hasButton: true, ...look },
    html`<h1>${headingOf(look, "signInTo", "signIn")}</h1>
      <p class="center">${note ?? textOf(look.language, emailPagesEnglish)("confirm")}</p>
      <form action="${action}" method="POST">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
        ${more}
        <button type="submit" class="primary">${text("signIn")}</button>
      </form>`,
  );
}
