/** Memory that the processes of an app share, and the limits that are counted in it. */
import type { Awaitable } from "./entities.js";

/** How often something happened in the present window. */
export interface ThrottleCount {
  /** Times so far. */
  readonly count: number;
  /** Until the window ends and the count starts anew. */
  readonly secondsLeft: number;
}

/**
 * Counts of tries that all processes of an app share. Keys are hashes: they name nobody.
 * @deprecated give a {@link SharedStore} as `sharedStore`: it also holds what must not be used twice
 */
export interface ThrottleStore {
  /** Adds one in a single step; the first one opens a window of this length. @returns the count with this one */
  add(key: string, windowSeconds: number): Awaitable<ThrottleCount>;
  /** The present count; null when no window is open. */
  read(key: string): Awaitable<ThrottleCount | null>;
}

/**
 * Memory that all processes of an app share: counts of tries, sign-ins and challenges that were used, and with
 * `session.revocation: true` sessions that were signed out. Keys are hashes of at most 80 characters: they name nobody.
 * Shipped: `authwright/shared-store/redis`, `authwright/shared-store/kysely`, `authwright/shared-store/memory`.
 *
 * Every method is one atomic step, whatever the other processes do at that moment.
 */
export interface SharedStore {
  /**
   * Changes a counter. The first call opens a window; when it ends the counter is gone.
   *
   * @param ttlSeconds length of a new window
   * @param by 1 counts a try, -1 gives a try back; a counter never falls below 0, and -1 opens no window
   * @returns the count after this call. With `secondsLeft`, the `Retry-After` of a 429 is exact; without it, it is the
   * whole window
   */
  increment(key: string, ttlSeconds: number, by: 1 | -1): Awaitable<number | ThrottleCount>;
  /** Remembers a key for this long. @returns false when it was there already */
  add(key: string, ttlSeconds: number): Awaitable<boolean>;
  /** Is any of these keys there, by `add` or `increment`? */
  has(keys: readonly string[]): Awaitable<boolean>;
  /** Forgets a key; one that isn't there is no error. */
  delete(key: string): Awaitable<unknown>;
}

/** Numbers of the throttle. What is left out keeps its default. */
export interface ThrottleOptions {
  /** Wrong credentials and wrong typed codes. */
  credentials?: {
    /** Seconds; default 900. */
    windowSeconds?: number;
    /** For one name from one client address, and for one name where the client address isn't known; default 20. */
    perIdentifier?: number;
    /** From one client address, whatever the names; default 60. */
    perClient?: number;
    /** For one name from all client addresses together; default 100. */
    perIdentifierEverywhere?: number;
  };
  /** Sign-in mails. */
  mail?: {
    /** Seconds; default 600. */
    windowSeconds?: number;
    /** To one address as it was typed; default 10. */
    perAddress?: number;
    /** Of those, asked for from one client address; default 4. */
    perAddressAndClient?: number;
    /** Beside those, from browsers in which somebody has signed in with the address; default 3. */
    perKnownBrowser?: number;
    /** To one mailbox: the address without its plus-tag and dots; default 50. */
    perMailbox?: number;
    /** Asked for from one client address; default 100. */
    perClient?: number;
  };
  /** Wrong tries for one code that a user types; default 5. A new mail starts anew. */
  triesPerCode?: number;
}

/** Which count of the throttle is full. */
export type ThrottleLimit =
  | "identifier-and-client"
  | "identifier"
  | "client"
  | "known-browser"
  | "code"
  | "mail-address"
  | "mail-address-and-client"
  | "mail-known-browser"
  | "mailbox"
  | "mail-client"
  | "session-changes"
  | "reconnect-mails"
  | "invitations"
  | "invitations-a-day"
  | "organization-invitations"
  | "admin-reads";

/** Sessions of the jwt strategy that were signed out, for all processes of an app. */
export interface RevocationStore {
  /** Remembers an id until no token that carries it can be valid any more. */
  add(id: string, until: Date): Awaitable<unknown>;
  /** Whether an id was added. */
  has(id: string): Awaitable<boolean>;
}
