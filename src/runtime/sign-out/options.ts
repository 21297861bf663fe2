/** Which providers of a configuration have which option. */
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

type Providers = Pick<ResolvedConfig, "providers">;

export const federatedProviders = ({ providers }: Providers): readonly OAuthProvider[] =>
  providers("oauth").filter(({ federatedSignOut }) => Boolean(federatedSignOut));

export const listeningProviders = ({ providers }: Providers): readonly OAuthProvider[] =>
  providers("oauth").filter(({ backchannelLogout }) => Boolean(backchannelLogout));

const defaultCacheSeconds = 60;

/** For how long a process believes that a session goes on. */
export const cacheSecondsOf = (resolved: Providers): number =>
  Math.min(
    defaultCacheSeconds,
    ...listeningProviders(resolved).map(({ backchannelLogout }) =>
      typeof backchannelLogout === "object"
        ? (backchannelLogout.cacheSeconds ?? defaultCacheSeconds)
        : defaultCacheSeconds,
    ),
  );
