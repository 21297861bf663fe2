/** Where links of mails and notices lead: a mail is judged more strictly than an answer, which goes back to who asked. */
import { AuthError } from "../errors/index.js";
import { isLocalAddress } from "../security/client-address.js";
import type { ResolvedConfig } from "../types/resolved-config.js";
import { type Env, envPlatform, envUrl } from "./env.js";
import { envInternalHost } from "./known-hosts.js";
import { isListed, isLoopback } from "./origin.js";
import type { Site } from "../types/site.js";

type Known = Pick<ResolvedConfig, "trustedHosts" | "mode" | "logger">;

/**
 * Makes {@link ResolvedConfig.mailedSite}.
 *
 * @param env that says AUTH_URL and the platform
 */
export function mailedSites(known: Known, env: Env): (site: Site) => Site {
  let isWarned = false;
  const warn = () => {
    if (!isWarned) known.logger.warn("mail-link-host");
    isWarned = true;
  };
  const url = envUrl(env);
  const originOf = (site: Site): string => {
    if (url !== undefined) return isHostOfApp(known, env, site.origin) ? site.origin : url.origin;
    if (envPlatform(env) || isHeaderTrusted(known, site)) return site.origin;
    if (!site.isVouchedFor) throw unknownSite(site);
    warn();
    return site.origin;
  };
  return (site) => {
    const origin = originOf(site);
    return origin === site.origin ? site : { ...site, origin, base: origin + site.basePath };
  };
}

/** Beside an AUTH_URL: a host that the app has written down, and one that people can reach. */
function isHostOfApp(known: Known, env: Env, origin: string): boolean {
  const { host } = new URL(origin);
  const isReached = host !== envUrl(env)?.host && host !== envInternalHost(env) && !isLoopback(origin);
  return isReached && isListed(known, origin);
}

/** Does more than a header say that this origin is the app's? In development the machine itself does. */
function isHeaderTrusted(known: Known, { origin, peer }: Site): boolean {
  const isDeveloper = known.mode === "development" || known.mode === "test";
  return isListed(known, origin) || (isDeveloper && (peer === undefined || isLocalAddress(peer)));
}

const unknownSite = ({ origin }: Site): AuthError =>
  new AuthError(
    `No mail was sent: nothing but a header of the request says that the site is ${origin}. Set AUTH_URL=${origin} or, for several hosts, list them: AUTH_TRUST_HOST=${new URL(origin).host}`,
  );
