/**
 * Entry point `authwright/plugins/password`: sign-up, sign-in and all that belongs to passwords, with pages that work
 * without JavaScript and the same as JSON.
 */
import type { FlowResult } from "../../http/flow-result.js";
import type { Awaitable } from "../../types/entities.js";
import type { Plugin } from "../../types/plugin.js";
import { deleteRows } from "../host/delete-rows.js";
import { definePlugin } from "../host/define-plugin.js";
import type { ChangedThing } from "../host/plugin.js";
import type { PluginRoute } from "../host/plugin.js";
import { findMailProblem } from "../mail/send-mail.js";
import { watchSessions } from "../sessions/watch-sessions.js";
import { addressPage, askAddress, confirmAddress, confirmPage } from "./address.js";
import { change, changePage } from "./change.js";
import { forgot, forgotPage, mailReset } from "./forgot.js";
import { retireLegacyHash } from "./legacy-hashes.js";
import { messages } from "./messages.js";
import { type PasswordCall, type PasswordOptions, providerId, settingsOf } from "./options.js";
import { passwordProvider } from "./provider.js";
import { reset, resetPage } from "./reset.js";
import { signUp, signUpPage } from "./sign-up.js";
import { pages as addresses } from "./page-table.js";
import { linkTable, tables } from "./tables.js";
import {
  aboutPassword,
  addressRow,
  countPasswords,
  endUnprovenPassword,
  exportPassword,
  forgetPassword,
  passwordOverview,
} from "./user-rows.js";
import { verify, verifyPage } from "./verify.js";

export type { PasswordOptions } from "./options.js";
export { pwnedPasswords, type PwnedPasswordsOptions } from "./pwned-passwords.js";

type Flow = (call: PasswordCall) => Awaitable<FlowResult>;

/** What there is below `/password`: a page, where its form goes, and what that changes. */
const pages: readonly (readonly [path: string, page: Flow, form: Flow, of: ChangedThing])[] = [
  ["sign-up", signUpPage, signUp, "user"],
  ["verify", verifyPage, verify, "address"],
  ["forgot", forgotPage, forgot, "none"],
  ["reset", resetPage, reset, "password"],
  ["change", changePage, change, "password"],
  ["address", addressPage, askAddress, "address"],
  ["confirm-address", confirmPage, confirmAddress, "address"],
];

/**
 * Users sign up and in with an address and a password. Needs an adapter, and somebody who sends mails: a mail provider of
 * the configuration, or the option `sendMail`.
 *
 * @param options lengths, user names, and hooks; none is needed
 * @returns the plugin, for `plugins` of the configuration
 * @throws RangeError for a `minLength` below 8 or above 64, and a `cacheSeconds` below 0 or above 3600
 * @example
 * import { password, pwnedPasswords } from "authwright/plugins/password";
 * const config = { adapter, providers: [Resend], plugins: [password({ isBreached: pwnedPasswords() })] };
 */
export function password(options: PasswordOptions = {}): Plugin {
  const settings = settingsOf(options);
  const at = (path: string, flow: Flow): Pick<PluginRoute, "path" | "flow"> => ({
    path: `/password/${path}`,
    flow: (context, own) => flow({ context, own, settings }),
  });
  return definePlugin({
    id: "password",
    tables,
    addresses,
    messages,
    providers: [passwordProvider(settings)],
    routes: pages.flatMap(([path, page, form, of]): readonly PluginRoute[] => [
      { method: "GET", ...at(path, page) },
      { method: "POST", of, ...at(path, form) },
    ]),
    aroundSessions: watchSessions({ cacheSeconds: settings.cacheSeconds }),
    waysIn: countPasswords,
    mailedWayIn: providerId,
    async forgetUser(own, userId, address) {
      await forgetPassword(own, userId, address);
      await retireLegacyHash(own, settings, address);
    },
    async addressChanged(own, userId, before) {
      await deleteRows(own, linkTable, { userId });
      await retireLegacyHash(own, settings, before);
    },
    factorRemoved: (own, userId) => deleteRows(own, linkTable, { userId }),
    addressProven: (own, userId, resolved) => endUnprovenPassword({ own, settings, resolved }, userId),
    about: (own, userId, use) => aboutPassword(own, userId, use, settings.legacyHash !== undefined),
    helps: { sendReset: (own, asked) => mailReset(own, settings, asked) },
    links: ({ owner }) => [addressRow(owner)],
    overview: (own, userId) => passwordOverview(own, userId, settings.legacyHash !== undefined),
    exportUser: (own, userId) => exportPassword(own, userId, settings.legacyHash !== undefined),
    sendMail: settings.sendMail,
    findProblem: (providers) => findMailProblem("password", providers, settings.sendMail),
  });
}
