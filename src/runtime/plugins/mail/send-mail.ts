/** Mails of plugins: in the layout of the sign-in mail, by the transport that sends it. */
import { type MailWords, writeMail } from "../../mail/mail-body.js";
import { AuthError } from "../../errors/index.js";
import { languageOf } from "../../flows/language.js";
import { inOwnWords } from "../../mail/own-mail.js";
import { inDevelopment } from "../../settings/development.js";
import type { Awaitable } from "../../types/entities.js";
import type { InternalProvider } from "../../types/finished-provider.js";
import type { FlowContext } from "../../types/flow.js";
import type { LanguageRequest } from "../../types/language-host.js";
import type { MailName } from "../../types/mail-templates.js";
import type { EmailConfig, Mail } from "../../types/provider.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";

/** A mail of a plugin: its words, whom it goes to, and where its link leads. */
export interface PluginMail {
  readonly name: Exclude<MailName, "signIn">;
  readonly to: string;
  readonly url: string;
  /** When the link ends. */
  readonly expires?: Date | undefined;
  readonly words: MailWords;
}

/** Sends a mail in place of the configuration's mail provider; `from` is that of the first one, if there is one. */
export type SendMail = (mail: Mail) => Awaitable<void>;

/** A mail provider whose transport takes mails that others wrote. */
type Sender = EmailConfig & Required<Pick<EmailConfig, "sendMail">>;

/** Is there a mail provider that sends mails which others wrote? */
export const canSend = (resolved: ResolvedConfig): boolean => senderOf(resolved) !== undefined;

/** One that is there for nothing else, in the order of the configuration; else the first that can. */
const senderOf = (resolved: ResolvedConfig): Sender | undefined =>
  [...(resolved.plugins?.senders() ?? []), ...resolved.providers("email")].find(isSender);

const isSender = (provider: InternalProvider): provider is Sender =>
  "sendMail" in provider && typeof provider.sendMail === "function";

/** Is there nobody who could send the mails of a plugin? */
export function findMailProblem(
  plugin: string,
  providers: readonly InternalProvider[],
  own: SendMail | undefined,
): AuthError | undefined {
  if (own !== undefined || providers.some(isSender)) return undefined;
  const option = `${plugin}({ sendMail: ({ to, subject, text, html }) => ... })`;
  return new AuthError(
    `The plugin "${plugin}" sends mails, and no provider of the configuration can. Run: npx auth add-provider resend (or nodemailer), or write ${option}`,
  );
}

/**
 * Sends a mail by the plugin's own option, else by the first mail provider that can.
 *
 * @throws what the transport throws, and the app's function that writes the mail
 */
export async function sendPluginMail(
  { resolved, site, request }: Pick<FlowContext, "resolved" | "site"> & { readonly request: LanguageRequest },
  { name, to, url, expires, words }: PluginMail,
  own: SendMail | undefined,
): Promise<void> {
  const provider = senderOf(resolved);
  const { theme, config } = resolved;
  const language = languageOf(resolved, request);
  const asked = { identifier: to, url, provider: provider ?? {}, theme, language, expires };
  const mail = await inOwnWords(name, config.mails?.[name], asked, writeMail(asked, words));
  if (own !== undefined) return own(mail);
  if (provider === undefined) throw new AuthError("No provider of the configuration can send the mail");
  const sender = (
    resolved.devIdp === undefined ? provider : await inDevelopment(provider, resolved, site)
  ) as typeof provider;
  return sender.sendMail(mail, sender);
}
