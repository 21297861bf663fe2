import type { Awaitable } from "./entities.js";
import type { MailContent, MailText } from "./mail-templates.js";
import type { Language } from "./messages.js";
import type { Theme } from "./theme.js";
import type { EmailFlows } from "./provider-parts.js";

/** One mail to one user, ready for SMTP or for the JSON of an HTTP API. */
export interface Mail {
  /** The sender: an address, or `Name <address>`. */
  readonly from: string;
  /** One address; never to be parsed as a list. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** The mail as plain text, with the link. */
  readonly text: string;
  /** The mail as HTML, with the link. */
  readonly html: string;
  /** The one link of the mail, for who lists mails that were not sent, as `auth dev` does. A secret. */
  readonly url: string;
  /** The code of the mail, with `code: true`; it is in `text` and `html` too. A secret. */
  readonly code?: string;
}

/** Sign-in by a mailed link or code. */
export interface EmailConfig {
  /** Id in addresses. Default: the transport's, such as `resend`. */
  id: string;
  /** Name to show. */
  name: string;
  /** Kind of the provider. */
  type: "email";
  /** Address that the mails come from. */
  from?: string;
  /** Where an SMTP transport connects to: an address or the options of nodemailer. */
  server?: unknown;
  /** Key of a mail service. Default: `AUTH_<ID>_KEY` of the environment. */
  apiKey?: string;
  /** Options that the environment fills, and how the names of their variables end: `{ apiKey: "KEY" }` (default). */
  env?: Readonly<Record<string, string>>;
  /**
   * Life of the sign-in link in seconds; default 86400. Tokens of fewer than 22 characters, such as codes that users
   * type, live 600 seconds unless another value than 86400 is given.
   */
  maxAge?: number;
  /** Hashes the token in place of the config's secret. */
  secret?: string;
  /** Sends the mail. What it throws ends the sign-in with `EmailSignInError`. */
  sendVerificationRequest: (params: {
    identifier: string;
    url: string;
    expires: Date;
    provider: EmailConfig;
    token: string;
    theme: Theme;
    request: Request;
    language?: Pick<Language, "locale" | "direction"> | undefined;
    /** With `code: true`: eight digits that the mail must show beside the link. Otherwise there is none. */
    code?: string;
  }) => Awaitable<void>;
  /**
   * Writes the sign-in mails of this provider in place of the built-in text, and of `mails.signIn` of the configuration.
   * It holds for every transport but those that keep the text at their service. What it throws ends the sign-in as a mail that could not be sent. `sendVerificationRequest` of your own
   * writes its text itself.
   *
   * @example mail: ({ url, code, app }) => ({ subject: `Sign in to ${app}`, text: `${url}\n${code}`, html: page(url, code) })
   */
  mail?: (content: MailContent) => Awaitable<MailText>;
  /**
   * Sends a mail that a plugin wrote, such as the one to choose a new password. Plugins use the first mail provider that
   * has it. What it throws is logged. Default: the transport's own; none for code of your own and for services that
   * keep the text themselves.
   */
  sendMail?: (mail: Mail, provider: EmailConfig) => Awaitable<void>;
  /** Makes the token in the link. Default: 256 random bits as hexadecimal digits. */
  generateVerificationToken?: () => Awaitable<string>;
  /** Writes an address as it is stored. Default: lower case, one @, nothing behind a comma. */
  normalizeIdentifier?: (identifier: string) => string;
  /** The link shows a page with a button, and only the button signs in: mail scanners burn nothing. Default false. */
  confirm?: boolean;
  /**
   * The mail shows a code beside the link: eight digits, for ten minutes and five tries, good only in the browser that
   * asked for the mail. Link and code are one: whichever is used first ends both, and a new mail ends the one before.
   * The tries are counted whatever `throttle` says. Nothing happens where `generateVerificationToken` makes short
   * codes. Default false: a link alone.
   */
  code?: boolean;
  /**
   * false: the provider only sends the mails of plugins. It has no button, `GET /providers` does not list it, its id is
   * unknown to `signin/<id>` and `callback/<id>`, and no adapter is needed for it. Default true.
   *
   * @example Nodemailer({ signIn: false })
   */
  signIn?: boolean;
  /** @internal Loads the flows of such providers. Default: ours. */
  flows?: () => Promise<EmailFlows>;
  /** What the app gave, laid over the rest. */
  options?: Partial<EmailConfig>;
}
