import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of SparkPost, as data. */
export const record: MailRecord = {
  id: "sparkpost",
  name: "SparkPost",
  type: "email",
  status: "active",
  endpoint: "https://api.sparkpost.com/api/v1/transmissions",
  headers: { authorization: "{apiKey}" },
  body: {
    options: { click_tracking: false },
    recipients: [{ address: { email: "{to}" } }],
    content: { from: "{from}", subject: "{subject}", html: "{html}", text: "{text}" },
  },
  docs: "https://developers.sparkpost.com/api/transmissions/",
  notes: [
    "Click tracking is switched off for these mails, since it rewrites the link",
    "Keys: https://app.sparkpost.com/account/api-keys",
  ],
};

/**
 * Sign in by a link in a mail that SparkPost sends.
 *
 * @param options `apiKey` (default: `AUTH_SPARKPOST_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example SparkPost({ from: "Example <no-reply@example.com>" })
 */
export default function SparkPost(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
