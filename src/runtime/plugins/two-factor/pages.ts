/** The pages: they work without JavaScript, and nothing secret stands in an address. */
import { addressOf } from "../../flows/page-facts.js";
import { codeField, codeFieldCss, codeFieldScript } from "../../pages/code-field.js";
import { csrfField, hidden } from "../../pages/forms.js";
import { type Html, html } from "../../pages/html.js";
import { passkeyScript } from "../../pages/passkey-script.js";
import { inlineScript } from "../../pages/script.js";
import { wrongText } from "../../pages/wrong-field.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginPage, PluginScope } from "../host/plugin.js";
import { toAccount } from "../accounts/account-link.js";
import { agoText } from "../accounts/ago.js";
import { copyScript } from "../page-kit/copy-script.js";
import { dangerCss } from "../page-kit/style.js";
import type { TwoFactorMessage } from "./messages.js";
import { say } from "./say.js";
import { paths } from "./paths.js";
import { codeDigits } from "./totp.js";

export interface Drawn {
  readonly context: FlowContext;
  readonly own: PluginScope;
}

/** A form of the plugin; the way back travels with it. */
export const form = ({ context }: Drawn, path: PluginPath, content: Html): Html =>
  html`<form action="${pageUrl(context, path)}" method="POST">
    ${csrfField(context)}${hidden("callbackUrl", context.callbackUrl)}${content}
  </form>`;

/** A form that is one button. */
function buttonForm(
  drawn: Drawn,
  path: PluginPath,
  name: TwoFactorMessage,
  kind: "plain" | "danger" = "plain",
): Html {
  return form(drawn, path, html`<button type="submit" class="${kind}">${say(drawn, name)}</button>`);
}

const css = `.check{display:flex;align-items:flex-start;gap:.625rem;margin:0 0 1rem;font-weight:400}
.check input{flex:none;width:1.125rem;min-height:1.125rem;margin:.125rem 0}
.qr{display:block;width:100%;max-width:14rem;margin:0 auto 1.25rem;border-radius:8px}
.back{margin-block-start:1rem}
.button+form{margin-block-start:.75rem}
.codes{columns:2;margin:0 0 1.25rem;padding:0;list-style:none;text-align:center;line-height:2}
code{font:1rem/1.6 ui-monospace,monospace;user-select:all}
.key code{display:block;text-wrap:balance}
.key button{display:inline-flex;width:auto;min-height:2.275rem;margin:.25rem 0 .5rem;padding:.25rem .75rem;font-size:.8125rem}
.check span{text-wrap:balance}
summary{list-style:none;text-decoration:underline;text-underline-offset:.15em}
summary::-webkit-details-marker{display:none}
${dangerCss}`;

export const pageOf = (drawn: Drawn, title: TwoFactorMessage, content: Html): PluginPage => ({
  title: say(drawn, title),
  content: html`<h1>${say(drawn, title)}</h1>
    ${content}`,
  css,
});

/** What was wrong: each has a text of its own. */
export type WrongName = "wrong" | "wrongRecovery" | "wrongPasskey";

const askCode = (drawn: Drawn, isWrong: boolean): Html =>
  codeField({
    id: "two-factor-code",
    label: say(drawn, "code"),
    digits: codeDigits,
    wrong: isWrong ? say(drawn, "wrong") : undefined,
  });

/** Asks for a code. */
export function askPage(
  drawn: Drawn,
  asked: {
    readonly path: PluginPath;
    readonly trustDays: number | false;
    readonly wrong: WrongName | undefined;
    readonly offersPasskey: boolean;
  },
): PluginPage {
  const { path, trustDays, wrong, offersPasskey } = asked;
  const isRecovery = wrong === "wrongRecovery";
  const page = pageOf(
    drawn,
    "askTitle",
    html`${wrong === "wrongPasskey" && html`<div class="error" role="alert"><p>${say(drawn, wrong)}</p></div>`}
      <p class="center">${say(drawn, "askText")}</p>
      ${form(
        drawn,
        path,
        // In front of the field, which sends the form as soon as the code is whole.
        html`${trustDays !== false && trustBox(drawn, trustDays)}${askCode(drawn, wrong === "wrong")}
          <button type="submit" class="primary">${say(drawn, "confirm")}</button>`,
      )}
      ${offersPasskey && passkeyForm(drawn, path)}
      <details${isRecovery && html` open`}>
        <summary>${say(drawn, "noApp")}</summary>
        ${form(drawn, path, recoveryFields(drawn, isRecovery))}
      </details>
      ${path === paths.challenge && html`<p class="center small back"><a href="${addressOf(drawn.context, "signIn")}">${say(drawn, "toSignIn")}</a></p>`}`,
  );
  return withCodeField(page, offersPasskey);
}

const withCodeField = (page: PluginPage, hasPasskey: boolean): PluginPage => ({
  ...page,
  css: `${page.css}${codeFieldCss}`,
  script: (nonce, language) =>
    html`${codeFieldScript(nonce)}${hasPasskey && html`${passkeyScript(nonce, language)}${inlineScript(nonce, trustScript, [])}`}`,
});

/** A passkey takes along what is ticked for the code: the page asks once. */
const trustScript = `
document.querySelector("[data-passkey]").addEventListener("formdata", ({ formData }) => {
  if (document.querySelector("[name=trust]:checked")) formData.set("trust", "yes");
});
`;

