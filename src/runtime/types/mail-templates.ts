import type { Awaitable } from "./entities.js";
import type { Language } from "./messages.js";
import type { Theme } from "./theme.js";

/** The words of one mail. */
export interface MailText {
  /** One line. */
  readonly subject: string;
  /** The mail as plain text, with the link. */
  readonly text: string;
  /** The mail as HTML, with the link. Nothing is escaped for you. */
  readonly html: string;
}

/** What a mail is written from. */
export interface MailFacts {
  /** Address that the mail goes to. */
  readonly identifier: string;
  /** Where the link leads. A secret. */
  readonly url: string;
  /** `theme.name`, else `host`. On one line, and nothing is escaped for you. */
  readonly app: string;
  /** Host of the link, such as `app.example.com`. */
  readonly host: string;
  /** When the link ends; undefined: it does not. */
  readonly expires?: Date | undefined;
  /** Of the request that the mail answers; undefined: English. */
  readonly language?: Pick<Language, "locale" | "direction"> | undefined;
  /** Colours, logo, name and links of the configuration. */
  readonly theme: Theme;
  /** The mail as it would be sent otherwise, to replace a part of it. */
  readonly builtIn: MailText;
}

/** What a sign-in mail is written from. */
export interface MailContent extends MailFacts {
  /** With `code: true` eight digits that sign in like the link, for ten minutes. A secret; keep it out of the subject. */
  readonly code?: string | undefined;
  /** When the link ends. */
  readonly expires: Date;
  /** The request that asked for the mail; its `accept-language` tells the user's language. */
  readonly request: Request;
}

/** Writes a mail. */
export type MailTemplate = (facts: MailFacts) => Awaitable<MailText>;

/**
 * Mails in words of the app, one by one; those without a function are the built-in ones. One that throws, or gives less
 * than three texts, is not sent: the log names it.
 */
export interface MailTemplates {
  /** The link to sign in. The option `mail` of a mail provider goes before it. */
  signIn?: ((content: MailContent) => Awaitable<MailText>) | undefined;
  /** "Was it you?": connects an account of before the address was proven. */
  reconnectAccount?: MailTemplate | undefined;
  /** Plugin `password`: confirms the address of a new account. */
  verifyEmail?: MailTemplate | undefined;
  /** Plugin `password`: somebody signed up with an address that has an account. */
  accountExists?: MailTemplate | undefined;
  /** Plugin `password`: the link to a new password. */
  resetPassword?: MailTemplate | undefined;
  /** Plugin `password`: tells of it. */
  passwordChanged?: MailTemplate | undefined;
  /** Plugin `password`, to the new address: confirms a change of address. */
  confirmNewEmail?: MailTemplate | undefined;
  /** Plugin `password`, to an address that another account wanted. */
  emailTaken?: MailTemplate | undefined;
  /** Plugin `password`, to the old address: a change was asked for. */
  emailChangeAsked?: MailTemplate | undefined;
  /** Plugin `password`, to both addresses: tells of it. */
  emailChanged?: MailTemplate | undefined;
  /** Plugin `account`: the link to a deletion, for who cannot show the second factor. */
  deleteAccount?: MailTemplate | undefined;
  /** Plugin `account`: tells that a way to sign in was added or removed, or that a deletion is planned. */
  signInChanged?: MailTemplate | undefined;
  /** Plugin `organizations`: an invitation. */
  invitation?: MailTemplate | undefined;
  /** Plugin `organizations`: tells a member of another role. */
  roleChanged?: MailTemplate | undefined;
  /** Plugin `organizations`: tells whoever was removed. */
  memberRemoved?: MailTemplate | undefined;
  /** Plugin `organizations`: tells who owns an organisation from now on. */
  ownerChanged?: MailTemplate | undefined;
}

/** The mails that there are. */
export type MailName = keyof MailTemplates;
