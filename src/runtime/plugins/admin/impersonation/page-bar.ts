/** On every built-in page while somebody acts for a user: who acts for whom, and Stop. */
import { toError } from "../../../errors/index.js";
import type { FlowResult } from "../../../http/flow-result.js";
import { pageUrl } from "../../../security/page-url.js";
import type { FlowContext } from "../../../types/flow.js";
import type { PluginTarget } from "../../host/plugin.js";
import type { Bar } from "../../page-kit/page-model.js";
import { sayOf } from "../view.js";
import { findOpenAct } from "./open-act.js";
import { namesIn } from "./shown-session.js";

/** The page that says the same. */
const stopPage = "/impersonation";

/** A page that the route answers with gets the bar; anything else stays as it is. */
export function showingBar(target: PluginTarget): PluginTarget {
  const { route, action } = target;
  if (action === stopPage) return target;
  const flow = async (context: FlowContext) => onTop(context, await route.flow(context));
  return { ...target, route: { ...route, flow } };
}

/** Where the store does not say who acts, the page stands without the bar: the one that tells of it is a page, too. */
async function onTop(context: FlowContext, result: FlowResult): Promise<FlowResult> {
  if (result.kind !== "html") return result;
  const found = await findOpenAct(context).catch((thrown: unknown) =>
    context.resolved.logger.error(toError(thrown)),
  );
  if (!found) return result;
  const { open, own } = found;
  const say = sayOf({ own, context });
  const press = { kind: "press", label: say("stop"), action: pageUrl(context, stopPage) } as const;
  const bar: Bar = { text: say("bar", namesIn(open)), action: press };
  const { withBar } = await import("../../page-kit/render-page.js");
  return { ...result, body: withBar(result.body, bar, context) };
}
