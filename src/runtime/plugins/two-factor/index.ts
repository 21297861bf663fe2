/** Entry point `authwright/plugins/two-factor`: a second factor between the proof and the session. */
import type { Plugin } from "../../types/plugin.js";
import { deleteRows } from "../host/delete-rows.js";
import { definePlugin } from "../host/define-plugin.js";
import { challengeRoutes } from "./challenge.js";
import { confirmRoutes } from "./confirm.js";
import { manageRoutes } from "./manage.js";
import { assertOpen, type FactorAnswer, hasFactor, judgeAnswer, removeFactor } from "./factor-store.js";
import { messages } from "./messages.js";
import { furtherFields } from "./pages.js";
import { toSettings, type TwoFactorOptions } from "./options.js";
import { pages as addresses } from "./page-table.js";
import { paths, stepId } from "./paths.js";
import { withoutReplaced } from "./replaced-sessions.js";
import { isShown } from "./session-factor.js";
import { setUpRoutes } from "./set-up.js";
import { changeNeeds, twoFactorStep } from "./step.js";
import { browserTable, tables } from "./tables.js";
import { aboutFactor, exportFactor, factorOverview } from "./user-rows.js";

export type { TwoFactorOptions, TwoFactorUser } from "./options.js";
export { endTrustedBrowsers } from "./trusted-browsers.js";

/**
 * Codes of an authenticator app (RFC 6238) and recovery codes as a second factor. Whoever has one is asked for it at
 * every sign-in, whichever way it began, before there is a session. `auth.require({ factor: "two-factor" })` asks for it
 * in a session.
 *
 * Needs an adapter with records; its tables are named `auth_two_factor_…`.
 *
 * @param options all of them can be left out
 * @returns for `plugins` of the configuration
 * @throws RangeError for `trustDays` that is no number of days
 * @example const config = { adapter, providers, plugins: [twoFactor({ required: "all" })] };
 */
export function twoFactor(options: TwoFactorOptions = {}): Plugin {
  const settings = toSettings(options);
  return definePlugin({
    id: stepId,
    tables,
    steps: [twoFactorStep(settings)],
    routes: [
      ...challengeRoutes(settings),
      ...setUpRoutes(settings),
      ...confirmRoutes,
      ...manageRoutes(settings),
    ],
    addresses,
    messages,
    aroundSessions: withoutReplaced,
    changeNeeds,
    forgetUser: (own, userId) => removeFactor({ own, userId }),
    about: aboutFactor,
    overview: factorOverview,
    exportUser: exportFactor,
    addressProven: (own, userId) => removeFactor({ own, userId }),
    credentialsChanged: (own, userId) => deleteRows(own, browserTable, { userId }),
    factor: {
      path: paths.confirm,
      isSetUp: (own, userId) => hasFactor({ own, userId }),
      remove: (own, userId) => removeFactor({ own, userId }),
      isProven: isShown,
      onForm: {
        fields: (context, own) => furtherFields({ context, own }),
        assertOpen: (own, userId) => assertOpen({ own, userId }),
        judge: async (owner, body) => (await judgeAnswer(owner, answerIn(body))) !== undefined,
      },
    },
  });
}

/** What is left empty is no answer. */
const answerIn = ({ code, recovery }: FactorAnswer): FactorAnswer =>
  recovery === "" ? { code } : { code, recovery };
