/** What mails look like: all of them have the layout of the sign-in mail. What differs is only the way they go. */
import { attributes, type Html, html } from "../../runtime/pages/html.js";
import { fill, textOf } from "../../runtime/pages/text.js";
import { safeColour } from "../../runtime/safe-values.js";
import type { Language } from "../../runtime/types/messages.js";
import type { EmailConfig, Mail } from "../../runtime/types/provider.js";

/** The words of the sign-in mail. */
export const mailEnglish = {
  mailSubject: "Sign in to {host}",
  mailHeading: "Sign in to {host}",
  mailButton: "Sign in",
  mailClosing: "If you didn't ask for this mail, ignore it.",
} as const;

type Request = Parameters<EmailConfig["sendVerificationRequest"]>[0];
/** Whom a mail goes to, where its link leads, and what it looks like. */
export type MailRequest = Pick<Request, "identifier" | "url" | "theme"> & {
  readonly provider: Pick<EmailConfig, "from">;
  /** Default: English. */
  readonly language?: Pick<Language, "locale" | "direction"> | undefined;
};

/** The words of a mail. */
export interface MailWords {
  readonly subject: string;
  /** What the link is for, with `{host}` where the host that it leads to stands. */
  readonly heading: string;
  /** What there is to know before the link is followed. */
  readonly more?: Html | undefined;
  readonly button: string;
  /** What to do for who did not ask for the mail. */
  readonly closing: string;
}

/**
 * The mail for one sign-in request.
 *
 * @throws TypeError when the URL is none
 */
export function signInMail(request: MailRequest): Mail {
  const text = textOf(request.language as Language | undefined, mailEnglish);
  return writeMail(request, {
    subject: text("mailSubject", { host: new URL(request.url).host }),
    heading: text("mailHeading"),
    button: text("mailButton"),
    closing: text("mailClosing"),
  });
}

/** A mail with one link, in the layout that all of them have. */
export function writeMail(request: MailRequest, words: MailWords): Mail {
  const { identifier, url, provider } = request;
  const { subject, heading, closing } = words;
  const { host, hostname } = new URL(url);
  return {
    from: provider.from ?? `no-reply@${hostname}`,
    to: identifier,
    subject,
    text: `${fill(heading, { host }).join("")}:\n${url}\n\n${closing}\n`,
    html: htmlBody(request, words),
    url,
  };
}

function htmlBody({ url, theme, language }: MailRequest, words: MailWords): string {
  const { host } = new URL(url);
  const background = safeColour(theme.brandColor) ?? "#1f2937";
  const colour = safeColour(theme.buttonText) ?? "#ffffff";
  return html`<!doctype html>
    <html${attributes({ lang: language?.locale ?? "en", dir: language?.direction })}>
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
                      ${fill(words.heading, { host: html`<strong>${unlinked(host)}</strong>` })}
                    </p>
                    ${words.more}
                    <p style="margin:0 0 24px">
                      <a
                        href="${url}"
                        style="display:inline-block;padding:12px 28px;border-radius:8px;background:${background};color:${colour};font-weight:bold;text-decoration:none"
                        >${words.button}</a
                      >
                    </p>
                    <p style="margin:0;font-size:14px;color:#5b6270">${words.closing}</p>
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
