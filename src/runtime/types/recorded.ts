/** Changes that somebody may want to look up later, by name. No fact holds a token, a password, a code or a whole address. */

/** What each action tells. Plugins merge theirs. */
export interface RecordedActions {
  readonly "user.deleted": OfUser;
  readonly "deletion.planned": OfUser & { readonly at: Date };
  readonly "deletion.withdrawn": OfUser;
  readonly "account.unlinked": OfUser & { readonly provider: string };
  readonly "passkey.added": OfUser;
  readonly "passkey.removed": OfUser;
  readonly "factor.added": OfUser;
  readonly "factor.removed": OfUser;
  readonly "password.set": OfUser;
  readonly "password.changed": OfUser;
  readonly "password.reset": OfUser;
  readonly "address.changed": OfUser;
  readonly "sessions.ended": OfUser;
}

interface OfUser {
  readonly userId: string;
}

/** One change that was written. */
export type RecordedEvent = {
  readonly [Action in keyof RecordedActions]: { readonly action: Action } & RecordedActions[Action];
}[keyof RecordedActions];
