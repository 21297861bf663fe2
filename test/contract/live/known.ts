/** Where we differ from the reference on purpose; docs/compatibility.md has the reasons. */
import type { Exchange } from "./duel.js";
import { expressDifferences } from "./known-express.js";
import { nextDifferences } from "./known-next.js";
import { passkeyDifferences } from "./known-passkeys.js";
import { rawDifferences } from "./known-raw.js";
import { requestDifferences } from "./known-requests.js";
import { signInDifferences } from "./known-sign-ins.js";
import { storeDifferences } from "./known-stores.js";
import type { Seen, Side } from "./side.js";

export interface Known {
  /** The row's name in docs/compatibility.md: a topic, or a recorded exchange. */
  readonly row: string;
  readonly when?: (exchange: Exchange) => boolean;
  /** Takes the difference out of both, if it is there. */
  readonly level: (theirs: Seen, ours: Seen, exchange: Exchange) => void;
  /** The states differ from here on. */
  readonly ends?: true;
  /** Makes the states the same again. */
  readonly align?: (them: Side, us: Side) => void;
}

const imprecise = /^log:error (?:Error|AuthError|CallbackRouteError|TypeError)$/;

/** In this order: the last one compares lines by their place. */
export const knownDifferences: readonly Known[] = [
  ...expressDifferences,
  ...nextDifferences,
  ...rawDifferences,
  ...passkeyDifferences,
  ...storeDifferences,
  ...requestDifferences,
  ...signInDifferences,
  {
    row: "types of errors in the log",
    level: (theirs, ours) => {
      theirs.calls = theirs.calls.map((line, index) => {
        const own = ours.calls[index] ?? "";
        return imprecise.test(line) && own.startsWith("log:error ") ? own : line;
      });
    },
  },
];
