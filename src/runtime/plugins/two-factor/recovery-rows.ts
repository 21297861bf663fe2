/** The rows of recovery codes. Codes that were made at once are a set; the row of the secret names the one that holds. */
import type { RecordRow } from "../../types/records.js";
import { deleteRows } from "../host/delete-rows.js";
import type { Owner } from "./owner.js";
import { hashesToFind, hashesToKeep, recoveryCodeOf } from "./recovery-codes.js";
import { recoveryTable } from "./tables.js";

/** Stores codes that do not hold yet. @returns their set: the same codes make the same one */
export async function keepCodes({ resolved, own, userId }: Owner, codes: readonly string[]): Promise<string> {
  const hashes = await hashesToKeep(resolved, userId, codes);
  const [codeSet = ""] = hashes;
  await Promise.all(hashes.map((hash) => own.records(recoveryTable).insert({ hash, userId, codeSet })));
  return codeSet;
}

export const dropCodes = ({ own, userId }: Owner, codeSet: string): Promise<void> =>
  deleteRows(own, recoveryTable, { userId, codeSet });

/** Of several who bring a code at once exactly one has it. */
export async function spendCode(
  { resolved, own, userId }: Owner,
  codeSet: string,
  typed: string,
): Promise<boolean> {
  const code = recoveryCodeOf(typed);
  if (code === undefined) return false;
  for (const hash of await hashesToFind(resolved, userId, code)) {
    const row = await own.records(recoveryTable).consume({ hash });
    if (row?.["userId"] === userId && row["codeSet"] === codeSet) return true;
  }
  return false;
}

/** Those of a set that were not used yet. */
export const activeRows = (
  { own, userId }: Pick<Owner, "own" | "userId">,
  codeSet: string,
): Promise<readonly RecordRow[]> => own.records(recoveryTable).list({ userId, codeSet }, { limit: 100 });
