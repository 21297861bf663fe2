/** Entry point `authwright/plugins/access-tokens`: valid access tokens for the APIs of providers. */
import { toError } from "../../errors/index.js";
import { withDeadline } from "../../callbacks/events.js";
import { inDevelopment } from "../../settings/development.js";
import type { OAuthProvider } from "../../types/finished-provider.js";
import type { Awaitable } from "../../types/entities.js";
import type { ResolvedConfig, SignInResult } from "../../types/resolved-config.js";
import type { Plugin } from "../../types/plugin.js";
import { isOAuth } from "../../pages/forms.js";
import { deleteRows } from "../host/delete-rows.js";
import { definePlugin } from "../host/define-plugin.js";
import type { FunctionCaller, PluginDefinition, PluginScope } from "../host/plugin.js";
import { AccessTokenError } from "./access-token-error.js";
import { AccountRows } from "./account-rows.js";
import { exportTokens, toKept, type TokenKey, tokenRows } from "./kept-tokens.js";
import { validToken } from "./renew.js";
import { accessTokens as tokensTable, tables } from "./tables.js";

export { AccessTokenError, type AccessTokenErrorCode } from "./access-token-error.js";

/** Options of {@link accessTokens}. */
export interface AccessTokensOptions {
  /**
   * Seconds before its end from which on a token is renewed; a token that lives shorter than twice that is renewed in the
   * second half of its life. From 0 to 3600. Default: 60.
   */
  readonly refreshBefore?: number;
  /**
   * `renew`: new tokens are written into the user's `Account` row too, where code of the app and other libraries look for
   * them. `keep`: they stand in the plugin's own table alone, sealed with `AUTH_SECRET`. Default: `renew`.
   */
  readonly accountRows?: "renew" | "keep";
  /**
   * Called when a provider takes a user's refresh token no more (RFC 6749 section 5.2, `invalid_grant`): once, by the
   * process that was told. What it throws is logged; it has 10 seconds. Default: nothing but a line in the log.
   */
  readonly onRefreshFailure?: (failure: RefreshFailure) => Awaitable<void>;
}

/** What {@link AccessTokensOptions.onRefreshFailure} is told. */
export interface RefreshFailure {
  /** Id of the user who has to sign in again. */
  readonly userId: string;
  /** Id of the provider. */
  readonly provider: string;
  /** Its code is `sign-in-again`. */
  readonly error: AccessTokenError;
}

const eventLimitMs = 10_000;

/**
 * Gives `auth.accessToken(id)`: a valid access token of the user who is signed in, renewed before it ends (RFC 6749
 * section 6). Needs an adapter with the table `auth_access_tokens`.
 *
 * @param options when tokens are renewed, and where they are kept
 * @returns the plugin, for `plugins` of the configuration
 * @throws RangeError when `refreshBefore` is no number of seconds from 0 to 3600
 * @example
 * const config = { adapter, providers: [Google], plugins: [accessTokens()] };
 * const token = await auth.accessToken("google");
 */
export function accessTokens(options: AccessTokensOptions = {}): Plugin {
  const { refreshBefore = 60, accountRows = "renew" } = options;
  if (!(refreshBefore >= 0 && refreshBefore <= 3600))
    throw new RangeError("accessTokens: refreshBefore is a number of seconds from 0 to 3600");
  const settings: Settings = { ...options, refreshBefore, accountRows };
  return definePlugin({
    id: "access-tokens",
    tables,
    functions: {
      accessToken: { of: "data", call: (caller, own, id: string) => accessToken(settings, caller, own, id) },
    },
    forgetUser: (own, userId) => deleteRows(own, tokensTable, { userId }),
    addressProven: (own, userId) => deleteRows(own, tokensTable, { userId }),
    accountUnlinked: forgetTokensOf,
    exportUser: exportTokens,
    aroundSessions: (sessions, { unlessOff }) => ({
      ...sessions,
      async create(context, signedIn) {
        const created = await sessions.create(context, signedIn);
        const { resolved } = context;
        try {
          await unlessOff(resolved, (own) => keepTokens(settings, resolved, own, signedIn));
        } catch (thrown) {
          // The sign-in is good without: the next one brings tokens again.
          resolved.logger.error(toError(thrown));
        }
        return created;
      },
    }),
  });
}

