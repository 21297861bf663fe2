/** A sign-in as the start page of `auth dev` shows it; secrets in it are cut. */
import type { FaultId } from "./faults.js";
import type { SimulatedUser } from "./users.js";

/** A name and a value that may be shown: secrets, tokens and codes are cut to their beginning. */
export type ShownParameter = readonly [name: string, value: string];

/** One request of a sign-in and its answer. */
export interface SignInStep {
  readonly at: number;
  readonly what: string;
  readonly status: number;
  readonly parameters: readonly ShownParameter[];
  /** Why it was refused, or what was made to go wrong. */
  readonly problem: string | undefined;
}

/** Names of the app's cookies, where the browser shows them to this server: on the same host name. */
export interface SeenCookies {
  before: readonly string[] | undefined;
  after: readonly string[] | undefined;
}

/** One sign-in, from the first request for the sign-in page on. */
export interface WatchedSignIn {
  readonly providerId: string;
  readonly provider: string;
  readonly started: number;
  readonly redirectUri: string;
  readonly steps: SignInStep[];
  readonly cookies: SeenCookies;
  user: SimulatedUser | undefined;
  fault: FaultId | undefined;
  /** When the code left; undefined: not yet. */
  answered: number | undefined;
  /** Tokens were asked for, or what stands for them. */
  hasTokens: boolean;
}
