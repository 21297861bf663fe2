/** What a browser, or somebody who plays one, sends: as data with places for what each side knows (tokens, codes, links). */
import type { PasskeyAnswer } from "./passkeys.js";
import type { StoreFault } from "./odd-store.js";

export interface CookieMove {
  readonly kind: "drop" | "garbage" | "cut" | "duplicate" | "split" | "empty" | "plus" | "swap" | "quoted";
  /** Part of the cookie's name. */
  readonly cookie: string;
}

export interface Shot {
  readonly method: string;
  /** Below the base path, as typed. */
  readonly path: string;
  /** A page of the app itself, not below the base path. */
  readonly isOutside?: true;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: {
    readonly type: "form" | "json" | "text" | "broken" | "multipart" | "charset";
    readonly csrf: "right" | "wrong" | "missing" | "empty" | "list";
    readonly fields: Readonly<Record<string, unknown>>;
  };
  readonly cookies?: readonly CookieMove[];
  /** Adds the parameters that the provider, or the last mail, sends the browser back with. */
  readonly comesFrom?: {
    readonly place: "provider" | "mail";
    readonly change: string;
  };
  /** Seconds that pass before. */
  readonly later?: number;
  /** What the provider answers differently from now on. */
  readonly fault?: string;
  /** The form is what a device makes of the last options. */
  readonly device?: PasskeyAnswer;
  /** What the store does differently in this request. */
  readonly store?: StoreFault;
}
