/**
 * What people read when a sign-in does not work: what happened, and what to do. Codes and reasons come from an address,
 * so they are looked up as keys of their own and nothing of them is shown.
 */
import type { FailureReason } from "../types/failure-reason.js";

/** The parts of a text that depend on the app and on the sign-in. */
export interface Names {
  /** "Shop", or "this site". */
  readonly app: string;
  /** "GitHub", or "the service that you chose". */
  readonly provider: string;
  /** "This GitHub account", or "The account that you chose". */
  readonly account: string;
  readonly retryAfterSeconds?: number | undefined;
}

const own = <T>(table: Readonly<Record<string, T>>, key: string | null): T | undefined =>
  key !== null && Object.hasOwn(table, key) ? table[key] : undefined;

type Text = (names: Names) => string;

const didNotWork: Text = () => "Signing in did not work. Try again, or choose another way.";

/** Texts in the box of the sign-in page, whose forms are what to do next. */
const boxes: Readonly<Record<string, Text>> = {
  OAuthCallbackError: ({ provider }) =>
    `Signing in with ${provider} was cancelled or refused. Try again, or choose another way.`,
  OAuthAccountNotLinked: ({ account }) =>
    `${account} was not used: its email address belongs to a user who signs in another way. If that is you, sign in the way you did before; then you can add it.`,
  AccountNotLinked: () =>
    "There is an account with this email address already, or the passkey belongs to another user. Sign in the way you did before.",
  EmailSignin: () => "The email could not be sent. Check the address and try again.",
  CredentialsSignin: () => "Signing in did not work. Check that the details you gave are correct.",
  SessionRequired: () => "Sign in to see this page.",
  MissingCSRF: () => "This page was open for too long, or your browser blocks cookies. Try again.",
  TooManyAttempts: () => "There were too many tries. Wait a few minutes and try again.",
};

const reasonsOfBoxes: Readonly<Record<string, Text>> = {
  cancelled: ({ provider }) => `You cancelled signing in with ${provider}. Try again, or choose another way.`,
  refused: ({ provider }) =>
    `${provider} could not sign you in. Try again in a few minutes, or choose another way.`,
};

export const boxText = (error: string, reason: string | null, names: Names): string =>
  ((error === "OAuthCallbackError" && own(reasonsOfBoxes, reason)) || own(boxes, error) || didNotWork)(names);

/** Somebody wanted to add an account: nobody was signed out. */
export const notAdded: Text = ({ account }) =>
  `${account} belongs to another user, so it was not added. You are still signed in.`;

/** A page that says that something ended, and the button that goes on. */
export interface Ending {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  /** The button asks the same provider once more, where that is known. */
  readonly retry?: true;
}

const again = { button: "Try again", retry: true } as const;
const another = { button: "Sign in another way" } as const;

const endings: Readonly<Record<string, (names: Names) => Ending>> = {
  Configuration: ({ app }) => ({
    heading: "Signing in did not work",
    text: `Something went wrong on the way, or nobody can sign in to ${app} at the moment. Try again. If it happens again, choose another way or come back later.`,
    ...again,
  }),
  AccessDenied: ({ app }) => ({
    heading: "You cannot sign in with this account",
    text: `It has no access to ${app}. If you have another account, use that one.`,
    ...another,
  }),
  Forbidden: ({ app }) => ({
    heading: "You don't have access to this page",
    text: `Your account at ${app} may not open it. If you have another account, use that one.`,
    ...another,
  }),
  TooManyAttempts: ({ retryAfterSeconds = 0 }) => ({
    heading: "Too many tries",
    text: `Wait ${minutes(retryAfterSeconds)} and try again.`,
    button: "Back to signing in",
  }),
  Verification: () => ({
    heading: "This link no longer works",
    text: "It was used already, or it has expired: a link works only once. Ask for a new one.",
    button: "Send a new link",
  }),
  WebAuthnVerificationError: () => ({
    heading: "Your passkey could not be checked",
    text: "Try again, or choose another way to sign in.",
    ...again,
  }),
};

/** Behind `Configuration`. */
const reasons: Readonly<Partial<Record<FailureReason, (names: Names) => Ending>>> = {
  expired: () => ({
    heading: "This sign-in is over",
    text: "It took more than 15 minutes, was finished already, or began in another browser. Start again. If that does not help, allow cookies for this site.",
    ...again,
  }),
  slow: ({ provider }) => ({
    heading: `No answer from ${provider}`,
    text: `It may be busy. Try again in a few minutes, or choose another way to sign in.`,
    ...again,
  }),
  provider: ({ app, provider }) => ({
    heading: `${provider} could not sign you in`,
    text: `It is out of order, or doesn't work with ${app}. Try again in a few minutes, or choose another way.`,
    ...again,
  }),
  address: () => ({
    heading: "This is not an email address",
    text: "Check it for typing mistakes.",
    button: "Try again",
  }),
  mail: () => ({
    heading: "The email could not be sent",
    text: "Check the address and try again in a few minutes, or choose another way to sign in.",
    button: "Try again",
  }),
  passkey: ({ app }) => ({
    heading: "This passkey is not known",
    text: `No account of ${app} uses it. Use another passkey, or sign in another way.`,
    ...another,
  }),
  store: ({ app }) => ({
    heading: "Not possible at the moment",
    text: `A part of ${app} does not answer. Try again in a few minutes.`,
    button: "Try again",
  }),
};

const anyEnding = (): Ending => ({
  heading: "Something went wrong",
  text: "Signing in did not work. Please try again.",
  button: "Try again",
});

export function endingOf(error: string | null, reason: string | null, names: Names): Ending {
  const behind = error === "Configuration" ? own(reasons, reason) : undefined;
  return (behind ?? own(endings, error) ?? anyEnding)(names);
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count > 1 ? `${count} minutes` : count === 1 ? "a minute" : "a few minutes";
}

/** How long a link works, as people say it. */
export function lifeOf(seconds: number): string {
  const [count, unit] =
    seconds >= 172_800
      ? [seconds / 86_400, "days"]
      : seconds >= 7200
        ? [seconds / 3600, "hours"]
        : [seconds / 60, "minutes"];
  return `${Math.max(1, Math.floor(count))} ${unit}`;
}
