import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Forward Email, as data. */
export const record: MailRecord = {
  id: "forwardemail",
  name: "Forward Email",
  type: "email",
  status: "active",
  endpoint: "https://api.forwardemail.net/v1/emails",
  basic: "{apiKey}:",
  body: { from: "{from}", to: "{to}", subject: "{subject}", html: "{html}", text: "{text}" },
  docs: "https://forwardemail.net/en/email-api#create-email",
  notes: ["Keys: https://forwardemail.net/my-account/security"],
};

/**
 * Sign in by a link in a mail that Forward Email sends.
 *
 * @param options `apiKey` (default: `AUTH_FORWARDEMAIL_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example ForwardEmail({ from: "Example <no-reply@example.com>" })
 */
export default function ForwardEmail(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
