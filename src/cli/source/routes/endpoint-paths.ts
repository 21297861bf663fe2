/** Addresses of the app, held against the path of the endpoints. */
import { isAuthAction } from "../../../runtime/http/actions.js";
import { firstPart } from "../../../runtime/http/path.js";

/** Whether an address is the path of the endpoints, or below it. */
export const isBelowBase = (address: string, base: string): boolean =>
  address === base || address.startsWith(`${base}/`);

/**
 * Whether an address below the path of the endpoints begins as one of them does: the others go on to the app.
 *
 * @param plugins ids: the addresses of a plugin begin with its own
 */
export function isEndpoint(address: string, base: string, plugins: readonly string[]): boolean {
  const first = firstPart(address.slice(base.length));
  return isBelowBase(address, base) && (isAuthAction(first) || plugins.includes(first));
}
