/** From the provider's answer to the person: what every callback of OAuth and OpenID does, whoever keeps its checks. */
import { AuthError, InvalidCheck, OAuthProfileParseError, toError } from "../errors/index.js";
import { randomId } from "../security/random.js";
import { compact } from "../types/compact.js";
import type { Account, Profile, User } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { membersOf } from "../types/members.js";
import type { Check, ProfileCallback, ProviderAddresses } from "../types/provider.js";
import { validateAnswer } from "./authorization.js";
import { checksOf, type KeptChecks } from "./check-values.js";
import { serverForCallback } from "./endpoints.js";
import type { ProviderServer, ReturnAddress } from "./server.js";
import { exchangeCode } from "./exchange.js";
import { withoutSecrets } from "./failure.js";
import type { TokenExchange } from "./token-answer.js";
import { readProfile } from "./userinfo.js";

/** What an answer is judged by. */
export interface Callback extends ReturnAddress {
  readonly provider: OAuthProvider;
  /** Our own addresses, for code of the app. */
  readonly addresses: ProviderAddresses;
  /** See `checksOf`. */
  readonly needsState: boolean;
  readonly kept: KeptChecks;
}

/** Who signed in. */
export interface Identified {
  readonly profile: Profile;
  readonly user: User & { id: string };
  readonly account: Account;
  readonly numericId: number | undefined;
  /** The protections that the answer passed. */
  readonly checks: ReadonlySet<Check>;
  /** Of the ID token, verified; undefined where the provider has none. */
  readonly claims: TokenExchange["claims"];
}

/**
 * Judges an answer, exchanges its code and asks who signed in.
 *
 * @param params of the answer, in the standard's words
 * @throws AuthError for what is known by class, Error for what the provider or the way to it is to blame for
 */
export async function identify(callback: Callback, params: URLSearchParams): Promise<Identified> {
  const { provider, addresses, needsState, kept } = callback;
  await provider.authorization?.verify?.(params, { clientSecret: provider.clientSecret ?? "" });
  const server = await serverForCallback(provider);
  const checks = checksOf(provider, server, needsState);
  const state = checks.has("state") ? await kept.read("state") : undefined;
  if (state !== undefined) kept.assertOwn?.(params, state);
  const round = { provider, server, checks, state };
  const exchange = provider.openid2
    ? await spending(kept, state, async () =>
        (await import("./openid2.js")).assertedIdentity(round, params, callback, state),
      )
    : await exchangeAuthorizationCode(callback, round, params);
  const profile = await readProfile(provider, exchange, addresses);
  return {
    profile,
    checks,
    claims: exchange.claims,
    ...(await mapProfile(provider, profile, exchange.tokens)),
  };
}

/** What the answer of one sign-in is compared with. */
interface Round extends ProviderServer {
  readonly checks: ReadonlySet<Check>;
  readonly state: string | undefined;
}

/** The tokens of an answer that carries a code. */
async function exchangeAuthorizationCode(
  { redirectUri, kept }: Callback,
  round: Round,
  params: URLSearchParams,
): Promise<TokenExchange> {
  const { provider, checks, state } = round;
  const answer = validateAnswer(round, params, state);
  // What was kept counts too: metadata that lost S256 since the start must not drop a protection in use.
  const usesPkce = checks.has("pkce") || (provider.checks.includes("pkce") && kept.has("pkce"));
  const verifier = usesPkce ? await kept.read("pkce") : undefined;
  return spending(kept, state ?? verifier, () =>
    exchangeCode(round, answer, {
      redirectUri,
      verifier,
      nonce: async () => (checks.has("nonce") ? kept.read("nonce") : undefined),
    }).catch((thrown: unknown) => {
      // Without a state only the provider sees that a code belongs to another start (RFC 6749 section 5.2).
      const onlyByVerifier = state === undefined && verifier !== undefined;
      if (!onlyByVerifier || membersOf(thrown)["error"] !== "invalid_grant") throw thrown;
      throw new InvalidCheck("The provider says that the code is old, used, or of another sign-in", {
        cause: withoutSecrets(thrown),
      });
    }),
  );
}

/**
 * Each sign-in comes back once. What is used up does not reach the provider, which might take its tokens back; what the
 * provider refuses leaves no mark in a memory with an end.
 *
 * @param value of its state or PKCE check
 */
async function spending<T>(kept: KeptChecks, value: string | undefined, ask: () => Promise<T>): Promise<T> {
  if (value !== undefined) await kept.assertUnspent?.(value);
  const answer = await ask();
  if (value !== undefined) await kept.spend?.(value);
  return answer;
}

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
async function mapProfile(
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
