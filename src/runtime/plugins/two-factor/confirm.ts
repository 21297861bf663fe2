/** Step-up: the factor is shown in the session that is open, and the browser goes back to where it was. */
import { type FlowResult, redirect } from "../../http/flow-result.js";
import type { FlowContext } from "../../types/flow.js";
import type { PluginRoute, PluginScope } from "../plugin.js";
import { wrongAnswer } from "./answers.js";
import { hasFactor, judgeAnswer } from "./factor-store.js";
import { askPage } from "./pages.js";
import { paths } from "./paths.js";
import { markSession, shownNow } from "./session-factor.js";
import { toPage, toSignIn, type Visitor, visitorOf } from "./visitor.js";

/** Who can be asked; the answer for everybody else. */
async function askedVisitor(context: FlowContext, own: PluginScope): Promise<Visitor | FlowResult> {
  const visitor = await visitorOf(context, own);
  if (visitor === undefined) return toSignIn(context);
  return (await hasFactor(visitor)) ? visitor : toPage(context, paths.setUp);
}

const asked = { path: paths.confirm, trustDays: false } as const;

async function answerConfirm(context: FlowContext, own: PluginScope): Promise<FlowResult> {
  const visitor = await askedVisitor(context, own);
  if ("kind" in visitor) return visitor;
  const amr = await judgeAnswer(visitor, (await context.request.body()) ?? {});
  const drawn = { context, own };
  if (amr === undefined) throw wrongAnswer(drawn, askPage(drawn, { ...asked, isWrong: true }));
  return redirect(context.callbackUrl, await markSession(context, own, visitor.read, shownNow(amr)));
}

export const confirmRoutes: readonly PluginRoute[] = [
  {
    method: "GET",
    path: paths.confirm,
    async flow(context, own) {
      const visitor = await askedVisitor(context, own);
      if ("kind" in visitor) return visitor;
      return own.show(context, askPage({ context, own }, { ...asked, isWrong: false }));
    },
  },
  { method: "POST", path: paths.confirm, csrf: true, throttle: "credentials", flow: answerConfirm },
];
