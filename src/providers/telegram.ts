import type { Profile } from "../runtime/types/entities.js";
import type { OIDCConfig, OIDCUserConfig } from "../runtime/types/provider.js";
import { fromOidcRecord } from "./kit/from-oidc-record.js";
import type { OIDCRecord } from "./kit/record.js";
import { mark } from "./marks/telegram.js";

/** What is known of Telegram, as data. */
export const record: OIDCRecord = {
  id: "telegram",
  name: "Telegram",
  type: "oidc",
  status: "active",
  issuer: "https://oauth.telegram.org",
  scopes: ["openid", "profile"],
  profile: { id: "sub", name: "name||preferred_username", image: "picture" },
  style: { bg: "#26a5e4", text: "#000" },
  docs: "https://core.telegram.org/bots/telegram-login",
  console: "https://t.me/BotFather",
  localhost: {
    rule: "https-only",
    note: "https only (use a tunnel or a local certificate) per BotFather allowed URLs, not checked for localhost",
    checked: false,
  },
  refresh: "none",
  notes: [
    "The client id is the id of the bot; callback URLs are set at BotFather",
    "Gives no e-mail address",
  ],
};

/** Claims of Telegram. */
export type TelegramProfile = Profile;

/**
 * Sign in with Telegram.
 *
 * @param options client id and secret (default: `AUTH_TELEGRAM_ID`, `AUTH_TELEGRAM_SECRET`); any member
 * overrides the provider's own value. Callback URL to register: `{origin}{basePath}/callback/telegram`
 * @example Telegram()
 */
export default function Telegram<P extends TelegramProfile = TelegramProfile>(
  options: OIDCUserConfig<P> = {},
): OIDCConfig<P> {
  return fromOidcRecord<P, OIDCRecord>(record, options, { mark });
}
