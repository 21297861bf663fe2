/** What is told of changes in the back office, to `record` and to the app's handlers of events; what sessions and guards get. */
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

/** A second factor that was taken off. */
export interface FactorRemoval extends AdminChange {
  /** As the administrator has written it. */
  readonly reason: string;
}

/** Who acts for the user of a session. */
export interface Impersonator {
  /** Of the administrator. */
  readonly id: string;
  /** Name, or address; null: neither is known. */
  readonly name: string | null;
}

/** An administrator begins to act for a user. */
export interface ImpersonationBegin extends AdminChange {
  /** As the administrator has written it. */
  readonly reason: string;
  /** It ends by itself. */
  readonly until: Date;
}

declare module "../../types/callbacks.js" {
  interface RecordedActions {
    /** By an administrator. */
    readonly "user.banned": BanChange;
    /** By an administrator; nobody has proven the address. */
    readonly "user.created": AdminChange;
    /** By an administrator; a ban that is over by its day tells nothing. */
    readonly "user.unbanned": AdminChange;
    /** By an administrator, beside `factor.removed`. */
    readonly "user.factor-removed": FactorRemoval;
    /** By a press of the administrator. */
    readonly "impersonation.begun": ImpersonationBegin;
    /** By Stop, or by the user; one that is over by its time tells nothing. */
    readonly "impersonation.ended": AdminChange;
  }
  interface EventCallbacks {
    /** Plugin `admin`: a user was banned, and all their sessions are over. */
    userBanned: (message: BanChange) => Awaitable<void>;
    /** Plugin `admin`: a ban was taken back. */
    userUnbanned: (message: AdminChange) => Awaitable<void>;
    /** Plugin `admin`: the second factor of a user was taken off, and all their sessions are over. */
    userFactorRemoved: (message: FactorRemoval) => Awaitable<void>;
    /** Plugin `admin`: an administrator acts for a user from now on. */
    impersonationBegun: (message: ImpersonationBegin) => Awaitable<void>;
    /** Plugin `admin`: an administrator has stopped, or the user has ended it. */
    impersonationEnded: (message: AdminChange) => Awaitable<void>;
  }
}

declare module "../../types/entities.js" {
  interface DefaultSession {
    /** Who acts for the user in this session: an administrator, by the plugin `admin`. */
    impersonatedBy?: Impersonator;
  }
}

declare module "../../server-functions/guarded-place.js" {
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
  "user.banned": "userBanned",
  "user.unbanned": "userUnbanned",
  "user.factor-removed": "userFactorRemoved",
  "impersonation.begun": "impersonationBegun",
  "impersonation.ended": "impersonationEnded",
} as const satisfies NonNullable<PluginDefinition["events"]> & Partial<Record<keyof RecordedActions, string>>;
