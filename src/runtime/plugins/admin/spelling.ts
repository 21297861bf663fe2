/** What administrators type: reasons, names, addresses and days. */
import { normalizeEmail } from "../../security/email-address.js";
import { AdminError } from "./admin-error.js";

const longestReason = 200;
const longestName = 100;

/** One line of text, without what turns the text beside it. @throws AdminError with `invalid` */
function lineOf(given: unknown, field: string, most: number): string {
  const word = typeof given === "string" ? given.trim() : "";
  const isOdd = /[\p{Cc}\p{Surrogate}\u202a-\u202e\u2066-\u2069]/u.test(word);
  if (word === "" || word.length > most || isOdd)
    throw new AdminError("invalid", `${field}: 1 to ${most} characters on one line`, { field });
  return word;
}

/** @throws AdminError with `invalid` */
export const reasonOf = (given: unknown): string => lineOf(given, "reason", longestReason);

/** @returns null: none was given. @throws AdminError with `invalid` */
export const nameOf = (given: unknown): string | null =>
  given === undefined || given === null || given === "" ? null : lineOf(given, "name", longestName);

/** @throws AdminError with `invalid` */
export function addressOf(given: unknown): string {
  try {
    return normalizeEmail(given);
  } catch {
    throw new AdminError("invalid", "Not an address", { field: "email" });
  }
}

const latest = new Date("3000-01-01");

/**
 * A date in time to come, or none. A day means its beginning, in UTC.
 *
 * @throws AdminError with `invalid`
 */
export function untilOf(given: unknown): Date | null {
  if (given === undefined || given === null || given === "") return null;
  const date = given instanceof Date ? given : dateIn(given);
  if (date === undefined || !(date.valueOf() > Date.now() && date < latest))
    throw new AdminError("invalid", "A ban ends at a date to come, or at none", { field: "until" });
  return date;
}

/** `2030-01-31`, or with its time as JSON has it. February 31 is a day of no month. */
function dateIn(given: unknown): Date | undefined {
  const date = new Date(typeof given === "string" ? given : Number.NaN);
  if (Number.isNaN(date.valueOf())) return undefined;
  const written = date.toISOString();
  return given === written || given === written.slice(0, 10) ? date : undefined;
}
