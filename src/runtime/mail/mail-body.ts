/** What mails look like: all of them have the layout of the sign-in mail. What differs is only the way they go. */
import { attributes, type Html, html } from "../pages/html.js";
import { footerEnglish, footerOf, inLine } from "../pages/footer.js";
import { mailEnglish } from "../pages/email-english.js";
import { fill, textOf } from "../pages/text.js";
import { safeColour, safeImage, safeName } from "../pages/safe-values.js";
import type { Language } from "../types/messages.js";
import { appIn, inOwnWords, type SignInMailRequest } from "./own-mail.js";
import type { MailFacts } from "../types/mail-templates.js";
import type { EmailConfig, Mail } from "../types/provider.js";

/** Whom a mail goes to, where its link leads, and what it looks like. */
export type MailRequest = Pick<SignInMailRequest, "identifier" | "url" | "theme"> & {
  readonly provider: Pick<EmailConfig, "from">;
  /** Default: English. */
  readonly language?: Pick<Language, "locale" | "direction"> | undefined;
};

/** The words of a mail. In `subject` and `heading` `{app}` stands for the app's name, `{host}` for the host of the link. */
export interface MailWords {
  readonly subject: string;
  /** What the link is for. */
  readonly heading: string;
  /** What there is to know before the link is followed. */
  readonly more?: string | undefined;
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
    subject: text("mailSubject"),
    heading: text("mailHeading"),
    button: text("mailButton"),
    closing: text(code === undefined ? "mailClosing" : "mailCodeClosing"),
    code: code === undefined ? undefined : { lead: text("mailCodeLead"), value: code },
  });
  return code === undefined ? mail : { ...mail, code };
}

/** The mail for one sign-in request: the app's own text, or that of the package. @throws Error of the app's function */
export async function signInMail(request: SignInMailRequest): Promise<Mail> {
  const { code, expires, provider } = request;
  const { mail: own } = provider;
  const template = own && ((facts: MailFacts) => own({ ...facts, code, expires, request: request.request }));
  return inOwnWords("signIn", template, request, signInText(request, code));
}

/** A mail with one link, in the layout that all of them have. */
export function writeMail(request: MailRequest, words: MailWords): Mail {
  const { identifier, url, provider } = request;
  const { subject, heading, more, closing, code } = words;
  const { host, hostname } = new URL(url);
  const named = (text: string) => fill(text, { app: appIn(request), host }).join("");
  const links = linksOf(request, (label, address) => `\n${label}: ${address}\n`);
  return {
    from: provider.from ?? `no-reply@${hostname}`,
    to: identifier,
    subject: named(subject),
    text: `${more === undefined ? "" : `${more}\n\n`}${named(heading)}:\n${url}\n\n${code === undefined ? "" : `${code.lead}\n${code.value}\n\n`}${closing}\n${links.join("")}`,
    html: htmlBody(request, words),
    url,
  };
}

function htmlBody(request: MailRequest, words: MailWords): string {
  const { url, theme, language } = request;
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
                      ${headingOf(request, words)}
                    </p>
                    ${words.more !== undefined && html`<p style="margin:0 0 24px">${words.more}</p>`}
                    <p style="margin:0 0 24px">
                      <a
                        href="${url}"
                        style="display:inline-block;padding:12px 28px;border-radius:8px;background:${background};color:${colour};font-weight:bold;text-decoration:none"
                        >${words.button}</a
                      >
                    </p>
                    <p style="margin:0;font-size:14px;color:#5b6270">${codeOf(words)}${words.closing}${footerIn(request)}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.text;
}

function headingOf(request: MailRequest, { heading }: MailWords): (Html | string | undefined)[] {
  const host = strong(new URL(request.url).host);
  const name = safeName(request.theme.name);
  return [
    logoOf(request),
    ...fill(heading, {
      app: name === "" ? host : html`<bdi style="word-break:break-word">${strong(name)}</bdi>`,
      host,
    }),
  ];
}

/** Programs that show mails show no images as data, hardly any SVG, and from elsewhere only what comes by https. */
function logoOf({ url, theme }: MailRequest): Html | undefined {
  const logo = safeImage(theme.logo);
  if (logo === undefined) return undefined;
  const { href, protocol, origin, pathname } = new URL(logo, url);
  if ((protocol !== "https:" && origin !== new URL(url).origin) || /\.svgz?$/i.test(pathname))
    return undefined;
  return html`<img
      src="${href}"
      alt="${safeName(theme.name)}"
      height="40"
      style="height:40px;max-width:100%;margin-bottom:16px;border:0;vertical-align:bottom"
    /><br />`;
}

/** The links of the app are absolute in a mail. */
function linksOf<T>(
  { theme, language, url }: MailRequest,
  write: (label: string, address: string) => T,
): T[] {
  const text = textOf(language as Language | undefined, footerEnglish);
  return footerOf(theme, (name, address) => write(text(name), new URL(address, url).href));
}

function footerIn(request: MailRequest): Html | undefined {
  const links = linksOf(
    request,
    (label, address) => html`<a href="${address}" style="color:#5b6270">${label}</a>`,
  );
  const line = inLine(links);
  return line && html`<br /><br />${line}`;
}

/** In one piece, so that it can be copied. */
const codeOf = ({ code }: MailWords): Html | undefined =>
  code &&
  html`${code.lead}<br /><strong
      style="display:block;margin:8px 0 24px;font:bold 28px/1.3 Menlo,Consolas,monospace;letter-spacing:4px;color:#1a1d23"
      >${code.value}</strong
    >`;

/** For reading only: mail programs make links of what looks like a host, and there shall be one link. */
function strong(name: string): Html {
  const [first, ...more] = name.split(/\.(?=\S)/);
  const parts = more.map((part) => html`<span>&#8203;.${part}</span>`);
  return html`<strong>${first}${parts}</strong>`;
}