/** One row holds the newest tokens of a provider: those of another account there stay. */
const forgetTokensOf: NonNullable<PluginDefinition["accountUnlinked"]> = async (
  own,
  userId,
  { provider, providerAccountId },
) => {
  const rows = own.records(tokensTable);
  const row = await rows.find({ userId, provider });
  if (row?.["providerAccountId"] === providerAccountId) await rows.consume({ userId, provider });
};

type Settings = AccessTokensOptions & Required<Pick<AccessTokensOptions, "refreshBefore" | "accountRows">>;

/** Calls that are under way, by adapter: all who ask at once for the same token get the same one. */
const underWay = new WeakMap<object, Map<string, Promise<string>>>();

async function accessToken(
  settings: Settings,
  caller: FunctionCaller,
  own: PluginScope,
  id: string,
): Promise<string> {
  const { resolved } = caller;
  const problem = resolved.sessionProblem();
  if (problem !== undefined) throw problem;
  const provider = await providerOf(caller, id);
  const current = await resolved.sessions.current(caller);
  if (current === null) throw new AccessTokenError("signed-out", id, "Nobody is signed in");
  const key: TokenKey = { userId: String(current.user.id), provider: id };
  const flights = flightsOf(resolved.config.adapter ?? resolved);
  const name = JSON.stringify([key.userId, id]);
  const running = flights.get(name) ?? start();
  return running;

  function start(): Promise<string> {
    const flight = validToken({
      key,
      provider,
      resolved,
      rows: tokenRows(own.records, resolved),
      accounts: new AccountRows(resolved, settings.accountRows === "renew"),
      refreshBefore: settings.refreshBefore,
      onRefused: (error) => tellRefusal(settings, resolved, { ...key, error }),
    }).finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  }
}

function flightsOf(owner: object): Map<string, Promise<string>> {
  const known = underWay.get(owner) ?? new Map<string, Promise<string>>();
  underWay.set(owner, known);
  return known;
}

async function providerOf({ resolved, site }: FunctionCaller, id: string): Promise<OAuthProvider> {
  const found = resolved.provider(id);
  const provider =
    found === undefined || resolved.devIdp === undefined ? found : await inDevelopment(found, resolved, site);
  if (provider !== undefined && isOAuth(provider)) return provider;
  throw new AccessTokenError(
    "no-account",
    String(id),
    `No provider of the configuration gives tokens as "${id}"`,
  );
}

async function tellRefusal(
  { onRefreshFailure }: Settings,
  { logger }: ResolvedConfig,
  failure: RefreshFailure,
): Promise<void> {
  if (onRefreshFailure === undefined) return;
  const told = async () => onRefreshFailure(failure);
  await withDeadline(told(), eventLimitMs, "onRefreshFailure did not finish").catch((thrown: unknown) =>
    logger.error(toError(thrown)),
  );
}

/** What a sign-in brought takes the place of what was kept. */
async function keepTokens(
  { accountRows }: Settings,
  resolved: ResolvedConfig,
  own: PluginScope,
  { user, account }: SignInResult,
): Promise<void> {
  const { provider: id, providerAccountId } = account;
  const provider = resolved.provider(id);
  if (provider === undefined || !isOAuth(provider) || user.id === undefined) return;
  const rows = tokenRows(own.records, resolved);
  const accounts = new AccountRows(resolved, accountRows === "renew");
  const key: TokenKey = { userId: String(user.id), provider: id };
  const before = account.refresh_token ? undefined : await rows.find(key);
  const isSame = before?.providerAccountId === providerAccountId;
  // Some providers give a refresh token at the first sign-in alone; it stays in use, and whoever uses it now goes on.
  if (isSame && before.renewedUntil !== null && before.renewedUntil.valueOf() > Date.now()) return;
  const stored =
    before === undefined && !account.refresh_token
      ? await accounts.ofUser(key, providerAccountId)
      : undefined;
  const earlier = (isSame ? before.tokens?.refresh : stored?.refresh_token) ?? undefined;
  const kept = toKept(account);
  if (kept === undefined) return;
  await rows.replace(key, providerAccountId, { ...kept, refresh: kept.refresh ?? earlier });
  await accounts.renew(provider, providerAccountId, account);
}
