import type { ResolvedConfig } from "../types/resolved-config.js";

/** Answers at the addresses of pages; loaded by who has the option `pageAddresses`. */
export const pageAnswers = () => import("../pages/at-addresses.js");

/** The configuration with what some of its options need: the addresses of its pages, and sign-out at providers. */
export async function withParts(given: ResolvedConfig): Promise<ResolvedConfig> {
  const resolved = given.signOut ? (await given.signOut()).withSignOut(given) : given;
  if (!resolved.config.pageAddresses) return resolved;
  return (await import("../pages/page-addresses.js")).withOwnAddresses(resolved);
}
