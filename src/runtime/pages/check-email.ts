/** The page "check your email", which waits beside every sign-in by mail. */
import { emailPagesEnglish } from "./email-english.js";
import { html } from "./html.js";
import { homeLink } from "./messages.js";
import { type Look, page } from "./page.js";
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
