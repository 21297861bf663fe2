/** What a health check says. */

/** Whether a store answered. */
export interface StoreHealth {
  /** It answered in time; why it did not is in the log. */
  readonly ok: boolean;
  /** Milliseconds until it answered or was given up. */
  readonly ms: number;
}

/** Whether everything is there that sign-ins need. It holds no secret, and nothing that a store said. */
export interface Health {
  /** There is no problem. */
  readonly ok: boolean;
  /** The adapter; undefined: there is none, or none of its methods can be asked without writing. */
  readonly store: StoreHealth | undefined;
  /** `sharedStore`; undefined: memory of this process. While it is down, each process counts for itself. */
  readonly shared: StoreHealth | undefined;
  /** A store of its own in `session.revocation`. While it is down, no session can be read. */
  readonly revocation: StoreHealth | undefined;
  /** In words or as the type of a configuration error, such as `MissingSecret`. */
  readonly problems: readonly string[];
}
