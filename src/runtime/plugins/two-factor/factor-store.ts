/** The rows of users with a second factor: answers are judged here, and every race is decided by the store. */
import { AccessDenied, TooManyAttempts } from "../../errors/index.js";
import type { RecordRow } from "../../types/records.js";
import { deleteRows } from "../host/delete-rows.js";
import type { Owner } from "./owner.js";
import { activeRows, dropCodes, keepCodes, spendCode } from "./recovery-rows.js";
import { openSecret, sealSecret } from "./sealed-values.js";
import { browserTable, recoveryTable, secretTable, sessionTable } from "./tables.js";
import { matchingStep } from "./totp.js";

/** Ways to show the factor, as RFC 8176 names them; it has no name for a recovery code. */
export type Amr = readonly ("otp" | "pop" | "mfa")[];

/** What a form holds. */
export interface FactorAnswer {
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
export async function judgeAnswer(owner: Owner, { code, recovery }: FactorAnswer): Promise<Amr | undefined> {
  const records = owner.own.records(secretTable);
  const { userId } = owner;
  for (let round = 0; round < mostRounds; round += 1) {
    const row = await records.find({ userId });
    if (row === undefined) return undefined;
    const now = Date.now();
    assertNotFull(row, now);
    const codeSet = String(row["codeSet"]);
    if (typeof recovery === "string" && (await spendCode(owner, codeSet, recovery)))
      // Others may have made new codes meanwhile: then those of before are worth nothing.
      return (await records.update({ userId }, { codeSet }, { failures: 0 })) ? ["mfa"] : undefined;
    const right = typeof code === "string" ? await acceptedChanges(owner, row, code, now) : undefined;
    const wrong = { failures: failuresAt(row, now) + 1, failedAt: now };
    // What was judged must be so still: otherwise somebody else has answered meanwhile, and it is judged anew.
    const expected = { lastStep: row["lastStep"] ?? 0, failures: row["failures"] ?? 0 };
    if (await records.update({ userId }, expected, right ?? wrong))
      return right === undefined ? undefined : ["otp", "mfa"];
  }
  return undefined;
}

/** @throws TooManyAttempts while the user has too many wrong answers */
export async function assertOpen({ own, userId }: Omit<Owner, "resolved">): Promise<void> {
  const row = await own.records(secretTable).find({ userId });
  if (row !== undefined) assertNotFull(row, Date.now());
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
  // Codes first: whoever dies in between leaves none behind that is a factor.
  const codeSet = await keepCodes(owner, enrolment.codes);
  const row = { ...(await rowOf(owner, enrolment)), codeSet, userId, createdAt: new Date() };
  if ((await own.records(secretTable).insert(row)) === "inserted") return true;
  await isActive(owner, codeSet);
  return false;
}

/** Puts another authenticator app in the place of the one before; old recovery codes and trusted browsers end. */
export async function replace(owner: Owner, enrolment: Enrolment): Promise<void> {
  const { own, userId } = owner;
  if (!(await changeCodes(owner, enrolment.codes, await rowOf(owner, enrolment))))
    throw new AccessDenied("The second factor was changed or switched off meanwhile");
  await deleteRows(own, browserTable, { userId });
}

const rowOf = async ({ resolved, userId }: Owner, { secret, step }: Enrolment) => ({
  secret: await sealSecret(resolved, userId, secret),
  lastStep: step,
  failures: 0,
  failedAt: 0,
});

/**
 * Puts new recovery codes in the place of those of before.
 *
 * @returns false: somebody else has done so meanwhile, whose codes hold, or the factor was switched off
 */
export const renewRecoveryCodes = (owner: Owner, codes: readonly string[]): Promise<boolean> =>
  changeCodes(owner, codes, {});

/** The row of the secret names the one set of codes that holds: of several changes at once one is made. */
async function changeCodes(owner: Owner, codes: readonly string[], changes: RecordRow): Promise<boolean> {
  const { own, userId } = owner;
  const before = (await own.records(secretTable).find({ userId }))?.["codeSet"];
  if (typeof before !== "string") return false;
  const codeSet = await keepCodes(owner, codes);
  if (!(await own.records(secretTable).update({ userId }, { codeSet: before }, { ...changes, codeSet })))
    return isActive(owner, codeSet);
  if (before !== codeSet) await dropCodes(owner, before);
  return true;
}

/** Whoever lost a race takes the codes back, unless they are those of the winner: a form that was sent twice. */
async function isActive(owner: Owner, codeSet: string): Promise<boolean> {
  const row = await owner.own.records(secretTable).find({ userId: owner.userId });
  if (row?.["codeSet"] === codeSet) return true;
  await dropCodes(owner, codeSet);
  return false;
}

export async function countRecoveryCodes(owner: Owner): Promise<number> {
  const row = await owner.own.records(secretTable).find({ userId: owner.userId });
  return row === undefined ? 0 : (await activeRows(owner, String(row["codeSet"]))).length;
}

/** Switches the factor off: nothing of it is left. */
export async function removeFactor({ own, userId }: Omit<Owner, "resolved">): Promise<void> {
  await own.records(secretTable).consume({ userId });
  for (const table of [recoveryTable, browserTable, sessionTable]) await deleteRows(own, table, { userId });
}
