/** The user's passkeys: their names, and their end. */
import { sha256Hex } from "#crypto";
import type { SignedInUser } from "./user.js";
import { AccountError } from "../accounts/account-error.js";
import { tellChange } from "../accounts/authenticators.js";
import { countChangeOf } from "../accounts/change-count.js";
import type { ChangeContext } from "../accounts/authenticator-change.js";
import { passkeyNames } from "./tables.js";
import type { FlowContext } from "../../types/flow.js";
import type { SessionContext, SignInResult } from "../../types/resolved-config.js";
import { deviceOf } from "../sessions/device-names.js";
import type { PluginScope } from "../host/plugin.js";
import { quietly } from "./optional-table.js";
import type { UseOf, WayUse } from "./uses.js";
import { isPasskey, removeAccount, storedAccounts } from "./ways-in.js";

/** A passkey as the user sees it. */
export interface KnownPasskey {
  /** Its credential id, base64. */
  readonly id: string;
  /** Id of the provider that made it. */
  readonly provider: string;
  /** What the user calls it; null: nothing yet. */
  readonly name: string | null;
}

/** With what is known of its use. */
export interface ListedPasskey extends KnownPasskey, WayUse {}

const mostListed = 1000;
const rowIdOf = async (credentialId: string): Promise<string> => sha256Hex(`passkey:${credentialId}`);

export async function listPasskeys({
  resolved,
  own,
  userId,
}: SignedInUser): Promise<readonly KnownPasskey[]> {
  const accounts = (await storedAccounts(resolved, userId)).filter((account) => isPasskey(resolved, account));
  if (accounts.length === 0) return [];
  const rows = await own.records(passkeyNames).list({ userId }, { limit: mostListed });
  const names = new Map(
    rows.filter((row) => row["userId"] === userId).map((row) => [String(row["id"]), String(row["name"])]),
  );
  return Promise.all(
    accounts.map(async ({ provider, providerAccountId: id }) => ({
      id,
      provider,
      name: names.get(await rowIdOf(id)) ?? null,
    })),
  );
}

export const withUse = (passkeys: readonly KnownPasskey[], useOf: UseOf): Promise<readonly ListedPasskey[]> =>
  Promise.all(
    passkeys.map(async (passkey) => ({
      ...passkey,
      ...(await useOf({ provider: passkey.provider, providerAccountId: passkey.id })),
    })),
  );

/** @throws AccountError `not-found` */
async function passkeyOf(asking: SignedInUser, id: string): Promise<KnownPasskey> {
  const found = (await listPasskeys(asking)).find((each) => each.id === id);
  if (found === undefined) throw new AccountError("not-found", "The user has no such passkey");
  return found;
}

/** @throws AccountError `not-found` */
export async function namePasskey(asking: SignedInUser, id: string, name: string): Promise<void> {
  const passkey = await passkeyOf(asking, id);
  const { own, userId } = asking;
  const records = own.records(passkeyNames);
  const key = { id: await rowIdOf(passkey.id) };
  if (await records.update(key, {}, { userId, name })) return;
  if ((await records.insert({ ...key, userId, name })) === "taken")
    await records.update(key, {}, { userId, name });
}

const naming = quietly("what new passkeys are called");

/** Called as the browser in which it was made, until its user calls it otherwise. */
export async function nameNewPasskey(
  { resolved, request }: SessionContext & Partial<FlowContext>,
  own: PluginScope,
  { user, account, adds, isNewUser = false }: SignInResult,
): Promise<void> {
  const isNew = adds !== undefined || isNewUser;
  const device = deviceOf(request?.header("user-agent") ?? null);
  if (!isNew || device === null || user.id === undefined || !isPasskey(resolved, account)) return;
  const row = { id: await rowIdOf(account.providerAccountId), userId: String(user.id), name: device };
  await naming(resolved, () => own.records(passkeyNames).insert(row));
}

/** @throws AccountError `not-found`, `last-way-in`, `busy` */
export async function removePasskey(asking: SignedInUser, id: string, context: ChangeContext): Promise<void> {
  const { provider } = await passkeyOf(asking, id);
  const { own, resolved, userId, sessionId } = asking;
  await countChangeOf(resolved, sessionId, userId, () =>
    removeAccount(asking, { provider, providerAccountId: id }),
  );
  await own.records(passkeyNames).consume({ id: await rowIdOf(id) });
  await tellChange(context, { userId, of: "passkey", is: "removed" });
}
