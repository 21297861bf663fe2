import type { LanguageRequest } from "../types/language-host.js";
import type { Language } from "../types/messages.js";
import type { ResolvedConfig } from "../types/resolved-config.js";

/** The language of a request; undefined: English, without any languages in the configuration. */
export const languageOf = (resolved: ResolvedConfig, request: LanguageRequest): Language | undefined => {
  const { config, logger } = resolved;
  const { messages } = config;
  const host = messages?.[0]?.host;
  if (messages && messages.length !== 0 && !host) logger.warn("messages: call defineMessages()");
  return host?.(config).languageOf(resolved, request);
};
