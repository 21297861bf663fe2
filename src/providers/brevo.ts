import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Brevo, as data. */
export const record: MailRecord = {
  id: "brevo",
  name: "Brevo",
  type: "email",
  status: "active",
  endpoint: "https://api.brevo.com/v3/smtp/email",
  headers: { "api-key": "{apiKey}" },
  body: {
    sender: { email: "{fromAddress}", name: "{fromName}" },
    to: [{ email: "{to}" }],
    subject: "{subject}",
    htmlContent: "{html}",
    textContent: "{text}",
  },
  docs: "https://developers.brevo.com/reference/sendtransacemail",
  notes: ["Keys: https://app.brevo.com/settings/keys/api"],
};

/**
 * Sign in by a link in a mail that Brevo sends.
 *
 * @param options `apiKey` (default: `AUTH_BREVO_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Brevo({ from: "Example <no-reply@example.com>" })
 */
export default function Brevo(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
