import type { OIDCConfig } from "../../runtime/types/provider.js";
import { fromRecord, type RecordHooks } from "./from-record.js";
import type { ProviderRecord } from "./record.js";

const signOut = () => import("../../runtime/sign-out/extend.js");

/** As {@link fromRecord}, for a provider that speaks OpenID Connect: it brings the sign-out there, where it is asked for. */
export function fromOidcRecord<P, R extends ProviderRecord & { readonly type: "oidc" }>(
  record: R,
  options: object,
  hooks: RecordHooks<P> = {},
): OIDCConfig<P> {
  const { federatedSignOut, backchannelLogout }: Partial<OIDCConfig> = options;
  // A conditional type cannot be narrowed by a value.
  const config = fromRecord<P, R>(record, options, hooks) as OIDCConfig<P>;
  return federatedSignOut || backchannelLogout ? { ...config, signOut } : config;
}
