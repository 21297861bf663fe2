/** The pages of sign-in by mail: "check your email", and the click that a link asks for. */
import { emailPagesEnglish } from "./email-english.js";
import { type Html, html } from "./html.js";
import { homeLink } from "./messages.js";
import { headingOf, type Look, page } from "./page.js";
import { type Say, textOf } from "./text.js";

export function renderVerifyRequest({
  life,
  signIn,
  home,
  ...look
}: Look & {
  /** How long its link works, in seconds; undefined: not known. */
  readonly life: number | undefined;
  readonly signIn: string;
  readonly home: string;
}): string {
  const text = textOf(look.language, emailPagesEnglish);
  return page(
    { title: text("checkEmail"), ...look },
    html`<h1>${text("checkEmail")}</h1>
      <p class="center">${text("mailSent")}${life !== undefined && ` ${lifeOf(text, life)}`}</p>
      <p class="center muted small">${text("checkSpam")}</p>
      <p><a class="button" href="${signIn}">${text("sendAgain")}</a></p>
      ${homeLink(look, home)}`,
  );
}

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

/** How long a link works, as a sentence. */
function lifeOf(text: Say<keyof typeof emailPagesEnglish>, seconds: number): string {
  const [count, name] =
    seconds >= 172_800
      ? ([seconds / 86_400, "linkDays"] as const)
      : seconds >= 7200
        ? ([seconds / 3600, "linkHours"] as const)
        : ([seconds / 60, "linkMinutes"] as const);
  return text(name, { count: Math.max(1, Math.floor(count)) });
}
