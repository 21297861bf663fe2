import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Postmark, as data. */
export const record: MailRecord = {
  id: "postmark",
  name: "Postmark",
  type: "email",
  status: "active",
  endpoint: "https://api.postmarkapp.com/email",
  headers: { "x-postmark-server-token": "{apiKey}" },
  body: {
    From: "{from}",
    To: "{to}",
    Subject: "{subject}",
    TextBody: "{text}",
    HtmlBody: "{html}",
    MessageStream: "outbound",
  },
  docs: "https://postmarkapp.com/developer/api/email-api",
  notes: ["The key POSTMARK_API_TEST sends nothing", "Keys: https://account.postmarkapp.com/servers"],
};

/**
 * Sign in by a link in a mail that Postmark sends.
 *
 * @param options `apiKey` (default: `AUTH_POSTMARK_KEY`), `from` (default: no-reply@ the site's host); `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`, `mail`
 * @example Postmark({ from: "Example <no-reply@example.com>" })
 */
export default function Postmark(options: MailUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
