import type { ProviderType } from "../../runtime/types/entities.js";
import type { ProviderRecord } from "./record.js";

/** What searching and `add-provider` need of a provider: the row of `providers/catalog.ts`. */
export interface CatalogEntry extends Pick<
  ProviderRecord,
  "id" | "name" | "status" | "params" | "docs" | "console" | "localhost" | "signOut" | "notes"
> {
  readonly type: ProviderType;
  /** It reads an address, and nothing that it answers says whether somebody has verified it. */
  readonly silent?: true;
  /** Options that no variable fills. */
  readonly needs?: readonly string[];
  /** Environment variables the provider is filled from. */
  readonly env: {
    readonly id?: string;
    readonly secret?: string;
    readonly issuer?: string;
    readonly key?: string;
    /** Of mail providers. */
    readonly server?: string;
    readonly from?: string;
    readonly token?: string;
    readonly region?: string;
  };
}
