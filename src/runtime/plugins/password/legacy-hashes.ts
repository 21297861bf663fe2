/**
 * The hashes that the app has of its users, by address. An address may change hands: a hash counts once, and no more after
 * its user has left the address.
 */
import { toError } from "../../errors/index.js";
import { hashToken } from "../../security/hash.js";
import type { PluginScope } from "../host/plugin.js";
import type { PasswordCall } from "./options.js";
import { linkTable } from "./tables.js";

const lifeMs = 5 * 365 * 24 * 3600 * 1000;

/** A row among the links that no link leads to: 64 digits of another text than theirs. */
const keyOf = async (address: string) => ({
  token: await hashToken(JSON.stringify(["legacy hash", address]), []),
});

/** From now on the app's hash of this address counts for nobody. */
export async function retireLegacyHash(
  own: PluginScope,
  { legacyHash }: Pick<PasswordCall["settings"], "legacyHash">,
  address: string | null,
): Promise<void> {
  if (legacyHash === undefined || address === null) return;
  const row = { userId: "-", email: "-", version: 0, expires: new Date(Date.now() + lifeMs) };
  await own.records(linkTable).insert({ ...(await keyOf(address)), ...row });
}

/** @returns undefined: there is none that counts */
export async function askLegacyHash(
  { context, own, settings }: PasswordCall,
  address: string,
): Promise<string | undefined> {
  if (settings.legacyHash === undefined) return undefined;
  const isRetired = (await own.records(linkTable).find(await keyOf(address))) !== undefined;
  try {
    const hash = await settings.legacyHash(address);
    return typeof hash === "string" && !isRetired ? hash : undefined;
  } catch (thrown) {
    context.resolved.logger.error(toError(thrown));
    return undefined;
  }
}
