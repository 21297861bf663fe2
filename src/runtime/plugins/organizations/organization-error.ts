import type { ErrorType } from "../../errors/index.js";
import { PluginError, type RefusalFacts } from "../host/plugin-error.js";

/** Why something was not done. */
export type OrganizationErrorCode =
  /** Nobody is signed in. */
  | "signed-out"
  /** There is no such organisation, member or invitation, or the user is no member. */
  | "not-found"
  /** The user's role does not allow it. */
  | "forbidden"
  /** Another organisation has the slug, or had it in the last 90 days. */
  | "slug-taken"
  /** The user is a member already. */
  | "already-member"
  /** Nobody would be left who owns the organisation. */
  | "last-owner"
  /** Others change the same thing now. */
  | "busy"
  /** What was given does not fit: `field` names it. */
  | "invalid"
  /** A limit is reached; `retryAfter` where it ends by itself. */
  | "too-many"
  /** The sign-in is too long ago: the user has to sign in again first. */
  | "stale"
  /** The second factor has to be shown first, at `url`. */
  | "factor";

/** A function of `auth.organizations`, `auth.members` or `auth.invitations` has refused, or a route of theirs. */
export class OrganizationError extends PluginError<OrganizationErrorCode> {
  static override type: ErrorType = "OrganizationError";

  /**
   * @param code why
   * @param message for the log
   * @param facts what a program or a page needs to go on
   */
  constructor(code: OrganizationErrorCode, message: string, facts: RefusalFacts = {}) {
    super(code, message, facts);
  }
}
