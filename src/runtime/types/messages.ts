/** Texts of one language, as the built-in pages and mails show them. */
import type { CoreMessages } from "../pages/core-messages.js";
import type { PluginMessages } from "../plugins/registry.js";
import type { LanguageHost } from "./language-host.js";

export type { Language } from "./language-host.js";
export type { PluralText, Text } from "./text.js";

/** Members of a configuration that languages are chosen by. Internal. */
export interface LanguageOptions {
  readonly messages?: readonly Messages[] | undefined;
  readonly locale?: ((request: Request) => string) | undefined;
}

/** The member `host` of a language. */
export type LanguageHostOf = (config: LanguageOptions) => LanguageHost;

/** The texts of the core and of each plugin. */
export interface MessageGroups extends PluginMessages {
  /** Sign-in, sign-out, errors, "check your email", the sign-in mail. */
  readonly core: CoreMessages;
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
  /** @internal Chooses among the languages of a configuration. It comes with them, so that others do not carry it. */
  readonly host: LanguageHostOf;
};

/** What a language has of the texts of plugins. */
export type PluginTexts = Pick<MessagesInput, keyof PluginMessages>;

/** A language, as `authwright/messages/<language>` exports it: English stands in for what it lacks of plugins. */
export type CompleteMessages = Pick<MessageGroups, "core"> &
  Messages & {
    /** Writing direction, `dir` of the pages. */
    readonly direction: "ltr" | "rtl";
  };
