import { endsLine, indentAt } from "../../../../cli/source/text/layout.js";
import type { TextStyle } from "../../../../cli/source/text/text-style.js";
import type { Guard, GuardPlace } from "./read.js";
import type { AppOptions } from "../init/read.js";
import { membersOf, mentions } from "../../../../cli/source/names/code-names.js";

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

/** What a guard has to know of the app's options, as text for its own: it writes the same cookie as they do. */
export type GuardSession =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "unclear"; readonly why: string };

/** Members that say how the session cookie is called, sealed and how long it lives. */
const sharedMembers = ["session", "jwt", "cookies", "useSecureCookies"] as const;

const unclear = (why: string): GuardSession => ({ kind: "unclear", why });

/**
 * `session`, `jwt` and `cookies` of the app, for a guard that extends the session too. @param usesOptions the app has options
 * somewhere, found or not
 */
export function guardSession(all: readonly AppOptions[], usesOptions = false): GuardSession {
  if (all.length === 0 && usesOptions) return unclear("the options are not written out in this package");
  const texts = new Set<string>();
  for (const options of all) {
    const one = sessionOf(options);
    if (one.kind === "unclear") return one;
    texts.add(one.text);
  }
  const [text = "", ...others] = texts;
  return others.length > 0
    ? unclear("the app has several options with sessions of different kinds")
    : { kind: "text", text };
}

function sessionOf({ members, hasSpread }: AppOptions): GuardSession {
  const { session, adapter } = members;
  const inStore = session ? mentions(session.text, "options.ts", "database") : adapter !== undefined;
  if (inStore || (adapter && session && !session.text.includes("strategy")))
    return unclear("sessions are in the store, and the guard loads none");
  if (hasSpread) return unclear("options that are spread in may say how long a session lives");
  const parts: string[] = [];
  for (const name of sharedMembers) {
    const member = members[name];
    if (!member || isDefault(name, member.text)) continue;
    if (!member.isFixed) return unclear(`\`${name}\` of the options cannot be read here`);
    parts.push(`${name}: ${member.text}`);
  }
  return { kind: "text", text: parts.join(", ") };
}

/** Tokens as sessions are what a guard without a store has anyway. */
function isDefault(name: string, text: string): boolean {
  const [only, ...others] = name === "session" ? membersOf(text) : [];
  return only?.name === "strategy" && only.text === "jwt" && others.length === 0;
}
