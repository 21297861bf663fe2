import type { LocalhostRule, PlainRecord, ProviderRecord, RecordParam } from "./record.js";

/** What the command line knows of a provider without loading its record. */
export interface CatalogEntry {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderRecord["type"] | PlainRecord["type"];
  readonly status: ProviderRecord["status"];
  /** Names of the environment variables that the runtime reads for it. */
  readonly env: {
    readonly id?: string;
    readonly secret?: string;
    readonly issuer?: string;
    readonly key?: string;
  };
  readonly params?: readonly RecordParam[];
  readonly scopes?: readonly string[];
  readonly docs?: string;
  readonly console?: string;
  readonly localhost?: { readonly rule: LocalhostRule; readonly note?: string; readonly checked?: boolean };
  readonly refresh?: string;
  readonly notes?: readonly string[];
}
