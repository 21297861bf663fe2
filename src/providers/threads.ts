import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { OAuthRecord } from "./kit/record.js";
import { conformToken } from "./kit/token-answer.js";
import { mark } from "./marks/threads.js";

/** What is known of Threads, as data. */
export const record: OAuthRecord = {
  id: "threads",
  name: "Threads",
  type: "oauth",
  status: "active",
  authorization: "https://threads.net/oauth/authorize",
  token: "https://graph.threads.net/oauth/access_token",
  tokenDefaults: { token_type: "bearer" },
  userinfo: "https://graph.threads.net/v1.0/me?fields=id,username,name,threads_profile_picture_url",
  scopes: ["threads_basic"],
  checks: ["state"],
  clientAuth: "client_secret_post",
  profile: { id: "id", name: "name||username", image: "threads_profile_picture_url" },
  style: { bg: "#000", text: "#fff" },
  docs: "https://developers.facebook.com/docs/threads/get-started/get-access-tokens-and-permissions",
  console: "https://developers.facebook.com/apps/",
  localhost: { rule: "https-only", note: "https only (use a tunnel or a local certificate)", checked: true },
  refresh: "th_exchange_token to 60 days, then th_refresh_token",
  notes: ["threads.com answers too", "Gives no e-mail address"],
};

/** `GET /v1.0/me` of Threads; the members that are read. */
export interface ThreadsProfile extends Record<
  "data",
  Record<"id", string> &
    Partial<Record<"username" | "threads_profile_picture_url" | "threads_biography", string>>
> {
  /** Becomes the id of the account. */
  id?: number | string;
  /** Becomes `user.name`. */
  name?: string | null;
  /** Becomes `user.name` where `name` is empty. */
  username?: string | null;
  /** Becomes `user.image`. */
  threads_profile_picture_url?: string | null;
  [claim: string]: unknown;
}

/**
 * Sign in with Threads.
 *
 * @param options client id and secret (default: `AUTH_THREADS_ID`, `AUTH_THREADS_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/threads`
 * @example Threads()
 */
export default function Threads<P extends ThreadsProfile = ThreadsProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, OAuthRecord>(record, options, { mark, conformToken });
}
