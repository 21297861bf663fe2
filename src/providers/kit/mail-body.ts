/** What mails look like: all of them have the layout of the sign-in mail. What differs is only the way they go. */
import { type Html, html } from "../../runtime/pages/html.js";
import { safeColour } from "../../runtime/safe-values.js";
import type { Theme } from "../../runtime/types/theme.js";
import type { EmailConfig, Mail } from "../../runtime/types/provider.js";

type Request = Parameters<EmailConfig["sendVerificationRequest"]>[0];

/** The words of a mail. */
export interface MailWords {
  readonly subject: string;
  /** What the link is for; the host that it leads to follows. */
  readonly heading: string;
  /** What there is to know before the link is followed. */
  readonly more?: string | undefined;
  readonly button: string;
  /** What to do for who did not ask for the mail. */
  readonly closing: string;
}

/**
 * @param request what `sendVerificationRequest` gets; the mail shows the host of `url`, so that the reader sees
 * where the link leads. Without `from` in the provider the sender is `no-reply@` that host
 */
export function signInMail({
  identifier,
  url,
  provider,
  theme,
}: Pick<Request, "identifier" | "url" | "provider" | "theme">): Mail {
  const words = {
    subject: `Sign in to ${new URL(url).host}`,
    heading: "Sign in to",
    button: "Sign in",
    closing: "If you didn't ask for this mail, ignore it.",
  };
  return { from: senderOf(provider, url), to: identifier, ...mailBody(words, url, theme) };
}

/** The sender of mails whose link is `url`. */
export const senderOf = ({ from }: Pick<EmailConfig, "from">, url: string): string =>
  from ?? `no-reply@${new URL(url).hostname}`;

/** The text and the HTML of a mail with one link. */
export function mailBody(words: MailWords, url: string, theme: Theme): Omit<Mail, "from" | "to"> {
  const { subject, heading, more, closing } = words;
  const { host } = new URL(url);
  const before = more === undefined ? "" : `${more}\n\n`;
  return {
    subject,
    text: `${before}${heading} ${host}:\n${url}\n\n${closing}\n`,
    html: htmlBody(words, url, theme),
    url,
  };
}

const paragraph = "margin:0 0 24px";

function htmlBody({ heading, more, button, closing }: MailWords, url: string, theme: Theme): string {
  const { host } = new URL(url);
  const background = safeColour(theme.brandColor) ?? "#1f2937";
  const colour = safeColour(theme.buttonText) ?? "#ffffff";
  return html`<!doctype html>
    <html lang="en">
      <body
        style="margin:0;padding:24px;background:#f5f6f8;font:16px/1.5 Helvetica,Arial,sans-serif;color:#1a1d23"
      >
        <table role="presentation" width="100%" cellspacing="0" cellpadding="0">
          <tr>
            <td align="center">
              <table
                role="presentation"
                cellspacing="0"
                cellpadding="0"
                style="width:100%;max-width:480px;background:#ffffff;border:1px solid #d5d9e0;border-radius:12px"
              >
                <tr>
                  <td align="center" style="padding:32px">
                    <p style="margin:0 0 24px;font-size:20px">
                      ${heading} <strong>${unlinked(host)}</strong>
                    </p>
                    ${more !== undefined && html`<p style="${paragraph}">${more}</p>`}
                    <p style="${paragraph}">
                      <a
                        href="${url}"
                        style="display:inline-block;padding:12px 28px;border-radius:8px;background:${background};color:${colour};font-weight:bold;text-decoration:none"
                        >${button}</a
                      >
                    </p>
                    <p style="margin:0;font-size:14px;color:#5b6270">${closing}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

/** The host for reading only: mail programs make links of what looks like one, and there shall be one link. */
function unlinked(host: string): Html[] {
  return host
    .split(".")
    .map((part, index) => (index === 0 ? html`${part}` : html`<span>&#8203;.${part}</span>`));
}
