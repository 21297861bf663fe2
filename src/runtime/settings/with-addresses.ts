import type { ResolvedConfig } from "../types/resolved-config.js";

/** Reads the option `pageAddresses`; loaded by who has it. */
export const pageAddresses = async () => (await import("../flows/by-hand.js")).parts.pageAddresses();

/** The configuration with the addresses of its pages, which are loaded where it has some. */
export const withAddresses = async (resolved: ResolvedConfig): Promise<ResolvedConfig> =>
  resolved.config.pageAddresses ? (await pageAddresses()).withOwnAddresses(resolved) : resolved;
