/** The sign-in mail as the app's own function writes it: what every transport, and the mail catcher of `auth dev`, sends. */
import type { EmailConfig, MailContent, MailText } from "./types/provider.js";

/** A request for a mail, as `sendVerificationRequest` gets it. */
export type SignInMailRequest = Parameters<EmailConfig["sendVerificationRequest"]>[0];

/**
 * @returns undefined when the provider has no such function
 * @throws TypeError when it gives no texts, and what it throws
 */
export async function writeOwnMail(request: SignInMailRequest): Promise<MailText | undefined> {
  const { mail } = request.provider;
  if (mail === undefined) return undefined;
  const { identifier, url, code, expires, theme } = request;
  const content: MailContent = {
    identifier,
    url,
    host: new URL(url).host,
    code,
    expires,
    theme,
    request: request.request,
  };
  const { subject, text, html } = await mail(content);
  if ([subject, text, html].some((each) => typeof each !== "string"))
    throw new TypeError("The option mail must give { subject, text, html }, three texts");
  // A second line would be a header of the mail.
  return { subject: subject.replaceAll(/[\r\n]+/g, " "), text, html };
}
