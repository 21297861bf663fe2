import { endsLine, indentAt } from "../../../../cli/source/text/layout.js";
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import type { Guard, GuardPlace } from "./read.js";
import type { GuardSession } from "./session.js";

export type CallGuard = Extract<Guard, { kind: "call" }>;

export interface GuardChoices {
  /** Local name of `NextAuth`. */
  readonly init: string;
  /** How the app's own options write the session cookie. */
  readonly session: GuardSession;
}

/** A file with a guard, and what its parts have in common. */
export interface GuardScope {
  readonly text: string;
  readonly place: GuardPlace;
  readonly style: TextStyle;
  readonly init: string;
  /** First members of the guard's own options. */
  readonly shared: string;
}

/** Paths that next-auth 4 let through whatever the guard said. */
export const openPaths = String.raw`/^\/(?:api\/auth|_next|favicon\.ico)/`;

/** `authorized` for guards that only ask for a session. */
export const isSignedIn = ({ place }: GuardScope): string =>
  place.hasMatcher
    ? "({ auth }) => auth !== null"
    : `({ auth, request }) => auth !== null || ${openPaths}.test(request.nextUrl.pathname)`;

export const secretOf = ({ text }: GuardScope, { options }: CallGuard): string =>
  options?.secret ? `, secret: ${text.slice(options.secret.start, options.secret.end)}` : "";

/** A first member of an object, on a line of its own where the object has lines. */
export const firstMember = ({ text, style }: GuardScope, open: number, line: string) => ({
  start: open + 1,
  end: open + 1,
  text: endsLine(text, open + 1) ? style.eol + indentAt(text, open) + style.indent + line : ` ${line}`,
});
