/** The `Account` rows that tokens belong to: read, and kept current where the adapter can. */
import { toError } from "../../errors/index.js";
import { isHeld } from "../../accounts/proof.js";
import { withDeadline } from "../../callbacks/events.js";
import { compact } from "../../types/compact.js";
import { withoutValues } from "../../security/without-values.js";
import type { StoreAdapter } from "../../adapters/adapter-over.js";
import type { AdapterAccount } from "../../types/adapter.js";
import type { TokenSet } from "../../types/entities.js";
import type { OAuthProvider } from "../../types/finished-provider.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { TokenKey } from "./kept-tokens.js";

const deadlineMs = 10_000;

const tokenColumns = [
  "access_token",
  "refresh_token",
  "expires_at",
  "id_token",
  "scope",
  "token_type",
] as const satisfies readonly (keyof TokenSet)[];

export class AccountRows {
  readonly #resolved: ResolvedConfig;
  readonly #mayRenew: boolean;

  constructor(resolved: ResolvedConfig, mayRenew: boolean) {
    this.#resolved = resolved;
    this.#mayRenew = mayRenew;
  }

  /**
   * The account that is asked about, while it is the user's; else the one of theirs whose token ends last. One that is
   * held may be a stranger's.
   */
  async ofUser({ userId, provider }: TokenKey, asked?: string): Promise<AdapterAccount | undefined> {
    const { adapter } = this.#resolved;
    const owner = await adapter?.getUser(userId);
    if (!owner) return undefined;
    const known = asked === undefined ? null : await adapter?.getAccount(asked, provider);
    const isTheirs = known && String(known.userId) === userId;
    if (isTheirs && !(await isHeld(this.#resolved, known, owner))) return known;
    const listing = this.#own().listAccounts?.(userId) ?? Promise.resolve([]);
    const accounts = await withDeadline(listing, deadlineMs, "The store did not list the accounts");
    const newest = accounts
      .filter((account) => account.provider === provider)
      .sort((one, other) => (other.expires_at ?? 0) - (one.expires_at ?? 0));
    for (const account of newest) if (!(await isHeld(this.#resolved, account, owner))) return account;
    return undefined;
  }

  /** Writes what the provider's `account()` keeps of tokens. A failure is in the log: the plugin's own row counts. */
  async renew(provider: OAuthProvider, providerAccountId: string, given: TokenSet): Promise<void> {
    const adapter = this.#own();
    if (!this.#mayRenew || adapter.renewAccount === undefined) return;
    try {
      const kept: Partial<TokenSet> =
        (await provider.account?.({ ...given })) ?? (provider.account ? {} : given);
      const columns = compact(Object.fromEntries(tokenColumns.map((name) => [name, kept[name]])));
      if (Object.keys(columns).length === 0) return;
      const key = { provider: provider.id, providerAccountId };
      await withDeadline(
        adapter.renewAccount({ ...columns, ...key }),
        deadlineMs,
        "The store did not renew the account",
      );
    } catch (thrown) {
      this.#resolved.logger.error(withoutValues(toError(thrown), given));
    }
  }

  /** Methods that adapters of this package have beside those of the reference. */
  #own(): Partial<Pick<StoreAdapter, "listAccounts" | "renewAccount">> {
    const own: Partial<StoreAdapter> = this.#resolved.config.adapter ?? {};
    return own;
  }
}