/** What the script of the sign-in page does with passkeys, it does here. */
const passkeyForm = (drawn: Drawn, path: PluginPath): Html =>
  html`<form
    action="${pageUrl(drawn.context, path)}"
    method="POST"
    data-passkey="${drawn.context.site.base}${path}/passkey"
  >
    ${csrfField(drawn.context)}${hidden("callbackUrl", drawn.context.callbackUrl)}
    <div class="error" role="alert" hidden><p></p></div>
    <button type="submit">${say(drawn, "usePasskey")}</button>
  </form>`;

const trustBox = (drawn: Drawn, days: number): Html =>
  html`<label class="check">
    <input type="checkbox" name="trust" value="yes" />
    <span>${say(drawn, "trust", { count: days })}</span>
  </label>`;

/** On a form of another plugin, behind its fields: the code of the app, or a recovery code. */
export const furtherFields = (drawn: Drawn): Pick<PluginPage, "content" | "css"> => ({
  content: html`${codeField({
      id: "two-factor-code",
      label: say(drawn, "code"),
      digits: codeDigits,
      wrong: undefined,
      isOneOfTwo: true,
    })}
    <details>
      <summary>${say(drawn, "noApp")}</summary>
      ${recoveryField(drawn, { isWrong: false, isRequired: false })}
    </details>`,
  css: codeFieldCss,
});

const recoveryFields = (drawn: Drawn, isWrong: boolean): Html =>
  html`${recoveryField(drawn, { isWrong, isRequired: true })}
    <button type="submit">${say(drawn, "useRecovery")}</button>`;

const recoveryField = (
  drawn: Drawn,
  { isWrong, isRequired }: Readonly<Record<"isWrong" | "isRequired", boolean>>,
): Html =>
  html`<p>${say(drawn, "recoveryText")}</p>
    <div class="field">
      <label for="two-factor-recovery">${say(drawn, "recovery")}</label>
      <input
        id="two-factor-recovery"
        name="recovery"
        type="text"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="32"
        ${isRequired && html`required`}
        ${isWrong && html`aria-invalid="true" aria-describedby="two-factor-recovery-wrong"`}
      />
    </div>
    ${isWrong && wrongText("two-factor-recovery-wrong", say(drawn, "wrongRecovery"))}`;

/** What a new authenticator app is shown. */
export interface AuthenticatorSecret {
  readonly secret: string;
  readonly uri: string;
  readonly picture: Html;
  /** The secret once more, for the form. */
  readonly sealed: string;
}

export function setUpPage(
  drawn: Drawn,
  given: AuthenticatorSecret & {
    readonly path: PluginPath;
    readonly isWrong: boolean;
    /** Where it can be left out. */
    readonly skip: PluginPath | undefined;
    readonly isNeeded: boolean;
  },
): PluginPage {
  const { secret, uri, picture, sealed, path, isWrong, skip, isNeeded } = given;
  const page = pageOf(
    drawn,
    "setUpTitle",
    html`${isNeeded && html`<p class="center">${say(drawn, "setUpNeeded")}</p>`}
      <p class="center">${say(drawn, "setUpText")}</p>
      ${picture}
      <p class="center small key">
        ${say(drawn, "key")}<code>${secret.replaceAll(/.{4}(?=.)/g, (part) => `${part} `)}</code>
        <button type="button" hidden data-copy="${secret}">${say(drawn, "copy")}</button><br />
        <a href="${uri}">${say(drawn, "openApp")}</a>
      </p>
      ${form(
        drawn,
        path,
        html`${hidden("setUp", sealed)}${askCode(drawn, isWrong)}
          <button type="submit" class="primary">${say(drawn, "confirm")}</button>`,
      )}
      ${skip !== undefined && buttonForm(drawn, skip, "notNow")}
      ${path === paths.setUp && toAccount(drawn.context, say(drawn, "toAccount"))}`,
  );
  const shown = withCodeField(page, false);
  return {
    ...shown,
    script: (nonce, language) =>
      html`${shown.script?.(nonce, language)}${copyScript(nonce, say(drawn, "copied"))}`,
  };
}

/** @param signedInAt undefined: nothing tells, so nothing is said of it */
export const freshPage = (drawn: Drawn, path: PluginPath, signedInAt: Date | undefined): PluginPage =>
  pageOf(
    drawn,
    "freshTitle",
    html`<p class="center">
        ${
          signedInAt === undefined
            ? say(drawn, "freshText")
            : say(drawn, "freshSince", { time: agoText(drawn.context, signedInAt) })
        }
      </p>
      ${buttonForm(drawn, path, "fresh")}`,
  );

export function managePage(
  drawn: Drawn,
  state: { readonly isOn: boolean; readonly left: number; readonly isNeeded: boolean },
): PluginPage {
  const { context } = drawn;
  const { isOn, left, isNeeded } = state;
  const back = encodeURIComponent(pageUrl(context, paths.manage));
  const setUp = `${pageUrl(context, paths.setUp)}?callbackUrl=${back}`;
  const content = isOn
    ? html`<p class="center">${say(drawn, "isOn")}<br />${say(drawn, "left", { count: left })}</p>
        ${buttonForm(drawn, paths.manage, "newCodes")}
        <a class="button" href="${setUp}">${say(drawn, "newApp")}</a>
        ${buttonForm(drawn, "/two-factor/forget-browsers", "forget")}
        ${!isNeeded && buttonForm(drawn, "/two-factor/off", "switchOff", "danger")}`
    : html`<p class="center">${say(drawn, "isOff")}</p>
        <a class="button primary" href="${setUp}">${say(drawn, "switchOn")}</a>`;
  return pageOf(drawn, "manageTitle", html`${content}${toAccount(context, say(drawn, "toAccount"))}`);
}
