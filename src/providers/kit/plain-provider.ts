import type { MailRecord, OAuthRecord, OIDCRecord } from "./record.js";

/**
 * A provider that is data alone: its record, and what else its module is made of (scripts/provider-modules). A type
 * beside it whose name ends with `Profile` is the type of its profile; otherwise that is made of the record's paths.
 */
export type PlainProvider = (OAuthRecord | OIDCRecord | MailRecord) & {
  /** Name of the factory, where the provider's name without spaces and marks is not it. */
  readonly factory?: string;
  /** The provider's name in the documentation, where the one on the button is too short for it. */
  readonly title?: string;
  /** Icon that stands for the provider, see scripts/marks.mjs. Absent: the page shows a letter. */
  readonly mark?: string;
  /** What options the factory takes beyond those of every provider: sentences by the names of `params`. */
  readonly options?: Readonly<Record<string, string>>;
  /** What the example hands to the factory, as code. Absent: the required options. */
  readonly example?: string;
  /** What people should know of members of the profile beyond what becomes of them: sentences by their paths. */
  readonly members?: Readonly<Record<string, string>>;
};
