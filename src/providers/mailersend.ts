import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of MailerSend, as data. */
export const record: MailRecord = {
  id: "mailersend",
  name: "MailerSend",
  type: "email",
  status: "active",
  endpoint: "https://api.mailersend.com/v1/email",
  headers: { authorization: "Bearer {apiKey}" },
  body: {
    from: { email: "{fromAddress}", name: "{fromName}" },
    to: [{ email: "{to}" }],
    subject: "{subject}",
    html: "{html}",
    text: "{text}",
  },
  docs: "https://developers.mailersend.com/api/v1/email.html",
  notes: ["Keys: https://app.mailersend.com/api-tokens"],
};

/**
 * Sign in by a link in a mail that MailerSend sends.
 *
 * @param options `apiKey` (default: `AUTH_MAILERSEND_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example MailerSend({ from: "Example <no-reply@example.com>" })
 */
export default function MailerSend(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
