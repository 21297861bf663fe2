/** The rows of the plugin: tokens go in sealed, and come out only for the user and the account that they were put in for. */
import { seal, unseal } from "../../security/seal.js";
import { randomId } from "../../security/random.js";
import { unverifiedClaims } from "../../oauth/token-answer.js";
import type { Account, TokenSet } from "../../types/entities.js";
import type { RecordRow, Records } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../host/plugin.js";
import { accessTokens } from "./tables.js";

/** Whose tokens. */
export interface TokenKey {
  readonly userId: string;
  readonly provider: string;
}

/** What is sealed. */
export interface KeptTokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Seconds since 1970; undefined: the provider has told no end. */
  readonly expiresAt: number | undefined;
  /** When they came, in seconds since 1970. */
  readonly at: number;
  /** `sub` of the ID token of the sign-in. */
  readonly subject: string | undefined;
}

/** A row that was opened. */
export interface KeptRow {
  readonly version: string;
  readonly providerAccountId: string;
  /** undefined: sealed with a secret that is gone, or not for this row. */
  readonly tokens: KeptTokens | undefined;
  readonly renewedUntil: Date | null;
  readonly refusedAt: Date | null;
}

const salt = "authwright.access-tokens";
/** A row is good as long as a secret opens it. */
const maxAgeSeconds = 10 * 365 * 24 * 3600;

/** Tokens as they came with a sign-in, or stand in an account; undefined: there is no access token among them. */
export function toKept(
  { access_token: access, refresh_token: refresh, expires_at: end, id_token: idToken }: TokenSet,
  before?: KeptTokens,
): KeptTokens | undefined {
  if (!isText(access)) return undefined;
  const { sub } = unverifiedClaims(idToken);
  const isEnd = typeof end === "number" && Number.isFinite(end);
  return {
    access,
    refresh: isText(refresh) ? refresh : before?.refresh,
    expiresAt: isEnd ? end : undefined,
    at: Math.floor(Date.now() / 1000),
    subject: before?.subject ?? (isText(sub) ? sub : undefined),
  };
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** The rows of one configuration. */
export class TokenRows {
  readonly #records: Records;
  readonly #resolved: ResolvedConfig;

  constructor(records: Records, resolved: ResolvedConfig) {
    this.#records = records;
    this.#resolved = resolved;
  }

  async find(key: TokenKey): Promise<KeptRow | undefined> {
    const row = await this.#records.find({ ...key });
    if (row?.["userId"] !== key.userId || row["provider"] !== key.provider) return undefined;
    const providerAccountId = String(row["providerAccountId"]);
    return {
      version: String(row["version"]),
      providerAccountId,
      tokens: await this.#open(String(row["tokens"]), { ...key, providerAccountId }),
      renewedUntil: dateOf(row["renewedUntil"]),
      refusedAt: dateOf(row["refusedAt"]),
    };
  }

  /** @returns false: there is a row already */
  async insert(key: TokenKey, providerAccountId: string, tokens: KeptTokens): Promise<boolean> {
    const row = await this.#rowOf(key, providerAccountId, tokens);
    return (await this.#records.insert({ ...key, ...row })) === "inserted";
  }

  /** Whatever the row holds, and whoever renews it: these tokens are newer. */
  async replace(key: TokenKey, providerAccountId: string, tokens: KeptTokens): Promise<void> {
    const row = await this.#rowOf(key, providerAccountId, tokens);
    for (let round = 0; round < mostRounds; round += 1) {
      if (await this.#records.update({ ...key }, {}, row)) return;
      if ((await this.#records.insert({ ...key, ...row })) === "inserted") return;
    }
    throw new Error("The row of the tokens is made and deleted again and again");
  }

  /**
   * Writes, unless somebody else has written since the row was read.
   * @returns the new version; undefined: somebody else was faster
   */
  async change(key: TokenKey, version: string, changes: RecordRow): Promise<string | undefined> {
    const next = randomId();
    const isOurs = await this.#records.update({ ...key }, { version }, { ...changes, version: next });
    return isOurs ? next : undefined;
  }

  /** As {@link change}, with the tokens of a renewal. */
  async renew(key: TokenKey, row: KeptRow, tokens: KeptTokens): Promise<boolean> {
    const { version: _new, ...changes } = await this.#rowOf(key, row.providerAccountId, tokens);
    return (await this.change(key, row.version, changes)) !== undefined;
  }

  async #rowOf(key: TokenKey, providerAccountId: string, tokens: KeptTokens): Promise<RecordRow> {
    const sealed = await seal(
      { ...key, providerAccountId, tokens },
      { secrets: this.#resolved.secrets, salt, maxAgeSeconds },
    );
    return { providerAccountId, version: randomId(), tokens: sealed, renewedUntil: null, refusedAt: null };
  }

  async #open(
    sealed: string,
    { userId, provider, providerAccountId }: TokenKey & Pick<Account, "providerAccountId">,
  ): Promise<KeptTokens | undefined> {
    const opened = await unseal(sealed, { secrets: this.#resolved.acceptedSecrets, salt }).catch(() => null);
    const isFor =
      opened?.["userId"] === userId &&
      opened["provider"] === provider &&
      opened["providerAccountId"] === providerAccountId;
    return isFor ? (opened["tokens"] as KeptTokens) : undefined;
  }
}

const mostRounds = 8;

export const tokenRows = (records: (table: typeof accessTokens) => Records, resolved: ResolvedConfig) =>
  new TokenRows(records(accessTokens), resolved);

const mostListed = 1000;

/** Which tokens are kept of a user, without them. */
export async function exportTokens({ records }: Pick<PluginScope, "records">, userId: string) {
  const rows = await records(accessTokens).list({ userId }, { limit: mostListed });
  const accounts = rows
    .filter((row) => row["userId"] === userId)
    .map(({ provider, providerAccountId, refusedAt }) => ({
      provider,
      providerAccountId,
      refusedAt: dateOf(refusedAt)?.toISOString() ?? null,
    }));
  return { accounts };
}

const dateOf = (value: unknown): Date | null => (value instanceof Date ? value : null);
