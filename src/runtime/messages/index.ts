/** Entry point `authwright/messages`: languages of your own for the built-in pages and mails. */
import { languageHost } from "../languages/host.js";
import type { Messages, MessagesInput } from "../types/messages.js";

export type {
  CompleteMessages,
  Language,
  MessageGroups,
  Messages,
  MessagesInput,
  PluralText,
  Text,
} from "../types/messages.js";
export type { AccountMessages } from "../plugins/account/texts.js";
export type { CoreMessages } from "../pages/core-messages.js";
export type { PageKitMessages } from "../plugins/page-kit/texts.js";
export type { PasswordMessages } from "../plugins/password/messages.js";
export type { TwoFactorMessages } from "../plugins/two-factor/messages.js";

/**
 * Makes a language of texts. Texts that are missing are English.
 *
 * @param language its tag, its direction, and its texts by group: `core`, and the id of each plugin
 * @returns for `messages` of the configuration, where a tag that is none is told
 * @example
 * const it = defineMessages({ locale: "it", core: { signIn: "Accedi", signInTo: "Accedi a {app}" } });
 */
export const defineMessages = <Input extends MessagesInput>(language: Input): Input & Messages =>
  Object.freeze({ ...language, host: languageHost }) as Input & Messages;
