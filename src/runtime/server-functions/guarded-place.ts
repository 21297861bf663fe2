/** A guarded place: what it asks of a session, and what is known of the request that comes to it. */
import type { Session } from "../types/entities.js";
import type { Organizations } from "../types/organizations.js";

/** The user of a session, with what the app declares of it. */
type SessionUser = NonNullable<Session["user"]>;

/** The texts that a member may be; where it can be none, those of organisations, or any text. */
type TextOf<Member> = [Extract<Member, string>] extends [never] ? OtherRole : Extract<Member, string>;

/** Where an app declares no role of its users. */
type OtherRole = [OrganizationRole] extends [never] ? string : OrganizationRole;

/**
 * Names of roles: those that the app declares for `role` of `User`, and those of its organisations. Any text where it
 * declares none of both, or its users have `roles`.
 * @example declare module "authwright" { interface User { role?: "user" | "admin" } }
 */
type RoleName =
  | ("roles" extends keyof SessionUser ? string : TextOf<SessionUser["role" & keyof SessionUser]>)
  | OrganizationRole;

/** Those of organisations, where the app declares them. */
type OrganizationRole = RoleIn<Organizations>;

/** Those that an app declares of its organisations; none where it declares none. */
type RoleIn<App> = "roles" extends keyof App ? keyof App["roles"] & string : never;

/** What `auth.require()` asks for beside a session. Plugins add options of their own. */
export interface Requirement {
  /** One role, or several of which one is enough: `user.role`, or a member of `user.roles`, as the session shows them. */
  readonly role?: RoleName | readonly RoleName[] | undefined;
  /**
   * Seconds since the person was asked who they are, at most. Who was asked earlier, or before an update that counts it,
   * signs in again. Of a provider that knows `max_age` the `auth_time` of its ID token counts (OpenID Connect Core 1.0,
   * section 2), of every other way the time of the sign-in. Needs sessions of the strategy "jwt". With `factor`: seconds since the user showed that factor, with sessions
   * of either strategy.
   */
  readonly maxAge?: number | undefined;
  /** A second factor that the user must have shown in this session, by the id of its plugin: "two-factor". */
  readonly factor?: string | undefined;
}

/** What is asked of a request for a guarded place. */
export interface GuardedRequest {
  readonly method: string;
  /** Path and query as the browser asked for them. */
  readonly target: string;
  /** All addresses that the request is known by, each with its query or without. */
  readonly addresses?: readonly (string | undefined)[];
  /** Of the route that the framework has found, by name; undefined: it has found none, or doesn't say it. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
  /** By lower-case name. */
  header(name: string): string | null | undefined;
}
