import { AuthError, OAuthProfileParseError, toError } from "../errors/index.js";
import { compact } from "../types/compact.js";
import { randomId } from "../security/random.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ProfileCallback } from "../types/provider.js";
import type { TokenExchange } from "./token-answer.js";

export interface MappedProfile {
  readonly user: User & { id: string };
  readonly account: Account;
  /** The account's id as the provider gave it, when that was a number: older rows may hold it so. */
  readonly numericId: number | undefined;
}

/**
 * Profile and tokens to user and account. The user's id is a new one, the account's is the provider's, as text.
 * @throws OAuthProfileParseError when the provider's `profile()` throws
 * @throws AuthError when the answer holds no id: a made-up one would be another person at each sign-in
 */
export async function mapProfile(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenExchange["tokens"],
): Promise<MappedProfile> {
  const dated = { ...tokens, ...endOf(tokens) };
  const mapped = await callProfile(provider, profile, dated);
  const accountId = idText(mapped.id);
  if (accountId === undefined) throw new AuthError(noId(provider), { cause: { provider: provider.id } });
  const email = typeof mapped.email === "string" ? { email: mapped.email.toLowerCase() } : {};
  return {
    numericId: typeof mapped.id === "number" ? mapped.id : undefined,
    user: { ...mapped, ...email, id: randomId() },
    account: {
      ...dated,
      provider: provider.id,
      type: provider.type,
      providerAccountId: accountId,
    },
  };
}

async function callProfile(
  provider: OAuthProvider,
  profile: Profile,
  tokens: TokenExchange["tokens"],
): Promise<User> {
  const map: ProfileCallback<Profile> = provider.profile ?? standardProfile;
  try {
    return await map(profile, tokens);
  } catch (error) {
    throw new OAuthProfileParseError(toError(error), { cause: { provider: provider.id } });
  }
}

const noId = ({ id, idFrom }: OAuthProvider): string =>
  `The profile of "${id}" holds no id${idFrom === undefined ? "" : `: ${idFrom} is missing. The option idFrom chooses another one`}`;

/** The claims of OpenID Connect Core 1.0, section 5.1; members without a value are left out. */
function standardProfile(profile: Profile): User {
  const user = {
    id: profile.sub ?? profile.id,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: profile.picture as string | null | undefined,
  };
  return compact(user) as User;
}

/** `expires_in` counts from the answer; what is stored must still be true later. */
function endOf({ expires_in: seconds }: TokenExchange["tokens"]): { expires_at?: number } {
  return seconds === undefined ? {} : { expires_at: Math.floor(Date.now() / 1000) + seconds };
}

function idText(id: unknown): string | undefined {
  if (typeof id === "number" && Number.isFinite(id)) return String(id);
  if (typeof id === "bigint") return String(id);
  return typeof id === "string" && id !== "" ? id : undefined;
}
