/** What impersonation tells: to `record`, and to the app's handlers of events; and what it adds to sessions and guards. */
import type { Awaitable } from "../../../types/entities.js";
import type { AdminChange } from "../changes.js";
import type { Impersonator } from "./shown-session.js";

/** An administrator begins to act for a user. */
export interface ImpersonationBegin extends AdminChange {
  /** As the administrator has written it. */
  readonly reason: string;
  /** It ends by itself. */
  readonly until: Date;
}

declare module "../../../types/callbacks.js" {
  interface RecordedActions {
    /** By a press of the administrator. */
    readonly "impersonation.begun": ImpersonationBegin;
    /** By Stop, or by the user; one that is over by its time tells nothing. */
    readonly "impersonation.ended": AdminChange;
  }
  interface EventCallbacks {
    /** Plugin `admin`: an administrator acts for a user from now on. */
    impersonationBegun: (message: ImpersonationBegin) => Awaitable<void>;
    /** Plugin `admin`: an administrator has stopped, or the user has ended it. */
    impersonationEnded: (message: AdminChange) => Awaitable<void>;
  }
}

declare module "../../../types/entities.js" {
  interface DefaultSession {
    /** Who acts for the user in this session: an administrator, by the plugin `admin`. */
    impersonatedBy?: Impersonator;
  }
}

declare module "../../../server-functions/guarded-place.js" {
  interface Requirement {
    /**
     * `allow`: whoever acts for a user may change something here. Default: they may read alone, GET and HEAD; other methods
     * get 403. Needs the plugin `admin`.
     * @example auth.require({ impersonation: "allow" })
     */
    readonly impersonation?: "allow" | undefined;
  }
}

export const events = {
  "impersonation.begun": "impersonationBegun",
  "impersonation.ended": "impersonationEnded",
} as const;
