/** What a route or a function changes. Who forgets to say it is told by the compiler. */

/** What is changed; `none`: nothing that a user has, as where a page asks for the second factor. */
export type ChangedThing =
  | "account"
  | "passkey"
  | "factor"
  | "address"
  | "password"
  | "user"
  | "data"
  | "key"
  | "membership"
  | "none";

export interface DeclaredChange {
  readonly of: ChangedThing;
  /** It may run while somebody acts for the user. Left out: it may not. */
  readonly impersonation?: "allow" | undefined;
}
