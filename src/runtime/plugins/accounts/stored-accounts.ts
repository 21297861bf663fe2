/** Every account that the store has of a user. */
import type { StoreAdapter } from "../../adapters/adapter-over.js";
import { withDeadline } from "../../callbacks/events.js";
import type { AdapterAccount } from "../../types/adapter.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";

const deadlineMs = 10_000;

/** @returns undefined: the adapter cannot tell */
export async function findAccounts(
  { config }: ResolvedConfig,
  userId: string,
): Promise<readonly AdapterAccount[] | undefined> {
  const { listAccounts }: Partial<StoreAdapter> = config.adapter ?? {};
  return (
    listAccounts && withDeadline(listAccounts(userId), deadlineMs, "The store did not list the accounts")
  );
}

/** An adapter that lists no accounts has none to tell of. */
export const accountsOf = async (
  resolved: ResolvedConfig,
  userId: string,
): Promise<readonly AdapterAccount[]> => (await findAccounts(resolved, userId)) ?? [];
