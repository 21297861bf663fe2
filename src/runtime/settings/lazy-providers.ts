import type { ResolvedConfig } from "../types/resolved-config.js";
import type { AnyAuthConfig } from "../types/config.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { PluginHost } from "../plugins/host/plugin-host.js";
import type { Provider } from "../types/provider.js";
import type { Env } from "./env.js";
import { type Report, withReport } from "./metrics.js";
import { inferProvider, providerId, kindOf, normalizeProvider, signsIn } from "./provider.js";

/** Ids are known at once, each provider is finished on first use. Those that only send mails are left to plugins. */
export function lazyProviders(
  config: AnyAuthConfig,
  env: Env | undefined,
  report: Report | undefined,
  plugins: PluginHost | undefined,
): Pick<ResolvedConfig, "provider" | "providers" | "providerIds" | "signOut"> {
  const written = new Map(
    [...(plugins?.providers ?? []), ...(config.providers ?? [])]
      .filter(signsIn)
      .map((provider) => [providerId(provider), provider]),
  );
  const finished = new Map<string, InternalProvider>();
  const finish = (id: string, provider: Provider): InternalProvider => {
    const known = finished.get(id);
    if (known !== undefined) return known;
    const made = withReport(normalizeProvider(inferProvider(provider, env ?? {})), report);
    finished.set(id, made);
    return made;
  };
  return {
    providerIds: [...written.keys()],
    signOut: [...written.values()]
      .map((each) => ("signOut" in each ? each.signOut : undefined))
      .find(Boolean),
    providers: (kind?: string) =>
      [...written]
        .map(([id, provider]) => finish(id, provider))
        .filter((provider) => kind === undefined || kindOf(provider) === kind) as never[],
    provider(id) {
      const provider = written.get(id);
      return provider === undefined ? undefined : finish(id, provider);
    },
  };
}
