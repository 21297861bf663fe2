/** What is told of changes in the back office: to `record`, and to the app's handlers of events. */
import type { RecordedActions } from "../../types/callbacks.js";
import type { Awaitable } from "../../types/entities.js";
import type { PluginDefinition } from "../host/plugin.js";

/** What an administrator has changed. */
export interface AdminChange {
  /** Whom it is about. */
  readonly userId: string;
  /** Id of the administrator; null: the terminal. */
  readonly by: string | null;
}

/** A ban that was made or changed. */
export interface BanChange extends AdminChange {
  /** As the administrator has written it. */
  readonly reason: string;
  /** null: until it is taken back. */
  readonly until: Date | null;
}

declare module "../../types/callbacks.js" {
  interface RecordedActions {
    /** By an administrator. */
    readonly "user.banned": BanChange;
    /** By an administrator; nobody has proven the address. */
    readonly "user.created": AdminChange;
    /** By an administrator; a ban that is over by its day tells nothing. */
    readonly "user.unbanned": AdminChange;
  }
  interface EventCallbacks {
    /** Plugin `admin`: a user was banned, and all their sessions are over. */
    userBanned: (message: BanChange) => Awaitable<void>;
    /** Plugin `admin`: a ban was taken back. */
    userUnbanned: (message: AdminChange) => Awaitable<void>;
  }
}

export const events = {
  "user.banned": "userBanned",
  "user.unbanned": "userUnbanned",
} as const satisfies NonNullable<PluginDefinition["events"]> & Partial<Record<keyof RecordedActions, string>>;
