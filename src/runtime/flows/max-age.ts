/** Answers that ask for a newer sign-in, where a provider can be asked for one: what does that is loaded for those alone. */
import type { CookieChange } from "../http/cookies.js";
import type { Site } from "../settings/origin.js";
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
  if (maxAge === undefined || !place.resolved.providers().some(asksAnew)) return [];
  return [await (await import("./reauthentication.js")).wishCookie(place, maxAge)];
}

const asksAnew = (provider: InternalProvider): boolean =>
  "reauthentication" in provider && provider.reauthentication === "max_age";
