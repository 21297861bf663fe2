/** A plugin whose table is not there, or lacks a column, is off: it does nothing, and the log is told once. */
import { AuthError } from "../../errors/index.js";
import type { PluginHost } from "./plugin.js";
import { isObject, type Members, membersOf } from "../../types/members.js";

/**
 * The mark that errors of `adapters/rows/driver-errors.ts` bear. It is not imported: the build would join that file
 * to the server's, and every store would load the server.
 */
const missingTable = Symbol.for("authwright.missing-table");

/** @returns `isOff` of a {@link PluginHost} */
export function tellMissingTables(): PluginHost["isOff"] {
  const told = new Set<string>();
  return ({ id }, logger, thrown) => {
    const missing = missingTableIn(thrown);
    if (missing === undefined) return false;
    if (!told.has(id)) {
      logger.error(
        new AuthError(`The plugin "${id}" is off: ${missing.message}. Create its tables to switch it on`),
      );
    }
    told.add(id);
    return true;
  };
}

/** What says of a thrown error that a table is missing; undefined: nothing. */
export const missingTableIn = (thrown: unknown): Error | undefined =>
  [...causesOf(thrown)].find((error): error is Error => missingTable in error);

const mostCauses = 5;

/** An error and those below it. */
function* causesOf(thrown: unknown): Generator<object> {
  let next = thrown;
  for (let depth = 0; depth < mostCauses && isObject(next); depth += 1) {
    yield next;
    const { cause }: Members = next;
    next = membersOf(cause)["err"] ?? cause;
  }
}
