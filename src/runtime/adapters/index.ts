/** Entry point `authwright/adapters`: the types of a store, and what authors of stores need. */
export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  UserPage,
  VerificationToken,
} from "../types/adapter.js";

const isoDate = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Is this text an ISO 8601 date with a time, as stores without a date type return it?
 * @example isDate("2026-01-31T12:00:00.000Z") // true
 */
export function isDate(value: unknown): value is string {
  return typeof value === "string" && isoDate.test(value) && !Number.isNaN(Date.parse(value));
}
