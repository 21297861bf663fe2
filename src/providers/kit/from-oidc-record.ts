import { type ConfigOf, fromRecord } from "./from-record.js";
import type { ProviderRecord } from "./record.js";
import type { RecordHooks } from "./record-hooks.js";

/** As {@link fromRecord}, for a provider that speaks OpenID Connect: it brings the sign-out there, where it is asked for. */
export const fromOidcRecord = <P, R extends ProviderRecord & { readonly type: "oidc" }>(
  record: R,
  options: object,
  hooks: RecordHooks<P> = {},
): ConfigOf<R, P> =>
  fromRecord<P, R>(record, options, {
    signOut: ({ federatedSignOut, backchannelLogout }) =>
      federatedSignOut || backchannelLogout ? () => import("../../runtime/sign-out/extend.js") : undefined,
    ...hooks,
  });
