import type { EmailConfig } from "../runtime/types/provider.js";
import { signedAwsHeaders } from "./functions/aws-signature.js";
import { fromMailRecord, type MailUserConfig } from "./kit/mail-transport.js";
import type { MailRecord } from "./kit/record.js";

/** What is known of Amazon SES, as data. */
export const record: MailRecord = {
  id: "ses",
  name: "Amazon SES",
  type: "email",
  status: "active",
  endpoint: "https://email.{region}.amazonaws.com/v2/email/outbound-emails",
  env: { accessKeyId: "ID", secretAccessKey: "SECRET", sessionToken: "TOKEN", region: "REGION" },
  needs: ["accessKeyId", "secretAccessKey", "region"],
  body: {
    FromEmailAddress: "{from}",
    Destination: { ToAddresses: ["{to}"] },
    Content: {
      Simple: {
        Subject: { Data: "{subject}", Charset: "UTF-8" },
        Body: {
          Html: { Data: "{html}", Charset: "UTF-8" },
          Text: { Data: "{text}", Charset: "UTF-8" },
        },
      },
    },
  },
  docs: "https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_SendEmail.html",
  notes: [
    "The access key needs the permission ses:SendEmail, and the region is the one where the sender is verified",
    "Temporary credentials have a session token, too",
    "Identities: https://console.aws.amazon.com/ses/",
  ],
};

/** What the factory takes. */
export type SESUserConfig = MailUserConfig & {
  /** Id of the access key. Default: `AUTH_SES_ID` of the environment. */
  accessKeyId?: string;
  /** The access key. Default: `AUTH_SES_SECRET` of the environment. */
  secretAccessKey?: string;
  /** Of temporary credentials. */
  sessionToken?: string;
  /** Such as `eu-west-1`. */
  region?: string;
};

/**
 * Sign in by a link in a mail that Amazon SES sends.
 *
 * @param options `accessKeyId`, `secretAccessKey`, `sessionToken`, `region` (default: `AUTH_SES_ID`, `AUTH_SES_SECRET`,
 * `AUTH_SES_TOKEN`, `AUTH_SES_REGION`), `from` (default: no-reply@ the site's host). `maxAge` of the link in seconds
 * (default 86400), `sendVerificationRequest`, `generateVerificationToken`, `normalizeIdentifier`, `secret`, `confirm`, `code`, `mail`
 * @example SES({ from: "Example <no-reply@example.com>", region: "eu-west-1" })
 */
export default function SES(options: SESUserConfig = {}): EmailConfig {
  return fromMailRecord(
    record,
    options,
    (request, { accessKeyId, secretAccessKey, sessionToken, region }) => {
      const key = {
        accessKeyId: String(accessKeyId),
        secretAccessKey: String(secretAccessKey),
        ...(typeof sessionToken === "string" && { sessionToken }),
      };
      return signedAwsHeaders(request, key, { region: String(region), service: "ses" });
    },
  );
}
