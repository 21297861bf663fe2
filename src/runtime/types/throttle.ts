/** What flows ask of the throttle, and of the memory of used values. */

import type { Awaitable } from "./entities.js";
import type { SharedStore, ThrottleLimit, ThrottleOptions, ThrottleStore } from "./shared-store.js";

/** What tries are counted with; the throttle is made of it by the flows that need one. */
export interface Tries {
  /** False for `throttle: false`. */
  readonly isOn: boolean;
  readonly option: ThrottleOptions | ThrottleStore | undefined;
  /** The app's memory, or this process's. */
  readonly memory: SharedStore;
  /** The memory of this process. */
  own(): SharedStore;
  /** Asks a store, with an end. @throws AdapterError */
  ask<T>(call: () => Awaitable<T>): Promise<T>;
  tell(error: Error): void;
  /** The throttle of this configuration, made at first use. */
  once(make: () => Throttle): Throttle;
}

/** Whose tries are counted together. */
export interface Attempt {
  readonly provider: string;
  /** What the user says they are: names and addresses of the form. */
  readonly identifiers: readonly string[];
  readonly clientAddress: string | undefined;
  /** The user has signed in with this name in this browser: tries of others don't count against them. */
  readonly isKnownBrowser?: boolean;
  /** Its client is counted already: this counts the same try by another name. */
  readonly isCounted?: boolean;
  /** Set for codes that a user types: seconds for which one code is good. */
  readonly codeLifeSeconds?: number;
}

/** A mail that somebody asks for. */
export interface AskedMail {
  readonly address: string;
  readonly clientAddress: string | undefined;
  /** Has somebody signed in with the address in this browser? Asked where there were too many of others. */
  isKnownBrowser(): Promise<boolean>;
}

/** What counts although nothing is wrong with it: each makes a mail that its receiver has not asked for. */
export type CountedDeed = "session-changes" | "reconnect-mails";

/** What a plugin counts by numbers of its own. */
export interface CountedByPlugin {
  readonly name: ThrottleLimit;
  /** How many succeed in the time. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/** Limits on tries. */
export interface Throttle {
  /** False for `throttle: false`. */
  readonly isOn: boolean;
  /** Before a mail is sent. @throws TooManyAttempts */
  mail(to: AskedMail): Promise<void>;
  /**
   * Runs what is counted where it succeeds. Not run when there were too many.
   * @param of whose they are
   * @throws TooManyAttempts, and what `act` rejects with
   */
  bounded<T>(deed: CountedDeed | CountedByPlugin, of: string, act: () => Promise<T>): Promise<T>;
  /** A new code was made for this address: its tries begin anew. */
  newCode(provider: string, identifier: string): Promise<void>;
  /**
   * Runs what checks an answer. Not run when there were too many.
   * @param isWrong does this rejection say that the answer was wrong? Only then it counts
   * @throws TooManyAttempts, and what `check` rejects with
   */
  attempt<T>(who: Attempt, check: () => Promise<T>, isWrong: (error: unknown) => boolean): Promise<T>;
}

/** Flows with values that are good once; each has a memory of its own. */
export type SpentKind = "state" | "sign-out" | "challenge" | "sign-in";

/** What is good once, in all processes that share a store. */
export interface SpentValues {
  /**
   * Remembers a value as used.
   * @param kind keeps values of different flows apart
   * @param ttlSeconds how long it could be used again otherwise
   * @returns false when it was used before
   */
  spend(kind: SpentKind, value: string, ttlSeconds: number): Promise<boolean>;
  /** For who looks before there is something to use up; who uses it up asks `spend`. */
  isSpent(kind: SpentKind, value: string): Promise<boolean>;
}
