import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of SendGrid, as data. */
export const record: MailRecord = {
  id: "sendgrid",
  name: "SendGrid",
  type: "email",
  status: "active",
  endpoint: "https://api.sendgrid.com/v3/mail/send",
  headers: { authorization: "Bearer {apiKey}" },
  body: {
    personalizations: [{ to: [{ email: "{to}" }] }],
    from: { email: "{fromAddress}", name: "{fromName}" },
    subject: "{subject}",
    content: [
      { type: "text/plain", value: "{text}" },
      { type: "text/html", value: "{html}" },
    ],
    tracking_settings: { click_tracking: { enable: false } },
  },
  docs: "https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send",
  notes: [
    "Click tracking is switched off for these mails, since it rewrites the link",
    "Keys: https://app.sendgrid.com/settings/api_keys",
  ],
};

/**
 * Sign in by a link in a mail that SendGrid sends.
 *
 * @param options `apiKey` (default: `AUTH_SENDGRID_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example SendGrid({ from: "Example <no-reply@example.com>" })
 */
export default function SendGrid(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
