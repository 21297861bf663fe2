/**
 * A page of data as an answer. It is no part of the plugin host: that stands in apps without plugins, too, where a provider
 * signs people out.
 */
import { type FlowResult, html } from "../../http/flow-result.js";
import { lookOf } from "../../flows/page-facts.js";
import { pageHeaders } from "../../pages/headers.js";
import type { FlowContext } from "../../types/flow.js";
import type { PageModel } from "./page-model.js";

/**
 * Draws a page in the look of the built-in ones; the first one loads what draws.
 *
 * @param status default: 200
 * @throws TypeError where a link or a form of the page leads to what is no address
 * @example flow: async (context, own) => showPage(context, teamsPage(context, own, await rowsOf(own)))
 */
export async function showPage(
  { resolved, request }: FlowContext,
  model: PageModel,
  status?: number,
): Promise<FlowResult> {
  const { renderPage } = await import("./render-page.js");
  const look = lookOf(resolved, request);
  return html(renderPage(model, look), { status, headers: pageHeaders(look) });
}
