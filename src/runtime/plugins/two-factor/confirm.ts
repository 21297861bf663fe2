/** Step-up: the factor is shown in the session that is open, and the browser goes back to where it was. */
import { type FlowResult, redirect } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import type { PluginRoute, PluginScope } from "../host/plugin.js";
import { hasFactor } from "./factor-store.js";
import { paths } from "./paths.js";
import { markSession, shownNow } from "./session-factor.js";
import { type FactorQuestion, judgeForm, optionsFor, pageFor } from "./show-factor.js";
import { toPage, toSignIn, type Visitor, visitorOf } from "./visitor.js";

interface AskedVisitor extends FactorQuestion {
  readonly visitor: Visitor;
}

/** @returns a flow for who can be asked; all others are led on */
const asking =
  (flow: (asked: AskedVisitor) => Promise<FlowResult>): PluginRoute["flow"] =>
  async (context: FlowContext, own: PluginScope) => {
    const visitor = await visitorOf(context, own);
    if (visitor === undefined) return toSignIn(context);
    if (!(await hasFactor(visitor))) return toPage(context, paths.setUp);
    const { userId } = visitor;
    return flow({
      context,
      own,
      userId,
      visitor,
      path: paths.confirm,
      trustDays: false,
      takesPasskey: true,
    });
  };

const answerConfirm = (asked: AskedVisitor): Promise<FlowResult> => {
  const { context, own, visitor } = asked;
  return judgeForm(asked, async (amr) =>
    redirect(context.callbackUrl, await markSession(context, own, visitor.read, shownNow(amr))),
  );
};

export const confirmRoutes: readonly PluginRoute[] = [
  {
    method: "GET",
    path: paths.confirm,
    flow: asking(async (asked) => asked.own.show(asked.context, await pageFor(asked))),
  },
  { method: "GET", path: paths.confirmPasskey, flow: asking(optionsFor) },
  {
    method: "POST",
    path: paths.confirm,
    of: "none",
    throttle: "credentials",
    flow: asking(answerConfirm),
  },
];
