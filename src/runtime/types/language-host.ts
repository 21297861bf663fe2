/** What comes with the languages of a configuration. */
import type { AuthError } from "../errors/index.js";
import type { Text } from "./text.js";

/** The language of one request; internal but for `locale` and `direction`. */
export interface Language {
  /** BCP 47 tag, as the configuration has it. */
  readonly locale: string;
  /** Writing direction. */
  readonly direction: "ltr" | "rtl";
  /** Internal: what there is of it, by group and name. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, Text | undefined>> | undefined>>;
}

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

/** The log that is told when a function of the app names no language. */
export interface LanguageLog {
  readonly logger: { error(error: Error): void };
}

/** All languages of one configuration. Internal. */
export interface LanguageHost {
  /** What is wrong with them. */
  readonly problem: AuthError | undefined;
  /** The language that a request is answered in; undefined: English, as the pages have it. */
  languageOf(resolved: LanguageLog, request: LanguageRequest): Language | undefined;
}
