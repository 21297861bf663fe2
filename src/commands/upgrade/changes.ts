/** Changes of behaviour between releases that an app may have to know of, the newest last. */

export interface ReleaseChange {
  /** The first release that has it. */
  readonly since: string;
  readonly what: string;
}

export const changes: readonly ReleaseChange[] = [];
