/** Mails as functions of the app write them: what every transport, and the mail catcher of `auth dev`, sends. */
import { toError } from "../errors/index.js";
import { safeName } from "../pages/safe-values.js";
import { withoutValues } from "../security/without-values.js";
import type { MailFacts, MailName, MailTemplate } from "../types/mail-templates.js";
import type { EmailConfig, Mail } from "../types/provider.js";

/** A request for a mail, as `sendVerificationRequest` gets it. */
export type SignInMailRequest = Parameters<EmailConfig["sendVerificationRequest"]>[0];

/** What a mail answers. */
type Asked = Pick<SignInMailRequest, "url" | "theme" | "language"> & Pick<MailFacts, "expires">;

/** The app as its mails call it. */
export const appIn = ({ url, theme }: Pick<Asked, "url" | "theme">): string =>
  safeName(theme.name) || new URL(url).host;

/** What every function is given. */
const factsOf = (asked: Asked, { to, subject, text, html }: Mail): MailFacts => ({
  identifier: to,
  url: asked.url,
  app: appIn(asked),
  host: new URL(asked.url).host,
  expires: asked.expires,
  language: asked.language && { locale: asked.language.locale, direction: asked.language.direction },
  theme: asked.theme,
  builtIn: { subject, text, html },
});

/**
 * @param template the app's function; without one the mail stays as it is
 * @param mail the built-in one
 * @throws Error that names the mail, and quotes neither its address nor its link nor its code
 */
export async function inOwnWords(
  name: MailName,
  template: MailTemplate | undefined,
  asked: Asked,
  mail: Mail,
): Promise<Mail> {
  if (template === undefined) return mail;
  return write(template, factsOf(asked, mail), mail).catch((thrown: unknown) => {
    const secrets = [mail.to, mail.url, mail.code, ...new URL(mail.url).searchParams.values()];
    const cause = withoutValues(toError(thrown), secrets);
    throw new Error(`The function that writes the mail "${name}" failed: ${cause.message}`, { cause });
  });
}

async function write(template: MailTemplate, facts: MailFacts, mail: Mail): Promise<Mail> {
  const { subject, text, html } = await template(facts);
  if ([subject, text, html].some((each) => typeof each !== "string"))
    throw new TypeError("It must give { subject, text, html }, three texts");
  // A second line would be a header of the mail.
  return { ...mail, subject: subject.replaceAll(/[\r\n]+/g, " "), text, html };
}
