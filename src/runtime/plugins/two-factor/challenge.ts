/** The step of a sign-in: asks for the factor, and goes on. */
import { InvalidCheck } from "../../errors.js";
import type { FlowResult } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import type { PluginRoute, PluginScope } from "../plugin.js";
import { pendingSignIn, resumeSignIn } from "../steps.js";
import { wrongAnswer } from "./answers.js";
import { hasFactor, judgeAnswer } from "./factor-store.js";
import type { SignInNote } from "./step.js";
import type { Settings } from "./options.js";
import { askPage } from "./pages.js";
import { paths, stepId } from "./paths.js";
import { shownNow } from "./session-factor.js";

/** Whose sign-in waits. @throws InvalidCheck for none, and for one of a user who has no factor any more */
async function waitingUser(context: FlowContext, own: PluginScope): Promise<string> {
  const { user } = await pendingSignIn(context, stepId);
  if (user.isNew || user.id === undefined || !(await hasFactor({ own, userId: user.id })))
    throw new InvalidCheck("The user of the sign-in that waits has no second factor");
  return user.id;
}

async function answerStep(context: FlowContext, own: PluginScope, settings: Settings): Promise<FlowResult> {
  const userId = await waitingUser(context, own);
  const body = (await context.request.body()) ?? {};
  const amr = await judgeAnswer({ resolved: context.resolved, own, userId }, body);
  const drawn = { context, own };
  if (amr === undefined) throw wrongAnswer(drawn, askPage(drawn, { ...asked(settings), isWrong: true }));
  const trusts = settings.trustDays !== false && body["trust"] === "yes";
  const note: SignInNote = { ...shownNow(amr), trustedBy: trusts ? userId : undefined };
  return resumeSignIn(context, stepId, note);
}

const asked = ({ trustDays }: Settings) => ({ path: paths.challenge, trustDays });

export const challengeRoutes = (settings: Settings): readonly PluginRoute[] => [
  {
    method: "GET",
    path: paths.challenge,
    async flow(context, own) {
      await waitingUser(context, own);
      return own.show(context, askPage({ context, own }, { ...asked(settings), isWrong: false }));
    },
  },
  {
    method: "POST",
    path: paths.challenge,
    csrf: true,
    throttle: "credentials",
    flow: (context, own) => answerStep(context, own, settings),
  },
];
