import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Resend, as data. */
export const record: MailRecord = {
  id: "resend",
  name: "Resend",
  type: "email",
  status: "active",
  endpoint: "https://api.resend.com/emails",
  headers: { authorization: "Bearer {apiKey}" },
  body: { from: "{from}", to: "{to}", subject: "{subject}", html: "{html}", text: "{text}" },
  docs: "https://resend.com/docs/api-reference/emails/send-email",
  notes: [
    "The domain of the sender must be verified; onboarding@resend.dev reaches only yourself",
    "Keys: https://resend.com/api-keys",
  ],
};

/**
 * Sign in by a link in a mail that Resend sends.
 *
 * @param options `apiKey` (default: `AUTH_RESEND_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Resend({ from: "Example <no-reply@example.com>" })
 */
export default function Resend(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
