/**
 * What people read when a sign-in does not work: what happened, and what to do. Codes and reasons come from an address,
 * so they are looked up as names of texts of their own and nothing of them is shown.
 */
import type { FailureReason } from "../types/failure-reason.js";
import { english, type EnglishName } from "./english.js";
import type { Say } from "./text.js";

/** The parts of a text that depend on the app and on the sign-in. */
export interface Names {
  readonly text: Say<EnglishName>;
  /** "Shop", or "this site". */
  readonly app: string;
  /** "GitHub", or "the service that you chose". */
  readonly provider: string;
  /** "This GitHub account", or "The account that you chose". */
  readonly account: string;
  readonly retryAfterSeconds?: number | undefined;
}

/** The text with its names filled in. */
const say = ({ text, app, provider, account }: Names, name: EnglishName): string =>
  text(name, { app, provider, account });

const isName = (name: string): name is EnglishName => Object.hasOwn(english, name);

/** Text in the box of the sign-in page, whose forms are what to do next. */
export function boxText(error: string, reason: string | null, names: Names): string {
  return say(names, [`box.${error}.${reason}`, `box.${error}`].find(isName) ?? "box.other");
}

/** Somebody wanted to add an account: nobody was signed out. */
export const notAdded = (names: Names): string => say(names, "notAdded");

/** A page that says that something ended, and the button that goes on. */
export interface Ending {
  readonly heading: string;
  readonly text: string;
  readonly button: string;
  /** The button asks the same provider once more, where that is known. */
  readonly retry?: true | undefined;
}

type Next = readonly [button: EnglishName, retry?: true];

const again: Next = ["tryAgain", true];
const another: Next = ["anotherWay"];
const once: Next = ["tryAgain"];

/** What to do after each. */
const endings: Readonly<Record<string, Next>> = {
  Configuration: again,
  AccessDenied: another,
  Forbidden: another,
  NotFound: another,
  TooManyAttempts: ["backToSignIn"],
  Verification: ["sendNewLink"],
  WebAuthnVerificationError: again,
};

/** Behind `Configuration`. */
const reasons: Readonly<Partial<Record<FailureReason, Next>>> = {
  stale: another,
  expired: again,
  slow: again,
  provider: again,
  address: once,
  mail: once,
  passkey: another,
  store: once,
};

export function endingOf(error: string | null, reason: string | null, names: Names): Ending {
  const all = error === "Configuration" ? { ...endings, ...reasons } : endings;
  const code = [error === "Configuration" ? reason : null, error].find(
    (each): each is keyof typeof all => each !== null && Object.hasOwn(all, each),
  );
  const [button, retry] = (code !== undefined && all[code]) || once;
  return {
    heading: say(names, `${code ?? "other"}.title` as EnglishName),
    text: code === "TooManyAttempts" ? waitText(names) : say(names, `${code ?? "other"}.text` as EnglishName),
    button: names.text(button),
    retry,
  };
}

function waitText({ text, retryAfterSeconds = 0 }: Names): string {
  const count = Math.ceil(retryAfterSeconds / 60);
  return text(count > 0 ? "TooManyAttempts.text" : "TooManyAttempts.soon", { count });
}
