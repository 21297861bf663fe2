import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Mailgun, as data. */
export const record: MailRecord = {
  id: "mailgun",
  name: "Mailgun",
  type: "email",
  status: "active",
  endpoint: "https://{host}/v3/{domain}/messages",
  basic: "api:{apiKey}",
  format: "multipart",
  body: { from: "{from}", to: "{to}", subject: "{subject}", html: "{html}", text: "{text}" },
  docs: "https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages",
  notes: [
    "The domain is the one of the sender unless the option domain says otherwise",
    'region: "EU" for accounts in Europe',
    "Keys: https://app.mailgun.com/mg/sending/domains",
  ],
};

/** What the factory takes. */
export type MailgunUserConfig = MailUserConfig & {
  /** Where the account is kept; default `US`. */
  region?: "US" | "EU";
  /** Sending domain; default: the one of the sender. */
  domain?: string;
};

/**
 * Sign in by a link in a mail that Mailgun sends.
 *
 * @param options `apiKey` (default: `AUTH_MAILGUN_KEY`), `from` (default: no-reply@ the site's host), `region`, `domain`; `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Mailgun({ from: "Example <no-reply@example.com>" })
 */
export default function Mailgun(options: MailgunUserConfig = {}): EmailConfig {
  const { region, ...rest } = options;
  const host = region === "EU" ? "api.eu.mailgun.net" : "api.mailgun.net";
  return fromMailRecord({ ...record, endpoint: record.endpoint.replace("{host}", host) }, rest);
}
