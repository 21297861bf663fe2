import type { Language, LanguageRequest } from "../types/messages.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/** The language of a request; undefined: English, without any languages in the configuration. */
export const languageOf = (resolved: ResolvedConfig, request: LanguageRequest): Language | undefined => {
  const { config } = resolved;
  return config.messages?.[0]?.host?.(config).languageOf(resolved, request);
};
