import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { userinfoDialect } from "./kit/userinfo-dialect.js";
import { mark } from "./marks/maildotru.js";

/** What is known of Mail.ru, as data. */
export const record: OAuthRecord = {
  id: "mailru",
  name: "Mail.ru",
  type: "oauth",
  status: "active",
  authorization: "https://oauth.mail.ru/login",
  token: "https://oauth.mail.ru/token",
  userinfo: "https://oauth.mail.ru/userinfo",
  userinfoTokenIn: { query: "access_token" },
  scopes: ["userinfo"],
  checks: ["state"],
  profile: { id: "id", name: "name||${first_name} ${last_name}", email: "email", image: "image" },
  style: { bg: "#005FF9", text: "#fff" },
  docs: "https://o2.mail.ru/docs/",
  console: "https://o2.mail.ru/app/",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: false,
  },
  refresh: "refresh token returned (1 h access token)",
  notes: ["The token goes into the query of the user endpoint"],
};

/** `GET /userinfo` of Mail.ru; the members that are read. */
export interface MailruProfile {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  first_name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  last_name?: string | null;
  /** Becomes `user.email`. */
  email?: string | null;
  /** Becomes `user.image`. */
  image?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Mail.ru.
 *
 * @param options client id and secret (default: `AUTH_MAILRU_ID`, `AUTH_MAILRU_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/mailru`
 * @example Mailru()
 */
export default function Mailru<P extends MailruProfile = MailruProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, userinfoDialect });
}
