/**
 * A valid access token: the kept one, or a new one. One process at a time asks the provider; the others wait, and take
 * what it has stored. The old refresh token stays in its row until the new one is stored.
 */
import { toError } from "../../errors/index.js";
import { withoutSecrets } from "../../oauth/failure.js";
import { LostAnswer, RefreshRefused, refreshTokens } from "../../oauth/refresh.js";
import { serverForCallback } from "../../oauth/endpoints.js";
import type { Server } from "../../oauth/server.js";
import type { TokenSet } from "../../types/entities.js";
import type { OAuthProvider } from "../../types/finished-provider.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { AccessTokenError } from "./access-token-error.js";
import type { AccountRows } from "./account-rows.js";
import { type KeptRow, type KeptTokens, toKept, type TokenKey, type TokenRows } from "./kept-tokens.js";

/** What one user's token at one provider is asked of. */
export interface TokenCall {
  readonly key: TokenKey;
  readonly provider: OAuthProvider;
  readonly resolved: ResolvedConfig;
  readonly rows: TokenRows;
  readonly accounts: AccountRows;
  readonly refreshBefore: number;
  /** The user has to sign in again. Never rejects. */
  readonly onRefused: (error: AccessTokenError) => Promise<void>;
}

/** How long one process has a row for itself: two requests of 10 seconds, and the writes. */
const leaseMs = 25_000;
/** How long a call waits for another process: until that one has answered, or died. */
const mostWaitMs = 30_000;

/** @throws AccessTokenError */
export async function validToken(call: TokenCall): Promise<string> {
  const deadline = Date.now() + mostWaitMs;
  for (let round = 0; Date.now() < deadline; round += 1) {
    const row = await currentRow(call);
    const { tokens } = row;
    if (isFresh(tokens, call.refreshBefore)) return tokens.access;
    const refresh = refreshTokenOf(call, row);
    if (refresh === undefined) return tokens.access;
    if (row.renewedUntil !== null && row.renewedUntil.valueOf() > Date.now()) {
      await pause(Math.min(400, 40 * (round + 1)) * (0.5 + Math.random()));
      continue;
    }
    const renewed = await renew(call, row, refresh);
    if (renewed !== undefined) return renewed;
  }
  const waited = `No process had renewed it after ${mostWaitMs / 1000} seconds`;
  throw new AccessTokenError("unavailable", call.key.provider, waited);
}

type OpenRow = KeptRow & { readonly tokens: KeptTokens };

/** The row, brought up to date with the account that it is about. */
async function currentRow({ key, rows, accounts }: TokenCall): Promise<OpenRow> {
  for (let round = 0; round < mostRounds; round += 1) {
    const row = await rows.find(key);
    const account = await accounts.ofUser(key, row?.providerAccountId);
    const isSame = account !== undefined && account.providerAccountId === row?.providerAccountId;
    const stored = account && toKept(account, isSame ? row?.tokens : undefined);
    if (row?.tokens !== undefined && isSame)
      // Who else renews tokens, such as code of the app, writes them into the account.
      if (stored === undefined || !isNewer(stored, row.tokens)) return { ...row, tokens: row.tokens };
    if (account === undefined || stored === undefined)
      throw new AccessTokenError("no-account", key.provider, "The user has no account with an access token");
    if (row === undefined) await rows.insert(key, account.providerAccountId, stored);
    else await rows.renew(key, { ...row, providerAccountId: account.providerAccountId }, stored);
  }
  throw new AccessTokenError("unavailable", key.provider, "The account changes again and again");
}

const mostRounds = 8;

const isNewer = (one: KeptTokens, other: KeptTokens): boolean =>
  one.access !== other.access && (one.expiresAt ?? 0) > (other.expiresAt ?? Number.POSITIVE_INFINITY);

const secondsLeft = ({ expiresAt = Number.POSITIVE_INFINITY }: KeptTokens): number =>
  expiresAt - Date.now() / 1000;

/** Tokens that live shorter than that are renewed in the second half of their life. */
function isFresh(tokens: KeptTokens, refreshBefore: number): boolean {
  const { expiresAt, at } = tokens;
  if (expiresAt === undefined) return true;
  return secondsLeft(tokens) > Math.min(refreshBefore, Math.max(0, expiresAt - at) / 2);
}

