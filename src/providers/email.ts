import type { EmailConfig } from "../runtime/types/provider.js";
import type { PlainRecord } from "./kit/record.js";
import Nodemailer, { type NodemailerConfig, type NodemailerUserConfig } from "./nodemailer.js";

/** What is known of Email, as data. */
export const record = {
  id: "email",
  name: "Email",
  type: "email",
  status: "deprecated",
  docs: "https://nodemailer.com/smtp",
  notes: ["The old name of nodemailer, kept for accounts and links that carry it"],
} as const satisfies PlainRecord;

export type { EmailConfig };
export type { EmailProviderId } from "./provider-types.js";

/** Kind of the providers that send mails. */
export type EmailProviderType = "email";

/** What `sendVerificationRequest` is given. */
export type EmailProviderSendVerificationRequestParams = Parameters<
  EmailConfig["sendVerificationRequest"]
>[0];

/** What the factory of a mail provider takes. */
export type EmailUserConfig = Omit<Partial<EmailConfig>, "options" | "type">;

/**
 * `Nodemailer` under its old id. New projects use `nodemailer`.
 *
 * @param options as of `Nodemailer`, with the variables `AUTH_EMAIL_SERVER` and `AUTH_EMAIL_FROM`
 * @example Email({ server: process.env.EMAIL_SERVER })
 */
export default function Email(options: NodemailerUserConfig = {}): NodemailerConfig {
  return { ...Nodemailer(options), id: record.id, name: record.name };
}
