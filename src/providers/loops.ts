import type { EmailConfig } from "../runtime/types/provider.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Loops, as data. */
export const record: MailRecord = {
  id: "loops",
  name: "Loops",
  type: "email",
  status: "active",
  endpoint: "https://app.loops.so/api/v1/transactional",
  headers: { authorization: "Bearer {apiKey}" },
  body: {
    transactionalId: "{transactionalId}",
    email: "{to}",
    dataVariables: { url: "{url}", code: "{code}" },
  },
  needs: ["transactionalId"],
  docs: "https://loops.so/docs/transactional/nextauth",
  notes: [
    "The text is a template at Loops with the variable url, and code with the option code; pass its transactionalId",
    "Keys: https://app.loops.so/settings?page=api",
  ],
};

/** Loops, as the handler sees it. */
export type LoopsConfig = EmailConfig & Record<"transactionalId", string>;

/** What the factory takes. */
export type LoopsUserConfig = MailUserConfig & {
  /** Id of the template at Loops; it must have the variable `url`, and with `code: true` the variable `code`. */
  transactionalId?: string;
};

/**
 * Sign in by a link in a mail that Loops sends.
 *
 * @param options `apiKey` (default: `AUTH_LOOPS_KEY`), `from` (default: no-reply@ the site's host), `transactionalId`; `maxAge` of the
 * link in seconds (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`,
 * `secret`, `confirm`, `code`
 * @example Loops({ from: "Example <no-reply@example.com>", transactionalId: "..." })
 */
export default function Loops(options: LoopsUserConfig = {}): EmailConfig {
  return fromMailRecord(record, options);
}
