/** Known differences that only Express shows. */
import { takeOurs, without } from "./known-lines.js";
import type { Known } from "./known.js";

export const expressDifferences: readonly Known[] = [
  {
    row: "express-5-mount /auth/badjson",
    when: ({ shot, theirs, ours }) =>
      shot.body?.type === "broken" && theirs.status === 500 && ours.status === 400,
    level: takeOurs,
  },
  {
    row: "`getSession` of Express",
    when: ({ shot }) => shot.path === "/me",
    level: (theirs, ours, { setting }) => {
      const [theirFailed, ourFailed] = [theirs, ours].map(
        ({ body }) => body !== null && typeof body === "object" && "failed" in body,
      );
      if (setting.redirect === "throws" && theirFailed) takeOurs(theirs, ours);
      // A callback that throws is no "nobody": server calls throw.
      if (
        theirs.body === null &&
        ourFailed &&
        /SessionError|SessionTokenError/.test(theirs.calls.at(-1) ?? "")
      )
        takeOurs(theirs, ours);
      theirs.calls = without(theirs.calls, /^(?:callback:redirect|jwt:encode)/);
    },
  },
];
