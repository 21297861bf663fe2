import type { OIDCConfig } from "../runtime/types/provider.js";
import type { ProviderRecord } from "./kit/record.js";
import MicrosoftEntraID, {
  type MicrosoftEntraIDOptions,
  type MicrosoftEntraIDProfile,
  record as entra,
} from "./microsoft-entra-id.js";

/** What is known of Azure Active Directory, as data. */
export const record = {
  ...entra,
  id: "azure-ad",
  name: "Azure Active Directory",
  status: "deprecated",
  notes: ["The old name of microsoft-entra-id, kept for accounts that are stored under it"],
} as const satisfies ProviderRecord;

/** What Microsoft Entra ID tells. */
export type AzureADProfile = MicrosoftEntraIDProfile;
/** What the factory takes. */
export type AzureADOptions<P extends AzureADProfile = AzureADProfile> = MicrosoftEntraIDOptions<P>;

/**
 * Sign in with Microsoft Entra ID under its old id, for stored accounts. New projects use `microsoft-entra-id`.
 *
 * @param options as of `MicrosoftEntraID`; the environment is `AUTH_AZURE_AD_ID`, `_SECRET` and `_ISSUER`.
 * Callback URL to register: `{origin}{basePath}/callback/azure-ad`
 * @example AzureAD({ tenant: "contoso.onmicrosoft.com" })
 */
export default function AzureAD<P extends AzureADProfile = AzureADProfile>(
  options: AzureADOptions<P> = {},
): OIDCConfig<P> {
  return { ...MicrosoftEntraID(options), id: record.id, name: record.name };
}
