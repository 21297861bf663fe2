/** Known differences with `raw`: what cannot be data is an error here, a Response there. */
import { hasRows, log, takeOurs, without } from "./known-lines.js";
import type { Known } from "./known.js";
import { asResponse, thrown } from "./raw-door.js";
import type { Seen } from "./side.js";

const isThrown = ({ contentType, body, calls }: Seen): boolean =>
  contentType === thrown && calls.at(-1) === log(String(body));

/** And what is met there only: few visits come so far elsewhere. */
export const rawDifferences: readonly Known[] = [
  {
    row: "`raw` where there is nothing to give as data",
    when: ({ theirs }) => theirs.contentType === asResponse,
    level: (theirs, ours) => {
      const isRefused = ours.status === theirs.status && ours.body === theirs.body;
      const isMethod = ours.status === 405 && theirs.status === 400;
      if (isRefused) theirs.contentType = ours.contentType;
      else if (isThrown(ours) || isMethod) takeOurs(theirs, ours);
    },
  },
  {
    row: "a throwing `jwt` or `session` callback",
    when: ({ theirs, ours }) => theirs.body === null && isThrown(ours),
    level: (theirs, ours) => {
      if (["JWTSessionError", "SessionTokenError"].includes(String(ours.body))) takeOurs(theirs, ours);
    },
    ends: true,
  },
  {
    row: "chunks of a session cookie",
    when: (exchange) =>
      hasRows(exchange) && exchange.shot.cookies?.some(({ kind }) => kind === "split") === true,
    level: (theirs, ours) => {
      const part = /\.\d+=; Max-Age=0/;
      if (!theirs.cookies.some((line) => part.test(line))) ours.cookies = without(ours.cookies, part);
    },
  },
  {
    row: "types of errors in the log",
    when: ({ theirs, ours }) => isThrown(theirs) && isThrown(ours),
    level: (theirs, ours) => {
      if (["AuthError", "CallbackRouteError"].includes(String(theirs.body))) theirs.body = ours.body;
    },
  },
];
