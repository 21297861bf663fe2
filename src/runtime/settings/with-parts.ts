import type { ResolvedConfig } from "../types/resolved-config.js";

/** Reads the option `pageAddresses`; loaded by who has it. */
export const pageAddresses = async () => (await import("../flows/by-hand.js")).parts.pageAddresses();

/** The configuration with what some of its options need: the addresses of its pages, and sign-out at providers. */
export async function withParts(given: ResolvedConfig): Promise<ResolvedConfig> {
  const resolved = given.signOut ? (await given.signOut()).withSignOut(given) : given;
  return resolved.config.pageAddresses ? (await pageAddresses()).withOwnAddresses(resolved) : resolved;
}
