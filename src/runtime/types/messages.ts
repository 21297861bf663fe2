/** Texts of one language, as the built-in pages and mails show them. */
import type { AuthError } from "../errors.js";
import type { ResolvedConfig } from "./resolved-config.js";
import type { AuthConfig } from "./config.js";
import type { CoreMessages } from "../pages/core-messages.js";
import type { AccountMessages } from "../plugins/account/texts.js";
import type { PasswordMessages } from "../plugins/password/messages.js";
import type { TwoFactorMessages } from "../plugins/two-factor/messages.js";

/**
 * The forms of a text that depends on a number, by the plural category of its `{count}` in the language
 * (`Intl.PluralRules`). A category that is missing counts as `other`.
 */
export type PluralText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & {
  /** For every number that has no form of its own. */
  readonly other: string;
};

/** A text, or its forms by number. What stands in braces is filled in: `{app}`, `{count}`. */
export type Text = string | PluralText;

/** The type of translations of a table of English texts: the same names, and forms by number where English has them. */
export type TextsOf<English> = {
  readonly [Name in keyof English]: English[Name] extends string ? string : PluralText;
};

/** The texts of the core and of each plugin. */
export interface MessageGroups {
  /** Sign-in, sign-out, errors, "check your email", the sign-in mail. */
  readonly core: CoreMessages;
  /** `authwright/plugins/account`. */
  readonly account: AccountMessages;
  /** `authwright/plugins/password`. */
  readonly password: PasswordMessages;
  /** `authwright/plugins/two-factor`. */
  readonly "two-factor": TwoFactorMessages;
}

/** What `defineMessages` takes: a language with all or some of the texts. */
export type MessagesInput = {
  /** BCP 47 tag, such as `de` or `pt-BR`: what `Accept-Language` is compared with, and `lang` of the pages. */
  readonly locale: string;
  /** Writing direction, `dir` of the pages. Default: `"ltr"`. */
  readonly direction?: "ltr" | "rtl";
} & { readonly [Group in keyof MessageGroups]?: Partial<MessageGroups[Group]> };

/** A language for `messages` of the configuration: a module of `authwright/messages/<language>`, or your own. */
export type Messages = MessagesInput & {
  /** Internal: chooses among the languages of a configuration. It comes with them, so that others do not carry it. */
  readonly host: (config: AuthConfig) => LanguageHost;
};

/** A whole language, as `authwright/messages/<language>` exports it: no text is missing. */
export type CompleteMessages = MessageGroups &
  Messages & {
    /** Writing direction, `dir` of the pages. */
    readonly direction: "ltr" | "rtl";
  };

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

/** All languages of one configuration. Internal. */
export interface LanguageHost {
  /** What is wrong with them. */
  readonly problem: AuthError | undefined;
  /** The language that a request is answered in; undefined: English, as the pages have it. */
  languageOf(resolved: ResolvedConfig, request: LanguageRequest): Language | undefined;
}
