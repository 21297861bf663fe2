/** What comes with the languages of a configuration. */
import type { AuthError } from "../errors/index.js";
import type { AnyAuthConfig } from "./config.js";
import type { Language } from "./messages.js";
import type { ResolvedConfig } from "./resolved-config.js";

/** What a language is chosen by: any request that can be asked for its headers. */
export interface LanguageRequest {
  readonly method?: string;
  /** @param name in lower case */
  header(name: string): string | null | undefined;
  /** The request for the app's code. */
  toRequest?(body?: Record<string, unknown>): Request;
  /** Path and query, where there is no `toRequest`. */
  readonly target?: string;
}

/** All languages of one configuration. Internal. */
export interface LanguageHost {
  /** What is wrong with them. */
  readonly problem: AuthError | undefined;
  /** The language that a request is answered in; undefined: English, as the pages have it. */
  languageOf(resolved: ResolvedConfig, request: LanguageRequest): Language | undefined;
}

/** The member `host` of a language. */
export type LanguageHostOf = (config: AnyAuthConfig) => LanguageHost;
