/** What judges links of mails, loaded at the first mail. */
import type { ResolvedConfig } from "../types/resolved-config.js";
import type { mailedSites } from "./mailed-site.js";

export function lazyMailedSites(...known: Parameters<typeof mailedSites>): ResolvedConfig["mailedSite"] {
  let judge: ReturnType<typeof mailedSites> | undefined;
  return async (site) => (judge ??= (await import("./mailed-site.js")).mailedSites(...known))(site);
}
