import type { EmailConfig } from "../runtime/types/provider.js";
import { mailFlows } from "./kit/mail-flows.js";
import type { MailUserConfig } from "./kit/mail-transport.js";
import type { PlainRecord } from "./kit/record.js";

/** What is known of E-mail by code of your own, as data. */
export const record = {
  id: "http-email",
  name: "E-mail by code of your own",
  type: "email",
  status: "active",
  notes: [
    "You send the mail: sendVerificationRequest({ identifier, url, expires, token, provider, theme, request })",
    "Needs an adapter. Throw when the mail was not taken",
  ],
} as const satisfies PlainRecord;

/** What the factory takes. */
export type HTTPEmailUserConfig = MailUserConfig & Pick<EmailConfig, "sendVerificationRequest">;

/**
 * Sign in by a link in a mail that your code sends, by whichever service.
 *
 * @param options `sendVerificationRequest`, which sends `url` to `identifier`; `id` and `name` as you like; `from`,
 * `maxAge` of the link in seconds (default 86400), `generateVerificationToken`, `normalizeIdentifier`, `secret`,
 * `confirm`, `code`
 * @example HTTPEmail({ sendVerificationRequest: ({ identifier, url }) => post(identifier, url) })
 */
export default function HTTPEmail(options: Partial<HTTPEmailUserConfig> = {}): EmailConfig {
  return {
    id: record.id,
    name: record.name,
    type: record.type,
    env: {},
    maxAge: 24 * 60 * 60,
    sendVerificationRequest: unsent,
    flows: mailFlows,
    options: options as Partial<EmailConfig>,
  };
}

const unsent = (): never => {
  throw new Error(
    "Nobody sends the mail: HTTPEmail({ sendVerificationRequest: ({ identifier, url }) => ... })",
  );
};
