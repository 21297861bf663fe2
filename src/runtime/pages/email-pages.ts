/** The press that a link of a mail asks for. */
import { codeEnglish } from "./code-texts.js";
import { emailEnglish, emailPagesEnglish } from "./email-english.js";
import { type Html, html } from "./html.js";
import { headingOf, type Look, page } from "./page.js";
import { fullAddress } from "./safe-values.js";
import { fill, textOf } from "./text.js";

/** Why a link does not sign in at once. */
export interface AskedPress {
  /** Another browser has asked for the mail. */
  readonly isElsewhere: boolean;
  /** Its code can be typed there. */
  readonly hasCode: boolean;
  /** Address that the link signs in; undefined: the link does not say it. */
  readonly address: string | undefined;
  /** Whose session is open, when it is somebody else's; "": nobody knows a name. */
  readonly openSession: string | undefined;
}

/** Asks for a press before a link from a mail is used up. */
export function renderConfirm({
  action,
  fields,
  asked,
  more,
  ...look
}: Look & {
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly asked: AskedPress | undefined;
  /** A field of the form. */
  readonly more?: Html | false;
}): string {
  const { text } = look;
  return page(
    { title: text("signIn"), hasButton: true, ...look },
    html`<h1>${headingOf(look, "signInTo", "signIn")}</h1>
      ${asked === undefined ? html`<p class="center">${textOf(look.language, emailPagesEnglish)("confirm")}</p>` : whoAndWhy(look, asked)}
      <form action="${action}" method="POST">
        ${Object.entries(fields).map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
        ${asked !== undefined && asked.address === undefined && addressField(look)} ${more}
        <button type="submit" class="primary">${text("signIn")}</button>
      </form>`,
  );
}

function whoAndWhy(look: Look, { address, openSession, isElsewhere, hasCode }: AskedPress): Html {
  const text = textOf(look.language, emailPagesEnglish);
  const why = hasCode ? textOf(look.language, codeEnglish)("codeElsewhere") : text("elsewhere");
  return html`${
    address !== undefined &&
    html`<p class="center">${fill(text("elsewhereAs"), { address: inFull(fullAddress(address)) })}</p>`
  }
  ${
    openSession !== undefined &&
    html`<p class="center">
      ${
        openSession === ""
          ? look.text("signedIn")
          : fill(text("elsewhereOpen"), { user: inFull(openSession) })
      }
    </p>`
  }
  ${isElsewhere && html`<p class="center muted small">${why}</p>`}`;
}

/** Who has only the link types whose it is. */
const addressField = (look: Look): Html =>
  html`<div class="field">
    <label for="link-address">${textOf(look.language, emailEnglish)("email")}</label>
    <input id="link-address" name="email" type="email" autocomplete="email" required />
  </div>`;

const inFull = (address: string): Html => html`<b><bdi>${address}</bdi></b>`;
