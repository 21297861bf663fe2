/** The rows of users with a second factor: answers are judged here, and every race is decided by the store. */
import { AccessDenied, TooManyAttempts } from "../../errors.js";
import type { RecordRow, RecordTable } from "../../types/records.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import type { PluginScope } from "../plugin.js";
import { hashesToFind, hashesToKeep, recoveryCodeOf } from "./recovery-codes.js";
import { openSecret, sealSecret } from "./sealed-values.js";
import { browserTable, recoveryTable, secretTable, sessionTable } from "./tables.js";
import { matchingStep } from "./totp.js";

/** Whose rows. */
export interface Owner {
  readonly resolved: ResolvedConfig;
  readonly own: Pick<PluginScope, "records">;
  readonly userId: string;
}

/** Ways to show the factor, as RFC 8176 names them; it has no name for a recovery code. */
export type Amr = readonly ("otp" | "pop" | "mfa")[];

/** What a form holds. */
export interface Answer {
  readonly code?: unknown;
  readonly recovery?: unknown;
}

/** Wrong answers of one user, in all processes together. */
const mostFailures = 10;
const windowMs = 15 * 60_000;
/** Others that change the row meanwhile; each round somebody has got an answer. */
const mostRounds = 50;

export const hasFactor = async ({ own, userId }: Omit<Owner, "resolved">): Promise<boolean> =>
  (await own.records(secretTable).find({ userId })) !== undefined;

/**
 * Judges an answer. A right one is used up; a wrong one counts for the user.
 *
 * @returns how the factor was shown; undefined: the answer is wrong
 * @throws TooManyAttempts while the user has too many wrong answers
 */
export async function judgeAnswer(owner: Owner, { code, recovery }: Answer): Promise<Amr | undefined> {
  const records = owner.own.records(secretTable);
  const { userId } = owner;
  for (let round = 0; round < mostRounds; round += 1) {
    const row = await records.find({ userId });
    if (row === undefined) return undefined;
    const now = Date.now();
    assertNotFull(row, now);
    if (
      typeof recovery === "string" &&
      recovery.trim() !== "" &&
      (await spendRecoveryCode(owner, recovery))
    ) {
      await records.update({ userId }, {}, { failures: 0 });
      return ["mfa"];
    }
    const right = typeof code === "string" ? await acceptedChanges(owner, row, code, now) : undefined;
    const wrong = { failures: failuresAt(row, now) + 1, failedAt: now };
    // What was judged must be so still: otherwise somebody else has answered meanwhile, and it is judged anew.
    const expected = { lastStep: row["lastStep"] ?? 0, failures: row["failures"] ?? 0 };
    if (await records.update({ userId }, expected, right ?? wrong))
      return right === undefined ? undefined : ["otp", "mfa"];
  }
  return undefined;
}

const failuresAt = ({ failures, failedAt }: RecordRow, now: number): number =>
  Number(failedAt) + windowMs > now ? Number(failures) : 0;

function assertNotFull(row: RecordRow, now: number): void {
  if (failuresAt(row, now) < mostFailures) return;
  const seconds = Math.ceil((Number(row["failedAt"]) + windowMs - now) / 1000);
  const text = `Too many wrong answers for the second factor of one user: ${mostFailures} in 15 minutes are allowed`;
  throw new TooManyAttempts(text, seconds, "identifier");
}

/** @returns how the row changes with a right code; undefined: it is wrong, or was used */
async function acceptedChanges(
  { resolved, userId }: Owner,
  row: RecordRow,
  code: string,
  now: number,
): Promise<RecordRow | undefined> {
  const { secret, isStale } = await openSecret(resolved, userId, String(row["secret"]));
  const step = await matchingStep(secret, code, { now, after: Number(row["lastStep"]) });
  if (step === undefined) return undefined;
  const accepted = { lastStep: step, failures: 0 };
  return isStale ? { ...accepted, secret: await sealSecret(resolved, userId, secret) } : accepted;
}

/** Of several who bring a code at once exactly one has it. */
async function spendRecoveryCode({ resolved, own, userId }: Owner, typed: string): Promise<boolean> {
  const code = recoveryCodeOf(typed);
  if (code === undefined) return false;
  for (const hash of await hashesToFind(resolved, userId, code))
    if ((await own.records(recoveryTable).consume({ hash }))?.["userId"] === userId) return true;
  return false;
}

/** A factor that its user has confirmed with a first code. */
export interface Enrolment {
  readonly secret: string;
  /** Time step of that code, which is used up. */
  readonly step: number;
  readonly codes: readonly string[];
}

/** Switches the factor on. @returns false: the user has one already, and it stays as it is */
export async function enrol(owner: Owner, enrolment: Enrolment): Promise<boolean> {
  const { own, userId } = owner;
  if (await hasFactor(owner)) return false;
  const row = { ...(await rowOf(owner, enrolment)), userId, createdAt: new Date() };
  // Codes first: whoever dies in between leaves none behind that is a factor.
  const hashes = await keepRecoveryCodes(owner, enrolment.codes);
  if ((await own.records(secretTable).insert(row)) === "inserted") return true;
  await Promise.all(hashes.map((hash) => own.records(recoveryTable).consume({ hash })));
  return false;
}

/** Puts another authenticator app in the place of the one before; old recovery codes and trusted browsers end. */
export async function replace(owner: Owner, enrolment: Enrolment): Promise<void> {
  const { own, userId } = owner;
  if (!(await own.records(secretTable).update({ userId }, {}, await rowOf(owner, enrolment))))
    throw new AccessDenied("The second factor was switched off meanwhile");
  await renewRecoveryCodes(owner, enrolment.codes);
  await clearRows(owner, browserTable);
}

const rowOf = async ({ resolved, userId }: Owner, { secret, step }: Enrolment) => ({
  secret: await sealSecret(resolved, userId, secret),
  lastStep: step,
  failures: 0,
  failedAt: 0,
});

async function keepRecoveryCodes(owner: Owner, codes: readonly string[]): Promise<readonly string[]> {
  const { resolved, own, userId } = owner;
  const hashes = await hashesToKeep(resolved, userId, codes);
  await Promise.all(hashes.map((hash) => own.records(recoveryTable).insert({ hash, userId })));
  return hashes;
}

/** Those of before are worth nothing any more. */
export async function renewRecoveryCodes(owner: Owner, codes: readonly string[]): Promise<void> {
  await clearRows(owner, recoveryTable);
  await keepRecoveryCodes(owner, codes);
}

export const countRecoveryCodes = async ({ own, userId }: Owner): Promise<number> =>
  (await own.records(recoveryTable).list({ userId }, { limit: 100 })).length;

/** Switches the factor off: nothing of it is left. */
export async function removeFactor(owner: Omit<Owner, "resolved">): Promise<void> {
  await owner.own.records(secretTable).consume({ userId: owner.userId });
  for (const table of [recoveryTable, browserTable, sessionTable]) await clearRows(owner, table);
}

const page = 1000;
const mostPages = 10;

/** Deletes the rows of a user from a table whose key is `hash`. */
export async function clearRows({ own, userId }: Omit<Owner, "resolved">, table: RecordTable): Promise<void> {
  const records = own.records(table);
  for (let round = 0; round < mostPages; round += 1) {
    const rows = await records.list({ userId }, { limit: page });
    for (const { hash } of rows) await records.consume({ hash: String(hash) });
    if (rows.length < page) return;
  }
}
