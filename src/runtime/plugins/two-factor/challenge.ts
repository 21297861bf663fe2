/** The step of a sign-in: asks for the factor, and goes on. */
import { InvalidCheck } from "../../errors/index.js";
import type { FlowContext } from "../../types/flow.js";
import type { PluginRoute, PluginScope } from "../host/plugin.js";
import { pendingSignIn, resumeSignIn } from "../sign-in/steps.js";
import { hasFactor } from "./factor-store.js";
import { type TwoFactorSettings, storedIdOf } from "./options.js";
import { paths, stepId } from "./paths.js";
import { shownNow } from "./session-factor.js";
import { type FactorQuestion, judgeForm, optionsFor, pageFor } from "./show-factor.js";
import type { SignInNote } from "./step.js";

/** Whose sign-in waits. @throws InvalidCheck for none, and for one of a user who has no factor any more */
async function askedOf(
  context: FlowContext,
  own: PluginScope,
  { trustDays }: TwoFactorSettings,
): Promise<FactorQuestion> {
  const { user, account } = await pendingSignIn(context, stepId);
  const userId = storedIdOf(user);
  if (userId === undefined || !(await hasFactor({ own, userId })))
    throw new InvalidCheck("The user of the sign-in that waits has no second factor");
  // What has just signed in is no second factor.
  const takesPasskey = !context.resolved.providers("webauthn").some(({ id }) => id === account.provider);
  return { context, own, userId, path: paths.challenge, trustDays, takesPasskey };
}

async function answerStep(asked: FactorQuestion) {
  const { context, userId, trustDays } = asked;
  return judgeForm(asked, (amr, { trust }) => {
    const trusts = trustDays !== false && trust === "yes";
    const note: SignInNote = { ...shownNow(amr), trustedBy: trusts ? userId : undefined };
    return resumeSignIn(context, stepId, note);
  });
}

export const challengeRoutes = (settings: TwoFactorSettings): readonly PluginRoute[] => [
  {
    method: "GET",
    path: paths.challenge,
    flow: async (context, own) => own.show(context, await pageFor(await askedOf(context, own, settings))),
  },
  {
    method: "GET",
    path: paths.challengePasskey,
    flow: async (context, own) => optionsFor(await askedOf(context, own, settings)),
  },
  {
    method: "POST",
    path: paths.challenge,
    of: "none",
    throttle: "credentials",
    flow: async (context, own) => answerStep(await askedOf(context, own, settings)),
  },
];
