/** A refresh token to new tokens (RFC 6749 section 6), in the words of the provider's record. */
import { SharedError, toError } from "../errors/shared-error.js";
import type { TokenSet } from "../types/entities.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import { askForTokens, clientOf, plainTokens } from "./exchange.js";
import { withoutSecrets } from "./failure.js";
import type { ProviderServer } from "./server.js";
import { saysFailure, unverifiedClaims } from "./token-answer.js";
import { membersOf } from "../types/members.js";

/** The provider does not take the refresh token any more: the user has to sign in again. */
export class RefreshRefused extends SharedError {
  /** Name of the class; it stays the same in minified code. */
  static readonly type = "RefreshRefused";
  override readonly name = "RefreshRefused";
}

/** Nobody knows whether the provider has used the refresh token up: the answer did not arrive, or a gateway's did. */
export class LostAnswer extends SharedError {
  /** Name of the class; it stays the same in minified code. */
  static readonly type = "LostAnswer";
  override readonly name = "LostAnswer";
}

/** What new tokens must fit. */
export interface RefreshedFor {
  readonly refreshToken: string;
  /** `sub` of the ID token that came with the sign-in; undefined: none came. */
  readonly subject: string | undefined;
}

/** Ends that a column of 32 bits takes, and that clocks are not led astray by. */
const longestSeconds = 10 * 365 * 24 * 3600;

/**
 * @returns the new tokens, with `expires_at`; without `refresh_token` where the old one stays in use
 * @throws RefreshRefused when the provider says `invalid_grant`
 * @throws LostAnswer when the connection broke, the answer took too long, or a gateway answered
 * @throws Error for any other answer, none of whose tokens are in the text
 */
export async function refreshTokens(
  { provider, server }: ProviderServer,
  { refreshToken, subject }: RefreshedFor,
): Promise<TokenSet> {
  const askedAt = Math.floor(Date.now() / 1000);
  const params = { grant_type: "refresh_token", refresh_token: refreshToken };
  const asked = askForTokens({ provider, server }, clientOf(provider), new URLSearchParams(), params);
  const sent = await asked.catch((thrown: unknown) => {
    throw new LostAnswer(toError(thrown).message, { cause: thrown });
  });
  const answered = await bodyOf(sent);
  assertGood(provider, sent, answered);
  const response = (await provider.token?.conform?.(sent.clone())) ?? sent;
  const { id_token, ...plain } = membersOf(response === sent ? answered : await bodyOf(response));
  // The library would compare an ID token with the server's metadata, which plain OAuth need not have.
  const judged = id_token === undefined ? response : Response.json(plain, { status: response.status });
  const tokens = await plainTokens({ provider, server }, judged).catch((thrown: unknown) => {
    throw withoutSecrets(thrown);
  });
  assertSameUser(provider, id_token, subject);
  const { expires_in: seconds, access_token, token_type, refresh_token, scope } = tokens;
  return {
    access_token,
    token_type,
    refresh_token,
    id_token: typeof id_token === "string" ? id_token : undefined,
    scope,
    expires_at: seconds === undefined ? undefined : askedAt + Math.min(Math.floor(seconds), longestSeconds),
  } as TokenSet;
}

const bodyOf = (response: Response): Promise<unknown> =>
  response
    .clone()
    .json()
    .catch(() => undefined);

/** What servers say of a refresh token that is used up, over or withdrawn; the second one is GitHub's and Slack's. */
const refusals: readonly unknown[] = ["invalid_grant", "bad_refresh_token", "invalid_refresh_token"];

function assertGood(provider: OAuthProvider, { ok, status }: Response, body: unknown): void {
  const { error } = membersOf(body);
  if (refusals.includes(error))
    throw new RefreshRefused(`Provider "${provider.id}" refused the refresh token (${String(error)})`);
  if (ok && !saysFailure(provider, membersOf(body))) return;
  const said = typeof error === "string" && /^[\w.-]{1,64}$/.test(error) ? `, ${error}` : "";
  const Failure = status >= 500 ? LostAnswer : Error;
  throw new Failure(`Provider "${provider.id}" gave no new access token (status ${status}${said})`);
}

/** OpenID Connect Core 1.0, section 12.2: a new ID token speaks of the same user, to the same client. */
function assertSameUser(provider: OAuthProvider, idToken: unknown, subject: string | undefined): void {
  if (idToken === undefined || subject === undefined) return;
  const { sub, aud } = unverifiedClaims(idToken);
  if (sub !== subject) throw new Error(`Provider "${provider.id}" answered with tokens of another user`);
  if (![aud].flat().includes(provider.clientId))
    throw new Error(`Provider "${provider.id}" answered with tokens for another client`);
}
