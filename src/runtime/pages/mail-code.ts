/** "Check your email", where the mail has a code beside its link. */
import { type CodeProblem, codeTexts as texts } from "./code-texts.js";
import { csrfField, hidden, type Sending } from "./forms.js";
import { type Html, html } from "./html.js";
import { type Look, page } from "./page.js";

/** The mail that is waited for. */
export interface CodePage extends Sending {
  readonly providerId: string;
  /** Address that the mail went to; undefined: this browser has asked for none. */
  readonly address: string | undefined;
  /** The code can still be typed. */
  readonly isOpen: boolean;
  readonly problem: CodeProblem | undefined;
  /** Address of the sign-in page. */
  readonly signIn: string;
}

export const renderCodePage = (given: CodePage & Look): string => {
  const { address, problem, isOpen, signIn } = given;
  const error =
    problem !== undefined &&
    html`<div class="error" role="alert"><p id="problem">${texts[problem]}</p></div>`;
  return page(
    { title: texts.title, hasButton: true, ...given },
    html`<h1>${texts.title}</h1>
      ${error} ${address !== undefined && sentTo(address, isOpen)} ${isOpen && codeForm(given)}
      ${address !== undefined && againForm(given, address)}
      <p><a class="button" href="${signIn}">${texts.otherAddress}</a></p>`,
  );
};

const sentTo = (address: string, isOpen: boolean): Html =>
  html`<p class="center">${isOpen ? texts.text : texts.textWithoutCode}</p>
    <p class="center small muted">
      ${texts.sentTo} <b><bdi>${address}</bdi></b>
    </p>`;

const codeForm = (given: CodePage): Html =>
  html`<form action="${given.base}/callback/${encodeURIComponent(given.providerId)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}
    <div class="field">
      <label for="mail-code">${texts.code}</label>
      <input
        id="mail-code"
        name="code"
        type="text"
        inputmode="numeric"
        autocomplete="one-time-code"
        pattern="[0-9 \\-]*"
        maxlength="20"
        required
        autofocus
        ${given.problem === "wrong" && html`aria-invalid="true" aria-describedby="problem"`}
      />
    </div>
    <button type="submit" class="primary">${texts.signIn}</button>
  </form>`;

const againForm = (given: CodePage, address: string): Html =>
  html`<form action="${given.base}/signin/${encodeURIComponent(given.providerId)}" method="POST">
    ${csrfField(given)}${hidden("callbackUrl", given.callbackUrl)}${hidden("email", address)}
    <p class="center muted small">${texts.againText}</p>
    <button type="submit">${texts.again}</button>
  </form>`;
