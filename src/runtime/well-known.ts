/**
 * What the configuration answers outside of the base path, at `/.well-known/…` (RFC 8615). Loaded when such an address is
 * asked.
 */
import { badRequest, json, redirect, type FlowResult } from "./http/flow-result.js";
import { pageUrl, type PageSite } from "./security/page-url.js";
import { pageWithParams } from "./security/redirects.js";
import { untrustedHostError } from "./settings/origin.js";
import type { Site } from "./types/site.js";
import type { PluginPath } from "./types/flow.js";
import type { ResolvedConfig } from "./types/resolved-config.js";
import type { WebAuthnConfig } from "./types/webauthn.js";

interface Place extends PageSite {
  readonly resolved: ResolvedConfig;
  readonly site: Site;
}

/** What stands at each name; undefined: the configuration has nothing to say there, and the app may. */
const documents: Readonly<Record<string, (place: Place) => FlowResult | undefined>> = {
  // A Well-Known URL for Changing Passwords, W3C, section 4.
  "change-password": (place) => {
    const page = pluginPage(place, "/password/change");
    return page === undefined ? undefined : redirect(page);
  },
  // Web Authentication Level 3, section 5.11.1.
  webauthn: ({ resolved, site }) => {
    const origins = relatedOrigins(resolved.providers("webauthn"), new URL(site.origin).hostname);
    return origins.length === 0 ? undefined : json({ origins });
  },
  // A Well-Known URL for Relying Party Passkey Endpoints, W3C, section 2.
  "passkey-endpoints": (place) => {
    const [provider] = place.resolved.providers("webauthn");
    if (provider === undefined) return undefined;
    const manage = pluginPage(place, "/account");
    return json(
      manage === undefined
        ? { enroll: pageWithParams(pageUrl(place, "/signin"), { add: provider.id }) }
        : { enroll: manage, manage },
    );
  },
};

/**
 * @param name what follows `/.well-known/`
 * @returns undefined where the configuration answers nothing
 */
export async function answerWellKnown(
  place: Place,
  method: string,
  name: string,
): Promise<FlowResult | undefined> {
  if (method !== "GET" && method !== "HEAD") return undefined;
  const found = Object.hasOwn(documents, name) ? documents[name] : place.resolved.plugins?.document;
  const answer = await found?.(place, name);
  const problem = answer && untrustedHostError(place.resolved, place.site.origin);
  if (problem !== undefined) {
    place.resolved.logger.error(problem);
    return badRequest();
  }
  return answer?.kind === "json" && method === "HEAD" ? { ...answer, text: "" } : answer;
}

/** The address of a page that a plugin has; undefined: no plugin of the configuration has it. */
const pluginPage = (place: Place, path: PluginPath): string | undefined =>
  place.resolved.plugins?.pageAt(path) === undefined ? undefined : pageUrl(place, path);

/**
 * Origins outside of the domain that the passkeys belong to, and where they may be used all the same (Web Authentication
 * Level 3, section 5.11).
 *
 * @param host of the app, whose domain it is where no provider names another
 */
function relatedOrigins(providers: readonly WebAuthnConfig[], host: string): readonly string[] {
  const related = providers.flatMap(({ relayingParty: { id = host, origin = [] } = {} }) => {
    const domain = [id].flat()[0] ?? host;
    return [origin].flat().filter((one) => URL.canParse(one) && !isBelow(new URL(one).hostname, domain));
  });
  return [...new Set(related)];
}

const isBelow = (host: string, domain: string): boolean => `.${host}`.endsWith(`.${domain}`);
