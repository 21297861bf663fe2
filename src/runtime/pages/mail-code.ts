/** "Check your email", where the mail has a code beside its link. */
import { codeFieldCss, codeFieldScript, codeField } from "./code-field.js";
import { codeEnglish, type CodeProblem } from "./code-texts.js";
import { emailPagesEnglish } from "./email-english.js";
import { csrfField, hidden } from "./forms.js";
import { type Html, html } from "./html.js";
import { type Look, page } from "./page.js";
import type { Sending } from "./provider-form.js";
import { type Say, textOf } from "./text.js";

type Text = Say<keyof typeof codeEnglish>;

/** The mail that is waited for. */
export interface MailCodePage extends Sending {
  readonly providerId: string;
  /** Address that the mail went to; undefined: this browser has asked for none. */
  readonly address: string | undefined;
  /** The code can still be typed. */
  readonly isOpen: boolean;
  /** How many the code has. */
  readonly digits: number;
  readonly problem: CodeProblem | undefined;
  /** Address of the sign-in page. */
  readonly signIn: string;
}

/** Other problems, and a code that can no longer be typed, are said above. */
const isAtField = ({ problem, isOpen }: MailCodePage): boolean => problem === "wrong" && isOpen;

export const renderCodePage = (given: MailCodePage & Look): string => {
  const { address, problem, isOpen, signIn } = given;
  const text = textOf(given.language, codeEnglish);
  const title = textOf(given.language, emailPagesEnglish)("checkEmail");
  const error =
    problem !== undefined &&
    !isAtField(given) &&
    html`<div class="error" role="alert"><p>${text(`code.${problem}`)}</p></div>`;
  return page(
    { title, hasButton: true, css: codeFieldCss, ...given },
    html`<h1>${title}</h1>
      ${error} ${address !== undefined && sentTo(text, address, isOpen)} ${isOpen && codeForm(given, text)}
      ${address !== undefined && againForm(given, text, address)}
      <p><a class="button" href="${signIn}">${text("codeOtherAddress")}</a></p>
      ${isOpen && given.hasScript && codeFieldScript(given.nonce)}`,
  );
};

const sentTo = (text: Text, address: string, isOpen: boolean): Html =>
  html`<p class="center">${text(isOpen ? "codeText" : "codeOver")}</p>
    <p class="center small muted">
      ${text("codeSentTo")} <b><bdi>${address}</bdi></b>
    </p>`;

const codeForm = (given: MailCodePage & Look, text: Text): Html =>
  html`<form action="${given.base}/callback/${encodeURIComponent(given.providerId)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}
    ${codeField({
      id: "mail-code",
      label: text("code"),
      digits: given.digits,
      wrong: isAtField(given) ? text("code.wrong") : undefined,
    })}
    <button type="submit" class="primary">${given.text("signIn")}</button>
  </form>`;

const againForm = (given: MailCodePage, text: Text, address: string): Html =>
  html`<form action="${given.base}/signin/${encodeURIComponent(given.providerId)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}${hidden("email", address)}
    <p class="center muted small">${text("codeAgainText")}</p>
    <button type="submit">${text("codeAgain")}</button>
  </form>`;
