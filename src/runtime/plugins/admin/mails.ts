/** The mails of the plugin, in the language of the request that caused them. */
import { appIn } from "../../mail/own-mail.js";
import type { PageSite } from "../../security/page-url.js";
import { mailTo, noRequest } from "../mail/mail-to.js";
import type { OfficeAsking } from "./call.js";
import type { AdminText } from "./texts.js";

declare module "../../types/mail-templates.js" {
  interface MailTemplates {
    /** Plugin `admin`: an administrator has made the account. */
    accountMade?: MailTemplate | undefined;
    /** Plugin `admin`, to the new address: confirms an address that an administrator has entered. */
    confirmMovedEmail?: MailTemplate | undefined;
    /** Plugin `admin`, to the old address: an administrator has entered another one. */
    emailMoveAsked?: MailTemplate | undefined;
    /** Plugin `admin`, to both addresses: tells of it. */
    emailMoved?: MailTemplate | undefined;
    /** Plugin `admin`: an administrator has taken the second factor off. */
    factorRemoved?: MailTemplate | undefined;
    /** Plugin `admin`, with `notify`: somebody has begun to act for the user. */
    impersonationBegun?: MailTemplate | undefined;
  }
}

/** Mails of the plugin, by the beginning of their texts. */
const words = {
  accountMade: "mailMade",
  confirmMovedEmail: "mailConfirm",
  emailMoveAsked: "mailAsked",
  emailMoved: "mailMoved",
  factorRemoved: "mailFactor",
  impersonationBegun: "mailActs",
} as const;

interface Written {
  readonly to: string;
  readonly expires?: Date;
  url(place: PageSite): string;
  /** Default: of the words of the mail. */
  readonly more?: AdminText;
  /** What stands in braces of the texts. */
  readonly values?: Readonly<Record<string, string>>;
}

/** @throws what the transport throws, without the address and the link; AuthError where only a header says where links lead to */
export async function sendAdminMail(
  { own, context, settings }: OfficeAsking,
  name: keyof typeof words,
  { to, expires, url, values, more = `${words[name]}More` }: Written,
): Promise<void> {
  const { resolved, request = noRequest } = context;
  const site = await resolved.mailedSite(context.site);
  const link = url({ resolved, site });
  const app = appIn({ url: link, theme: resolved.theme });
  const say = (text: AdminText) => own.message({ resolved, request }, text, { ...values, app });
  const texts = {
    subject: say(`${words[name]}Subject`),
    heading: say(`${words[name]}Subject`),
    more: say(more),
    button: say(`${words[name]}Button`),
    closing: say("mailClosing"),
  };
  const mail = { name, to, expires, url: link, words: texts };
  await mailTo({ resolved, site, request }, mail, settings.sendMail);
}
