import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";

/** What is known of Mailchimp, as data. */
export const record: OAuthRecord = {
  id: "mailchimp",
  name: "Mailchimp",
  type: "oauth",
  status: "active",
  authorization: "https://login.mailchimp.com/oauth2/authorize",
  token: "https://login.mailchimp.com/oauth2/token",
  tokenAnswer: {},
  userinfo: "https://login.mailchimp.com/oauth2/metadata",
  scopes: [],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: {
    id: "login.login_id",
    name: "accountname||login.login_name",
    email: "login.email",
    image: "login.avatar",
  },
  style: { bg: "#000", text: "#fff" },
  docs: "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/",
  console: "https://admin.mailchimp.com/account/oauth2/",
  localhost: {
    rule: "loopback-ip",
    note: "127.0.0.1 instead of localhost, https in the allauth docs",
    checked: true,
  },
  refresh: "none; tokens do not expire",
  notes: ["The scope of the token answer is null, and is left out"],
};

/** `GET /oauth2/metadata` of Mailchimp; the members that are read. */
export interface MailchimpProfile {
  /** Holds what is read of the answer. */
  login?: {
    /** Becomes the id of the account. */
    login_id?: number | string;
    /** Becomes `user.name` where `accountname` is empty. */
    login_name?: string | null;
    /** Becomes `user.email`. */
    email?: string | null;
    /** Becomes `user.image`. */
    avatar?: string | null;
  };
  /** Becomes `user.name`. */
  accountname?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Mailchimp.
 *
 * @param options client id and secret (default: `AUTH_MAILCHIMP_ID`, `AUTH_MAILCHIMP_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/mailchimp`
 * @example Mailchimp()
 */
export default function Mailchimp<P extends MailchimpProfile = MailchimpProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { conformToken });
}
