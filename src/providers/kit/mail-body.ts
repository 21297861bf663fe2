/** What mails look like: all of them have the layout of the sign-in mail. What differs is only the way they go. */
import { attributes, type Html, html } from "../../runtime/pages/html.js";
import { mailEnglish } from "../../runtime/pages/email-english.js";
import { fill, textOf } from "../../runtime/pages/text.js";
import { safeColour } from "../../runtime/safe-values.js";
import type { Language } from "../../runtime/types/messages.js";
import { type SignInMailRequest, writeOwnMail } from "../../runtime/own-mail.js";
import type { EmailConfig, Mail } from "../../runtime/types/provider.js";

/** Whom a mail goes to, where its link leads, and what it looks like. */
export type MailRequest = Pick<SignInMailRequest, "identifier" | "url" | "theme"> & {
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
  /** What can be typed in place of following the link. */
  readonly code?: { readonly lead: string; readonly value: string } | undefined;
}

/**
 * The mail for one sign-in request, as the package writes it.
 *
 * @param code what can be typed in place of the link
 * @throws TypeError when the URL is none
 */
export function signInText(request: MailRequest, code?: string): Mail {
  const text = textOf(request.language as Language | undefined, mailEnglish);
  const mail = writeMail(request, {
    subject: text("mailSubject", { host: new URL(request.url).host }),
    heading: text("mailHeading"),
    button: text("mailButton"),
    closing: text(code === undefined ? "mailClosing" : "mailCodeClosing"),
    code: code === undefined ? undefined : { lead: text("mailCodeLead"), value: code },
  });
  return code === undefined ? mail : { ...mail, code };
}

/** The mail for one sign-in request: the app's own text, or that of the package. @throws what the app's function throws */
export async function signInMail(request: SignInMailRequest): Promise<Mail> {
  const own = await writeOwnMail(request);
  return { ...signInText(request, request.code), ...own };
}

/** A mail with one link, in the layout that all of them have. */
export function writeMail(request: MailRequest, words: MailWords): Mail {
  const { identifier, url, provider } = request;
  const { subject, heading, closing, code } = words;
  const { host, hostname } = new URL(url);
  return {
    from: provider.from ?? `no-reply@${hostname}`,
    to: identifier,
    subject,
    text: `${fill(heading, { host }).join("")}:\n${url}\n\n${code === undefined ? "" : `${code.lead}\n${code.value}\n\n`}${closing}\n`,
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
                    <p style="margin:0;font-size:14px;color:#5b6270">${codeOf(words)}${words.closing}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

/** In one piece, so that it can be copied. */
const codeOf = ({ code }: MailWords): Html | undefined =>
  code &&
  html`${code.lead}<br /><strong
      style="display:block;margin:8px 0 24px;font:bold 28px/1.3 Menlo,Consolas,monospace;letter-spacing:4px;color:#1a1d23"
      >${code.value}</strong
    >`;

/** The host for reading only: mail programs make links of what looks like one, and there shall be one link. */
function unlinked(host: string): Html[] {
  return host
    .split(".")
    .map((part, index) => (index === 0 ? html`${part}` : html`<span>&#8203;.${part}</span>`));
}
