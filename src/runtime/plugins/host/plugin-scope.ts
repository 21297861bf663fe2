/** The pages of a plugin, and what its code is given. Internal: the shape may change until plugins have carried it. */
import type { FlowResult } from "../../http/flow-result.js";
import type { Html } from "../../pages/html.js";
import type { FlowContext } from "../../types/flow.js";
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

/** What the code of a plugin gets beside its request: what is the plugin's own. */
export interface PluginScope {
  /** Tells what was just written. Never throws. */
  record(event: RecordedEvent): void;
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
