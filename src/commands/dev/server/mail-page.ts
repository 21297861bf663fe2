/** The pages of `auth dev` with the mails that the app would have sent. */
import type { CaughtMail } from "./mail-catcher.js";
import type { SimulatedResponse } from "./simulate.js";
import { clock, html, type Markup, page } from "./page.js";

/** A code that somebody types, rather than a token that only a link can carry. */
const longestCode = 12;

/** The mails that the app would have sent, newest first, whole. */
export const mailPage = (mails: readonly CaughtMail[]): string =>
  page(
    "Caught mails",
    html`<nav><a href="/">auth dev</a> <a href="/mail" aria-current="page">Mails</a></nav>
      <h1>Caught mails</h1>
      <div data-live>
        ${
          mails.length === 0
            ? html`<p>
                No mail yet. Ask your app for a sign-in link, then
                <a href="/mail">look again</a>.
              </p>`
            : html`<p>
                  These were not sent. Each link works once. They look as your app would send them, with its
                  name, logo and language, and its own words of <code>mails</code>. A
                  <code>sendVerificationRequest</code> of your own is not called here.
                  <a href="/mail">Look again</a>
                </p>
                <ol class="plain">
                  ${mails.map((mail, index) => mailItem(mail, index === 0))}
                </ol>`
        }
      </div>`,
    "wide",
  );

/** The mail as programs show it: nothing runs, and nothing is loaded but images of the app itself, such as its logo. */
export const mailDocument = ({ url, html: body }: CaughtMail): SimulatedResponse => ({
  status: 200,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "x-frame-options": "SAMEORIGIN",
    "content-security-policy": `default-src 'none'; style-src 'unsafe-inline'; img-src ${new URL(url).origin}; base-uri 'none'; frame-ancestors 'self'; sandbox`,
  },
  body,
});

/** Sign-in links lead to the callback of their provider; where others lead, plugins say in the mail. */
const linkText = ({ pathname, host }: URL): string =>
  pathname.includes("/callback/") ? `Sign in to ${host}` : `Open ${host}${pathname}`;

/** @param isNewest its picture is open */
const mailItem = (mail: CaughtMail, isNewest: boolean): Markup => {
  const { provider, to, from, url, expires, arrived, subject, text } = mail;
  const token = new URL(url).searchParams.get("token") ?? "";
  const code = mail.code || (token.length <= longestCode ? token : "");
  return html`<li>
    <article class="card" id="mail-${arrived}">
      <h2>${subject || "No subject"}</h2>
      <p>
        To <strong>${to}</strong>${from && html`, from ${from}`}, by ${provider}, at
        ${clock(arrived)}${expires && html`, ends ${clock(Date.parse(expires), arrived)}`}
      </p>
      <p>
        <a href="${url}" rel="noreferrer">${linkText(new URL(url))}</a>${
          code !== "" && html` or type the code <code class="code">${code}</code>`
        }
      </p>
      <details id="text-${arrived}">
        <summary>Text</summary>
        <pre>${text}</pre>
      </details>
      ${
        mail.html !== "" &&
        html`<details id="html-${arrived}" ${isNewest && html` open`}>
          <summary>HTML</summary>
          <iframe sandbox loading="lazy" title="HTML of the mail to ${to}" src="/mail/${arrived}"></iframe>
        </details>`
      }
    </article>
  </li>`;
};
