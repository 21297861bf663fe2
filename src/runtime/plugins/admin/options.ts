/** Options of the plugin, and the numbers that hold where there is none. */
import type { AdapterUser } from "../../types/adapter.js";
import type { Awaitable } from "../../types/entities.js";
import type { SendMail } from "../mail/send-mail.js";

/** Options of {@link admin}. */
export interface AdminOptions {
  /**
   * Administrators need a second factor: without the plugin `two-factor` nobody gets in. Where that plugin is there they
   * need one anyway. Default: false, and a box on each page says that the second factor is missing.
   */
  readonly requireFactor?: boolean;
  /**
   * Seconds since the sign-in, and since the second factor, within which an administrator changes something. From 60 to
   * 86400. Default: 600.
   */
  readonly freshSeconds?: number;
  /**
   * May administrators act for this user? Administrators and banned users are refused anyway. What it throws refuses, too.
   * Default: yes.
   */
  readonly mayImpersonate?: (user: AdapterUser) => Awaitable<boolean>;
  /** Mails the user when somebody begins to act for them. Needs something that sends mails of plugins. Default: false. */
  readonly notify?: boolean;
  /** How many users and pages of users one administrator looks at in an hour. From 1 to 100000. Default: 1000. */
  readonly readsAnHour?: number;
  /** Sends the mails. Default: by the option of another plugin, else by the first mail provider that can. */
  readonly sendMail?: SendMail;
}

/** The options, each with a value. */
export interface AdminSettings extends Omit<
  AdminOptions,
  "requireFactor" | "freshSeconds" | "readsAnHour" | "notify"
> {
  readonly requireFactor: boolean;
  readonly freshSeconds: number;
  readonly readsAnHour: number;
  readonly notify: boolean;
}

/** @throws RangeError for a number out of its range */
export function settingsOf(options: AdminOptions): AdminSettings {
  const { requireFactor = false, freshSeconds = 600, readsAnHour = 1000, notify = false } = options;
  if (!(freshSeconds >= 60 && freshSeconds <= 86_400))
    throw new RangeError("admin: freshSeconds is a number of seconds from 60 to 86400");
  if (!(Number.isInteger(readsAnHour) && readsAnHour >= 1 && readsAnHour <= 100_000))
    throw new RangeError("admin: readsAnHour is a number from 1 to 100000");
  return { ...options, requireFactor, freshSeconds, readsAnHour, notify };
}
