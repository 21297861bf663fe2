/** Changes of behaviour between releases that an app may have to know of, the newest last. */

/** What a project is compared with. */
export interface Evidence {
  /** The release that the project was written for; undefined: nothing says it. */
  readonly release: string | undefined;
  /** Files of an earlier version are rewritten by this run. */
  readonly isRewritten: boolean;
}

export interface ReleaseChange {
  /** The first release that has it. */
  readonly since: string;
  readonly what: string;
  /** Whether a project of an earlier release meets it. */
  concerns(evidence: Evidence): boolean;
}

export const changes: readonly ReleaseChange[] = [
  {
    since: "0.1.0",
    what: 'auth.require() answers a fetch of nobody with 401 { "error": "unauthenticated" }; requireUser said { "error": "Sign in first" }.',
    concerns: ({ isRewritten }) => isRewritten,
  },
  {
    since: "0.1.0",
    what: "res.locals.sessionError is no longer set: while the store is down, res.locals.session is null and auth.require() answers 503.",
    concerns: ({ isRewritten }) => isRewritten,
  },
];
