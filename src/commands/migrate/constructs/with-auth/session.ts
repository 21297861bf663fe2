import type { AppOptions } from "../init/read.js";
import { membersOf, mentions } from "../../../../cli/source/names/code-names.js";

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
