/** Ways to sign in that were there before their user's address was proven, and that nobody vouches for. */
import { withDeadline } from "../callbacks/events.js";
import type { StoreAdapter } from "../adapters/adapter-over.js";
import type { AdapterUser } from "../types/adapter.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

const deadlineMs = 10_000;

/** One provider of the configuration with an account of the user. */
export interface HeldWay {
  readonly provider: string;
  readonly name: string;
}

/**
 * What a proof of the address would hold: the owner can say that it is theirs. Only stores of this package list accounts.
 *
 * @param user whose address a mail would prove; none, or one with a proven address: there is nothing to hold
 */
export async function heldWays(
  { config, providers }: Pick<ResolvedConfig, "config" | "providers">,
  user: AdapterUser | null,
): Promise<readonly HeldWay[]> {
  const { listAccounts }: Partial<StoreAdapter> = config.adapter ?? {};
  if (user === null || user.emailVerified || listAccounts === undefined) return [];
  const accounts = await withDeadline(
    listAccounts(user.id),
    deadlineMs,
    "The store did not list the accounts",
  );
  return providers("oauth")
    .filter(
      ({ id, emailVerified }) => emailVerified === undefined && accounts.some((one) => one.provider === id),
    )
    .map(({ id, name }) => ({ provider: id, name }));
}

/** Does the form, or the JSON, say that they are the owner's own? */
export const isKept = (body: Readonly<Record<string, unknown>> | undefined): boolean =>
  body?.["keep"] === true || body?.["keep"] === "true";
