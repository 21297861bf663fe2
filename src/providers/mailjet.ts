import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Mailjet, as data. */
export const record: MailRecord = {
  id: "mailjet",
  name: "Mailjet",
  type: "email",
  status: "active",
  endpoint: "https://api.mailjet.com/v3.1/send",
  basic: "{apiKey}:{apiSecret}",
  needs: ["apiSecret"],
  env: { apiKey: "KEY", apiSecret: "SECRET" },
  body: {
    Messages: [
      {
        From: { Email: "{fromAddress}", Name: "{fromName}" },
        To: [{ Email: "{to}" }],
        Subject: "{subject}",
        HTMLPart: "{html}",
        TextPart: "{text}",
      },
    ],
  },
  docs: "https://dev.mailjet.com/email/guides/send-api-v31/",
  notes: ["The key has a second half, apiSecret", "Keys: https://app.mailjet.com/account/apikeys"],
};

/** What the factory takes. */
export type MailjetUserConfig = MailUserConfig & {
  /** The second half of the key. */
  apiSecret?: string;
};

/**
 * Sign in by a link in a mail that Mailjet sends.
 *
 * @param options `apiKey` (default: `AUTH_MAILJET_KEY`), `from` (default: no-reply@ the site's host), `apiSecret` (default:
 * `AUTH_MAILJET_SECRET`); `maxAge` of the link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Mailjet({ from: "Example <no-reply@example.com>" })
 */
export default function Mailjet(options: MailjetUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
