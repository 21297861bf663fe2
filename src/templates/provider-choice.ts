import type { WantedProvider } from "../cli/edit/auth-file.js";
import type { CatalogEntry } from "../providers/kit/catalog-entry.js";

/** A provider of the catalogue with the answers for it. */
export interface ProviderChoice extends WantedProvider {
  readonly entry: CatalogEntry;
  /** It only sends the mails of plugins, and signs nobody in. */
  readonly isSender?: boolean;
  /** Variables of the runtime with their values; empty ones are placeholders. */
  readonly env: readonly { readonly key: string; readonly value: string; readonly comment?: string }[];
}
