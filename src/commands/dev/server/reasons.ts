/** Says of a sign-in that failed under `auth dev` why it did, in words for whoever writes the app. */
import type { FaultId } from "./faults.js";
import type { WatchedSignIn } from "./watched-sign-in.js";
import { fullName } from "./users.js";

/** What became of a sign-in, as far as this server can know. */
export interface SignInState {
  readonly state: "waiting" | "done" | "failed";
  readonly text: string;
}

/** After this time an app that has not asked for tokens is not going to. */
const patienceMilliseconds = 5000;

/** Faults that the app finds in what it was given: nothing is refused here. */
const foundByApp: Readonly<Partial<Record<FaultId, string>>> = {
  "bad-nonce": "The ID token carries another nonce.",
  "bad-signature": "The ID token is signed by a key that isn't published.",
  "wrong-issuer": "The answer and the ID token name another issuer.",
  expired: "The ID token has expired, or the access token is refused.",
  slow: "The token endpoint takes 15 seconds, longer than the app waits.",
};

/** What is wrong, by the beginning of what was answered. */
const advice: readonly (readonly [begins: string, words: string])[] = [
  ["access_denied", "The user refused. The app should offer to try again."],
  ["cancel", "The user refused. The app should offer to try again."],
  [
    "invalid_client",
    "The app named no client, or sent no secret. Nothing has to be filled in for auth dev: look at clientId and clientSecret in your configuration.",
  ],
  [
    "invalid_grant: redirect_uri",
    "The callback address changed between the two requests. Set AUTH_URL, or look at the proxy in front of the app.",
  ],
  ["invalid_grant: code_verifier", "The PKCE cookie belongs to another sign-in: two were begun at once."],
  ["invalid_grant: Unknown", "The code was used before, or is older than a minute. A callback was reloaded."],
  [
    "invalid_grant: Revoked",
    "The refresh token was refused, as chosen. The app has to ask the user to sign in again.",
  ],
  ["invalid_token", "The access token is unknown here, has expired, or belongs to another run of auth dev."],
  ["temporarily_unavailable", "An error with status 200, as chosen. The app must not take it for tokens."],
];

/** Says what became of a sign-in and, if it failed, why. */
export function verdictOf(signIn: WatchedSignIn, now = Date.now()): SignInState {
  const { steps, user, fault, answered, hasTokens, provider } = signIn;
  const problem = steps.flatMap((step) => step.problem ?? []).at(-1);
  if (problem !== undefined) {
    const words = advice.find(([begins]) => problem.startsWith(begins))?.[1];
    return { state: "failed", text: words ?? problem };
  }
  if (answered === undefined || !user) return { state: "waiting", text: "Nobody has been chosen yet." };
  const made = fault && foundByApp[fault];
  if (made) return { state: "failed", text: `${made} The app has to refuse this sign-in.` };
  if (hasTokens)
    return {
      state: "done",
      text: `${provider} has told the app who it is: ${fullName(user)}. What the app decides now (signIn callback, linking, the store) is in its own log.`,
    };
  if (now - answered < patienceMilliseconds)
    return { state: "waiting", text: "The answer is on its way to the app." };
  return { state: "failed", text: unasked(signIn) };
}

function unasked({ redirectUri, cookies }: WatchedSignIn): string {
  const host = URL.canParse(redirectUri) ? new URL(redirectUri).host : redirectUri;
  const seen = cookies.before && !cookies.before.some((name) => /(?:state|code_verifier|nonce)$/.test(name));
  const cookie = seen
    ? "The browser sent none of the app's check cookies (state, pkce, nonce)."
    : "Mostly the check cookies (state, pkce, nonce) didn't come back.";
  return `The app never asked for tokens, so it refused the answer, or nothing answers at ${redirectUri}. ${cookie} Begin the sign-in at http://${host}, not at another name of this machine.`;
}

/** Cookies of the app that came and went, where the browser showed them. */
export function cookieChanges({ before, after }: WatchedSignIn["cookies"]): string | undefined {
  if (!before) return undefined;
  if (!after) return before.length === 0 ? "none sent" : `sent: ${before.join(", ")}`;
  const set = after.filter((name) => !before.includes(name));
  const dropped = before.filter((name) => !after.includes(name));
  return [
    set.length > 0 && `set: ${set.join(", ")}`,
    dropped.length > 0 && `dropped: ${dropped.join(", ")}`,
    set.length + dropped.length === 0 && `unchanged: ${after.join(", ") || "none"}`,
  ]
    .filter(Boolean)
    .join("; ");
}
