/** What a user changes about the factor: each needs that it was shown in the last five minutes. */
import { AccessDenied } from "../../errors/index.js";
import { type FlowResult, redirect } from "../../http/flow-result.js";
import { pageUrl } from "../../security/page-url.js";
import type { FlowContext } from "../../types/flow.js";
import { assertMayChange, tellChange } from "../accounts/authenticators.js";
import { countChange } from "../accounts/change-count.js";
import { deleteRows } from "../host/delete-rows.js";
import type { PluginRoute, PluginScope } from "../host/plugin.js";
import { countRecoveryCodes, hasFactor, removeFactor, renewRecoveryCodes } from "./factor-store.js";
import { isRequired, type TwoFactorSettings } from "./options.js";
import { managePage } from "./pages.js";
import { paths } from "./paths.js";
import { newRecoveryCodes } from "./recovery-codes.js";
import { endReplacedRows } from "./replaced-sessions.js";
import { newCodesPage } from "./recovery-pages.js";
import { browserTable } from "./tables.js";
import { forgetThisBrowser } from "./trusted-browsers.js";
import { staleAnswer, toSignIn, type Visitor, visitorOf } from "./visitor.js";

const manageUrl = (context: FlowContext): string => pageUrl(context, paths.manage);

type Change = (context: FlowContext, visitor: Visitor) => Promise<FlowResult>;

/** @returns a flow that runs for a user with a factor that was shown just now */
const freshly =
  (change: Change): PluginRoute["flow"] =>
  async (context, own) => {
    const visitor = await visitorOf(context, own);
    if (visitor === undefined) return toSignIn(context, manageUrl(context));
    if (!(await hasFactor(visitor))) return redirect(manageUrl(context));
    return (await staleAnswer(context, visitor, paths.manage)) ?? change(context, visitor);
  };

async function showState(
  context: FlowContext,
  own: PluginScope,
  settings: TwoFactorSettings,
): Promise<FlowResult> {
  const visitor = await visitorOf(context, own);
  if (visitor === undefined) return toSignIn(context, manageUrl(context));
  const isOn = await hasFactor(visitor);
  const left = isOn ? await countRecoveryCodes(visitor) : 0;
  const isNeeded = await isRequired(settings, visitor.user);
  return own.show(context, managePage({ context, own }, { isOn, left, isNeeded }));
}

const renewCodes: Change = async (context, visitor) => {
  const codes = newRecoveryCodes();
  // Another tab was faster: its codes hold, and these are never shown.
  if (!(await renewRecoveryCodes(visitor, codes))) return redirect(manageUrl(context));
  return visitor.own.show(context, newCodesPage({ context, own: visitor.own }, codes, manageUrl(context)));
};

const forgetBrowsers: Change = async (context, visitor) => {
  await deleteRows(visitor.own, browserTable, { userId: visitor.userId });
  return redirect(manageUrl(context), forgetThisBrowser(context));
};

const switchOff =
  (settings: TwoFactorSettings): Change =>
  async (context, visitor) => {
    if (await isRequired(settings, visitor.user)) throw new AccessDenied("The user needs a second factor");
    const { userId } = visitor;
    await assertMayChange(context, { userId }, manageUrl(context));
    // What a sign-out finds them by goes with the factor.
    await endReplacedRows(visitor.own, context.resolved, userId);
    await countChange(context, userId, () => removeFactor(visitor));
    await tellChange(context, { userId, of: "factor", is: "removed" });
    return redirect(manageUrl(context), forgetThisBrowser(context));
  };

export const manageRoutes = (settings: TwoFactorSettings): readonly PluginRoute[] => [
  { method: "GET", path: paths.manage, flow: (context, own) => showState(context, own, settings) },
  // Codes are shown where they are asked for: no redirect may carry them.
  { method: "POST", path: paths.manage, of: "factor", flow: freshly(renewCodes) },
  { method: "POST", path: paths.recoveryCodes, of: "factor", flow: freshly(renewCodes) },
  { method: "POST", path: paths.forgetBrowsers, of: "factor", flow: freshly(forgetBrowsers) },
  { method: "POST", path: paths.off, of: "factor", flow: freshly(switchOff(settings)) },
];
