import type { Awaitable } from "../../types/entities.js";
import type { FlowContext } from "../../types/flow.js";
import type { LanguageRequest } from "../../types/language-host.js";
import type { PluginScope } from "../host/plugin.js";
import type { SendMail } from "../mail/send-mail.js";

/** Of the provider that the plugin adds. */
export const providerId = "password";

/** What `password()` takes. */
export interface PasswordOptions {
  /**
   * Characters that a password has at least, from 8 to 64; default 10. NIST SP 800-63B-4 asks for 15 where the password
   * is the only factor.
   */
  minLength?: number;
  /**
   * For sessions of strategy "jwt": seconds for which a process goes on without asking the database whether a session was
   * ended. So long a session may go on in other processes after a reset or a change. 0: each check asks. From 0 to 3600;
   * default 60. Where another plugin has the option too, the smaller number holds.
   */
  cacheSeconds?: number;
  /** Users choose a name at sign-up, and may sign in with it in place of their address. Default: there are none. */
  userNames?: "optional" | "required";
  /**
   * Asked about each new password: is it known from breaches? Default: nobody is asked. What it throws, or an answer that
   * takes more than 5 seconds, counts as no, with a line in the log.
   *
   * @example isBreached: pwnedPasswords()
   */
  isBreached?: (password: string) => Awaitable<boolean>;
  /**
   * Asked before a sign-up and before a mail to choose a new password: is this a user, and not a bot? The body of the
   * request is the JSON of the form, without its password. False refuses; what it throws refuses too. Default: all are.
   *
   * @example challenge: async (request) => verify((await request.json())["cf-turnstile-response"])
   */
  challenge?: (request: Request) => Awaitable<boolean>;
  /**
   * The hash that an app has of a user whom this plugin has none of yet, in any form that it reads. Asked at each sign-in
   * by address, also for addresses that nobody has. The right password is hashed anew and kept by the plugin.
   *
   * @example legacyHash: async (email) => (await db.query("select password from users where email = $1", [email])).rows[0]?.password
   */
  legacyHash?: (email: string) => Awaitable<string | null | undefined>;
  /**
   * Sends the mails. Default: the first mail provider of the configuration that can.
   *
   * @example sendMail: ({ to, subject, text, html }) => transporter.sendMail({ to, subject, text, html })
   */
  sendMail?: SendMail;
  /**
   * Gets the promise of each mail: answers do not wait for mails. Where a process stops once it has answered, pass what
   * the platform has for that. Default: nothing.
   *
   * @example waitUntil: (work) => waitUntil(work) // from "@vercel/functions"
   */
  waitUntil?: (work: Promise<void>) => void;
}

/** The options, with their defaults. */
export interface PasswordSettings extends PasswordOptions {
  readonly minLength: number;
  readonly cacheSeconds: number;
}

/** A request for a page of the plugin. */
export interface PasswordCall {
  readonly context: FlowContext;
  readonly own: PluginScope;
  readonly settings: PasswordSettings;
}

/** What mails are written from; the server's own code has no request. */
export interface MailingCall extends Omit<PasswordCall, "context"> {
  readonly context: Pick<FlowContext, "resolved" | "site"> & { readonly request: LanguageRequest };
}

const bounds = { least: 8, most: 64 };

/** @throws RangeError for a minimum that NIST SP 800-63B does not allow, and for odd seconds */
export function settingsOf({
  minLength = 10,
  cacheSeconds = 60,
  ...rest
}: PasswordOptions): PasswordSettings {
  if (!Number.isInteger(minLength) || minLength < bounds.least || minLength > bounds.most)
    throw new RangeError(`password({ minLength }) is a number from ${bounds.least} to ${bounds.most}`);
  if (!(cacheSeconds >= 0 && cacheSeconds <= 3600))
    throw new RangeError("password: cacheSeconds is a number of seconds from 0 to 3600");
  return { ...rest, minLength, cacheSeconds };
}