/** @returns undefined: there is none, and none is needed yet */
function refreshTokenOf({ key }: TokenCall, { tokens, refusedAt }: OpenRow): string | undefined {
  const isUsable = tokens.refresh !== undefined && refusedAt === null;
  if (isUsable) return tokens.refresh;
  if (secondsLeft(tokens) > 0) return undefined;
  const why =
    refusedAt === null
      ? "The token is over, and the provider gave no refresh token"
      : "The provider takes the refresh token no more";
  throw new AccessTokenError("sign-in-again", key.provider, `${why}. Ask the user to sign in again`);
}

/** @returns undefined: somebody else has written the row meanwhile */
async function renew(call: TokenCall, row: OpenRow, refresh: string): Promise<string | undefined> {
  const { key, provider, rows } = call;
  let leased: OpenRow | undefined;
  try {
    const server = await serverForCallback(provider);
    const version = await rows.change(key, row.version, { renewedUntil: new Date(Date.now() + leaseMs) });
    if (version === undefined) return undefined;
    leased = { ...row, version };
    return await store(call, leased, await askTwice(call, server, { refresh, tokens: row.tokens }));
  } catch (thrown) {
    if (thrown instanceof RefreshRefused && leased !== undefined) return refuse(call, leased, thrown);
    if (leased !== undefined)
      await rows.change(key, leased.version, { renewedUntil: null }).catch(() => undefined);
    const error = withoutSecrets(thrown);
    if (secondsLeft(row.tokens) <= 0)
      throw new AccessTokenError("unavailable", key.provider, "The token was not renewed", error);
    call.resolved.logger.error(
      new AccessTokenError("unavailable", key.provider, "Not renewed; the old one is good still", error),
    );
    return row.tokens.access;
  }
}

interface Spent {
  readonly refresh: string;
  readonly tokens: KeptTokens;
}

/** An answer that got lost may have used the refresh token up: some servers answer it a second time within seconds. */
async function askTwice({ provider }: TokenCall, server: Server, spent: Spent): Promise<TokenSet> {
  const given = { refreshToken: spent.refresh, subject: spent.tokens.subject };
  try {
    return await refreshTokens({ provider, server }, given);
  } catch (thrown) {
    if (!(thrown instanceof LostAnswer)) throw thrown;
    return refreshTokens({ provider, server }, given);
  }
}

const storeTries = 3;

/** The new tokens exist here alone until they are stored, so a database that stumbles is asked again. */
async function store(call: TokenCall, row: OpenRow, answer: TokenSet): Promise<string | undefined> {
  const { key, rows, accounts, provider, resolved } = call;
  const tokens = toKept(answer, row.tokens) as KeptTokens;
  for (let left = storeTries - 1; ; left -= 1) {
    try {
      if (!(await rows.renew(key, row, tokens))) {
        // After a failure: was it written nevertheless? Else a new sign-in was faster, whose tokens count.
        const now = await rows.find(key);
        return now?.tokens?.access === tokens.access ? tokens.access : undefined;
      }
      break;
    } catch (thrown) {
      if (left === 0) {
        resolved.logger.error(
          new AccessTokenError(
            "unavailable",
            key.provider,
            "New tokens could not be stored",
            toError(thrown),
          ),
        );
        return tokens.access;
      }
      await pause(100);
    }
  }
  await accounts.renew(provider, row.providerAccountId, answer);
  return tokens.access;
}

/** @returns undefined when there are newer tokens already; the old one while it is good @throws AccessTokenError */
async function refuse(call: TokenCall, row: OpenRow, refused: Error): Promise<string | undefined> {
  const { key, rows, resolved, onRefused } = call;
  const changes = { renewedUntil: null, refusedAt: new Date() };
  if ((await rows.change(key, row.version, changes)) === undefined) return undefined;
  const message = `${refused.message}. Ask the user to sign in again`;
  const error = new AccessTokenError("sign-in-again", key.provider, message);
  resolved.logger.error(error);
  await onRefused(error);
  if (secondsLeft(row.tokens) > 0) return row.tokens.access;
  throw error;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
