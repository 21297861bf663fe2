import type { CaughtMail } from "./mail-catcher.js";
import { html, type Markup, page } from "./page.js";

/** The mails that the app would have sent, newest first, with their links. */
export const mailPage = (mails: readonly CaughtMail[]): string =>
  page(
    "Caught mails",
    html`<h1>Caught mails</h1>
      ${
        mails.length === 0
          ? html`<p>
              No mail yet. Ask your app for a sign-in link, then
              <a href="/mail">look again</a>.
            </p>`
          : html`<p>These were not sent. Each link works once. <a href="/mail">Look again</a></p>
              <ol>
                ${mails.map(mailItem)}
              </ol>`
      }`,
  );

const mailItem = ({ provider, to, from, url, expires }: CaughtMail): Markup =>
  html`<li>
    <p>
      To <strong>${to}</strong>${from && html`, from ${from}`}, by
      ${provider}${expires && html`, ends ${expires}`}
    </p>
    <p><a href="${url}" rel="noreferrer">Sign in to ${new URL(url).host}</a></p>
  </li>`;
