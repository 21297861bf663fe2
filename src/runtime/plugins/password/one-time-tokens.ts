/** Tokens of mailed links: 256 random bits, stored as hashes, good once. */
import { hashesOf, hashToken } from "../../security/hash.js";
import { randomHex } from "../../security/random.js";
import type { RecordRow, RecordTable } from "../../types/records.js";
import type { MailingCall, PasswordCall } from "./options.js";

const tokenBytes = 32;

const hashedText = ({ name }: RecordTable, token: string): string => JSON.stringify([name, token]);

/** Stores a row under the hash of a new token. @returns the token, for the link */
export async function storeWithToken(
  { context, own }: MailingCall,
  table: RecordTable,
  row: RecordRow,
  lifeSeconds: number,
): Promise<string> {
  const token = randomHex(tokenBytes);
  const hash = await hashToken(hashedText(table, token), context.resolved.secrets);
  const expires = new Date(Date.now() + lifeSeconds * 1000);
  await own.records(table).insert({ ...row, token: hash, expires });
  return token;
}

/** A row, and the key that it was found under. */
export interface FoundRow {
  readonly row: RecordRow;
  readonly key: { readonly token: string };
}

/** The row of a link that is good; it stays so. Programs that look at links of mails use up nothing. */
export async function findByToken(
  { context, own }: PasswordCall,
  table: RecordTable,
  token: unknown,
): Promise<FoundRow | undefined> {
  if (typeof token !== "string" || !/^[0-9a-f]{64}$/.test(token)) return undefined;
  for await (const hash of hashesOf(hashedText(table, token), context.resolved.acceptedSecrets)) {
    const key = { token: hash };
    const row = await own.records(table).find(key);
    if (row !== undefined && row["token"] === hash && isAlive(row)) return { row, key };
  }
  return undefined;
}

/** Uses a link up. @returns whether this caller is the one who did */
export async function useUp({ own }: PasswordCall, table: RecordTable, { key }: FoundRow): Promise<boolean> {
  const row = await own.records(table).consume(key);
  return row !== undefined && row["token"] === key.token && isAlive(row);
}

export const isAlive = ({ expires }: RecordRow): boolean =>
  expires instanceof Date && expires.valueOf() >= Date.now();

/** A text of a row; null is none. */
export const textOf = (row: RecordRow, column: string): string | undefined => {
  const value = row[column];
  return typeof value === "string" ? value : undefined;
};
