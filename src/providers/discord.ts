import type { OAuth2Config, OAuthUserConfig } from "../runtime/types/provider.js";
import { fromRecord } from "./kit/from-record.js";
import type { ProviderRecord } from "./kit/record.js";
import { mark } from "./marks/discord.js";

/** What is known of Discord, as data. */
export const record = {
  id: "discord",
  name: "Discord",
  type: "oauth",
  status: "active",
  authorization: "https://discord.com/api/oauth2/authorize",
  token: "https://discord.com/api/oauth2/token",
  revocation: "https://discord.com/api/oauth2/token/revoke",
  userinfo: "https://discord.com/api/users/@me",
  scopes: ["identify", "email"],
  profile: { id: "id", name: "global_name||username", email: "email" },
  emailVerified: "verified",
  style: { bg: "#5865F2", text: "#fff" },
  docs: "https://discord.com/developers/docs/topics/oauth2",
  console: "https://discord.com/developers/applications",
  localhost: {
    rule: "http-localhost",
    note: "accepts http://localhost redirect URIs for development",
    checked: true,
  },
  refresh: "a refresh token is returned (access token of 7 days)",
  notes: ["The bot scope needs the permissions parameter"],
} as const satisfies ProviderRecord;

/** `GET /users/@me` of Discord. */
export interface DiscordProfile
  extends
    Record<"display_name" | "avatar_decoration" | "banner_color", string | null>,
    Record<"image_url", string> {
  /** Snowflake: a 64-bit number as text. */
  id: string;
  /** Becomes `user.name` where `global_name` is empty. */
  username: string;
  /** `0` since user names became unique. */
  discriminator: string;
  /** Becomes `user.name`. */
  global_name: string | null;
  /** Hash of the picture; starts with `a_` when it is animated. */
  avatar: string | null;
  /** Whether a program uses the account. */
  bot?: boolean;
  /** Whether Discord itself uses the account. */
  system?: boolean;
  /** Whether a second factor is on. */
  mfa_enabled: boolean;
  /** Hash of the banner. */
  banner: string | null;
  /** Colour of the banner as a number. */
  accent_color: number | null;
  /** Language tag of BCP 47. */
  locale: string;
  /** Whether the provider made sure that the address is the person's. */
  verified: boolean;
  /** Becomes `user.email`. */
  email: string | null;
  /** Badges, as bits. */
  flags: number;
  /** Kind of Nitro: 0 none, 1 Classic, 2 Nitro, 3 Basic. */
  premium_type: number;
  /** Badges that everybody may see, as bits. */
  public_flags: number;
  /** Frame of the picture. */
  avatar_decoration_data?: {
    /** Hash of its picture. */
    asset: string;
    /** Id of the article in the shop. */
    sku_id: string;
  } | null;
  [claim: string]: unknown;
}

const cdn = "https://cdn.discordapp.com";

/**
 * What Discord sends is JSON of any shape: a member counts when it is text.
 * Source: Discord developer documentation, "Image formatting" and "Default user avatars".
 */
function avatarOf({ id, avatar, discriminator }: DiscordProfile): string | null {
  if (typeof id !== "string") return null;
  if (typeof avatar === "string" && avatar !== "")
    return `${cdn}/avatars/${id}/${avatar}.${avatar.startsWith("a_") ? "gif" : "png"}`;
  return defaultAvatar(id, discriminator);
}

function defaultAvatar(id: string, discriminator: unknown): string | null {
  const oldName = typeof discriminator === "string" && /^(?!0000)\d{4}$/.test(discriminator);
  if (oldName) return `${cdn}/embed/avatars/${Number(discriminator) % 5}.png`;
  return /^\d{1,20}$/.test(id) ? `${cdn}/embed/avatars/${Number((BigInt(id) >> 22n) % 6n)}.png` : null;
}

/**
 * Sign in with Discord.
 *
 * @param options client id and secret (default: `AUTH_DISCORD_ID`, `AUTH_DISCORD_SECRET`); any member overrides
 * the provider's own value. Callback URL to register: `{origin}{basePath}/callback/discord`
 * @example Discord({ authorization: { params: { scope: "identify email guilds" } } })
 */
export default function Discord<P extends DiscordProfile = DiscordProfile>(
  options: OAuthUserConfig<P> = {},
): OAuth2Config<P> {
  return fromRecord<P, typeof record>(record, options, { mark, image: avatarOf });
}
