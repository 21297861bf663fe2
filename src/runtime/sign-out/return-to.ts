/** Where a sign-out may end. */
import type { OAuthProvider } from "../types/finished-provider.js";

const listOf = ({ federatedSignOut }: OAuthProvider): readonly string[] =>
  typeof federatedSignOut === "object" ? (federatedSignOut.returnTo ?? []) : [];

/** An address as the URL parser writes it, or an origin without its slash; no user, http or https. */
function isPlain(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, username, password, href, origin } = new URL(address);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" && (address === href || address === origin);
}

/** The first address of the option that no browser could be sent to; undefined: there is none. */
export const unusableReturn = (provider: OAuthProvider): string | undefined =>
  listOf(provider).find((address) => !isPlain(address));

/**
 * Where a sign-out at this provider ends.
 *
 * @param asked `callbackUrl` of the form, as it came
 * @param judged what becomes of it at every sign-out: an address of the app, or one that the `redirect` callback allows
 */
export const endOf = (provider: OAuthProvider | undefined, asked: unknown, judged: string): string =>
  provider === undefined ? judged : (listOf(provider).find((address) => address === asked) ?? judged);
