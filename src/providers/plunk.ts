import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Plunk, as data. */
export const record: MailRecord = {
  id: "plunk",
  name: "Plunk",
  type: "email",
  status: "active",
  endpoint: "https://api.useplunk.com/v1/send",
  headers: { authorization: "Bearer {apiKey}" },
  body: { to: "{to}", subject: "{subject}", body: "{html}" },
  docs: "https://docs.useplunk.com/api-reference/transactional/send",
  notes: ["The sender is the one of the project", "Keys: https://app.useplunk.com/settings/api"],
};

/**
 * Sign in by a link in a mail that Plunk sends.
 *
 * @param options `apiKey` (default: `AUTH_PLUNK_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Plunk({ from: "Example <no-reply@example.com>" })
 */
export default function Plunk(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
