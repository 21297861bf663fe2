/** Tables that the plugin can do without: what they would hold is left out. */
import { AuthError, toError } from "../../errors/index.js";
import type { ResolvedConfig } from "../../types/resolved-config.js";
import { missingTableIn } from "../host/missing-tables.js";

/** @returns undefined where the table is missing */
export async function unlessMissing<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (thrown) {
    if (missingTableIn(thrown) === undefined) throw thrown;
    return undefined;
  }
}

/** Runs what nobody's sign-in may fail by. */
export type Quietly = <T>(resolved: ResolvedConfig, run: () => Promise<T>) => Promise<T | undefined>;

/** A missing table is told once. @param lack what the page does not say then */
export function quietly(lack: string): Quietly {
  let isTold = false;
  return async ({ logger }, run) => {
    try {
      return await run();
    } catch (thrown) {
      const missing = missingTableIn(thrown);
      if (missing === undefined) logger.error(toError(thrown));
      else if (!isTold)
        logger.error(new AuthError(`The account page does not say ${lack}: ${missing.message}`));
      isTold ||= missing !== undefined;
      return undefined;
    }
  };
}
