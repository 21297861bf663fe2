/**
 * Where an answer differs from the recorded one on purpose: exchange, the parts that differ, and the reason.
 * A row that no longer differs fails the test, so the table cannot grow stale.
 */
import type { Difference } from "./compare.js";

export interface Decision {
  readonly parts: readonly Difference["part"][];
  readonly reason: string;
}

export const decisions: Readonly<Record<string, Decision>> = {
  "core-db/same-account-signed-in-callback": {
    parts: ["trace"],
    reason: "DB-12: signing in again as the same person gives a new session token and ends the old row",
  },
};
