/** The pages of a plugin, what it says of a user on pages of others, and what its code is given. Internal: the shape may change until plugins have carried it. */
import type { FlowResult } from "../../http/flow-result.js";
import type { Html } from "../../pages/html.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { Language, LanguageRequest } from "../../types/language-host.js";
import type { RecordedEvent } from "../../types/callbacks.js";
import type { Records, RecordTable } from "../../types/records.js";

/** What a page of a plugin shows, inside of the layout that all built-in pages share. */
export interface PluginPage {
  readonly title: string;
  readonly content: Html;
  /** A script, where a browser shows the page. */
  readonly script?: ((nonce: string, language?: Language) => Html) | undefined;
  /** Further rules of its style, made of fixed texts only. */
  readonly css?: string | undefined;
}

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
  /** A button at its end, for an administrator: the plugin's own `helps` are given the value. */
  readonly help?: { readonly name: HelpName; readonly value: string } | undefined;
}

/** What an administrator has a plugin do for a user. */
export type HelpName =
  /** Mail a link to choose a password. */
  | "sendReset"
  /** Make the user the owner of what nobody owns any more. */
  | "handOver";

/** Whose account page it is. */
export interface AccountOwner {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}

/** What the code of a plugin gets beside its request: what is the plugin's own. */
export interface PluginScope {
  /**
   * Tells what was just written. Never throws.
   * @returns ends with the app's handler of the event that belongs to it; undefined: there is none
   */
  record(event: RecordedEvent): Promise<void> | undefined;
  /**
   * Rows of one of the plugin's tables.
   * @throws TypeError for a table that the plugin does not declare
   */
  records(table: RecordTable): Records;
  /**
   * One of the plugin's texts, in the language of the request, with what stands in braces filled in.
   * @throws TypeError for a name that the plugin does not declare
   */
  message(
    context: Pick<FlowContext, "resolved"> & { readonly request: LanguageRequest },
    name: string,
    values?: Readonly<Record<string, string | number>>,
  ): string;
  /** One of the plugin's pages as an answer. @throws TypeError for a name that the plugin does not declare */
  page(context: FlowContext, name: string, status?: number): FlowResult;
  /** A page that depends on more than the request, as an answer. */
  show(context: FlowContext, page: PluginPage, status?: number): FlowResult;
}
