/** What plugins say of a user on pages of others. No plugin knows which others there are. */
import type { PluginPath } from "../../types/flow.js";

/** Who reads it: the user, on the account page, or an administrator. */
export type AboutUse = "user" | "admin";

/**
 * A text as it stands, such as a name that somebody gave; or one of the plugin's `messages`, in the language of the
 * page and with what stands in braces filled in. A date becomes "3 hours ago".
 */
export type AboutText =
  | string
  | {
      readonly name: string;
      readonly values?: Readonly<Record<string, string | number | Date>>;
    };

/** A row of a page. */
export interface AboutRow {
  readonly text: AboutText;
  /** In small letters below the text. */
  readonly detail?: AboutText | undefined;
  /** A word behind the text; `good`: it protects. */
  readonly badge?: { readonly text: AboutText; readonly tone: "plain" | "good" } | undefined;
  /** The drawing in front of it. Default: none. */
  readonly mark?: "lock" | "phone" | "key" | undefined;
  /** A link at its end. The page that it leads to is given the way back as `callbackUrl`. */
  readonly action?:
    | {
        readonly path: PluginPath;
        readonly label: AboutText;
        /** The label says nothing without the text, so those who don't see the row hear both. */
        readonly needsText?: true;
        readonly isDanger?: true;
      }
    | undefined;
}

/** Whose account page it is. */
export interface AccountOwner {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}
