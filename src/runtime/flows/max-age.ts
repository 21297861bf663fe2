/** Answers that ask for a newer sign-in, where a provider can be asked for one. */
import { type CookieChange, setCookie } from "../http/cookies.js";
import { checkSecrets } from "../security/check-cookie.js";
import { seal } from "../security/seal.js";
import type { Site } from "../types/site.js";
import type { CookieOption } from "../types/cookies.js";
import type { InternalProvider } from "../types/finished-provider.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/**
 * Of an answer that asks for a newer sign-in: the next start of this browser asks the provider for it.
 *
 * @param maxAge seconds since the person was asked, at most; undefined: nothing newer is asked for
 */
export async function askAnewCookies(
  place: { readonly resolved: ResolvedConfig; readonly site: Pick<Site, "cookies"> },
  maxAge: number | undefined,
): Promise<readonly CookieChange[]> {
  const { resolved, site } = place;
  if (maxAge === undefined || !resolved.providers().some(asksAnew)) return [];
  const cookie = wishCookieOf(site);
  const options = { secrets: checkSecrets({ resolved }), salt: cookie.name, maxAgeSeconds: wishSeconds };
  return [setCookie(cookie, await seal({ maxAge }, options))];
}

/** Beside the state of a sign-in: for one start, a sign-in of the last seconds was asked for. */
export function wishCookieOf({ cookies: { state } }: Pick<Site, "cookies">): CookieOption {
  return { name: `${state.name}.max-age`, options: { ...state.options, maxAge: wishSeconds } };
}

const wishSeconds = 600;

const asksAnew = (provider: InternalProvider): boolean =>
  "reauthentication" in provider && provider.reauthentication === "max_age";
