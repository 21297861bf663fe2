/** The routes: pages, and the same as JSON for who asks for it. */
import { toError } from "../../errors/index.js";
import { isStoreFailure } from "../../errors/store-failure.js";
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore } from "../../http/flow-result.js";
import { isForPage, refuse } from "../../server-functions/refusal.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginRoute } from "../host/plugin.js";
import { missingTableIn } from "../host/missing-tables.js";
import { showPage } from "../page-kit/show-page.js";
import { AdminError } from "./admin-error.js";
import { listView } from "./list-page.js";
import type { Settings } from "./options.js";
import type { AdminText } from "./texts.js";
import { userView } from "./user-page.js";
import { type FormOutcome, type PageAsking, sayOf, type View } from "./view.js";

const views: readonly (readonly [path: PluginPath, view: View])[] = [
  ["/admin/users", listView],
  ["/admin/users/:id", userView],
];

export function adminRoutes(settings: Settings): readonly PluginRoute[] {
  const asked =
    (run: (asking: PageAsking) => Promise<FlowResult>): PluginRoute["flow"] =>
    (context, own) =>
      answering({ context, own, settings }, run);
  return views.map(([path, view]) => ({
    method: "GET",
    path,
    flow: asked((asking) => show(asking, view)),
  }));
}

/** A store that does not answer, and a table that is missing, let nobody in: 503. */
async function answering(
  asking: PageAsking,
  run: (asking: PageAsking) => Promise<FlowResult>,
): Promise<FlowResult> {
  const { context } = asking;
  try {
    return await run(asking);
  } catch (thrown) {
    if (isOutage(thrown)) {
      context.resolved.logger.error(toError(thrown));
      return refuse("unavailable", askedOf(context), context);
    }
    // The host has the answer of a page.
    if (!(thrown instanceof AdminError) || isPage(context)) throw thrown;
    return refusal(asking, thrown);
  }
}

const isOutage = (thrown: unknown): boolean =>
  missingTableIn(thrown) !== undefined || isStoreFailure(toError(thrown));

const askedOf = ({ request }: FlowContext) => ({
  method: request.method,
  target: request.pathname,
  header: (name: string) => request.header(name),
});

async function show(asking: PageAsking, view: View, outcome: FormOutcome = {}): Promise<FlowResult> {
  const { context } = asking;
  const { body, page } = await view(asking, outcome);
  if (!isPage(context)) return json(body, { headers: noStore });
  const shown = await showPage(context, await page());
  return { ...shown, headers: { ...shown.headers, ...noStore } };
}

function isPage(context: FlowContext): boolean {
  const { request } = context;
  return !wantsJson(context) && isForPage({ header: (name: string) => request.header(name) });
}

function textOf(asking: PageAsking, { code }: AdminError): string {
  const name: AdminText = `error-${code}`;
  return sayOf(asking)(name);
}

const waiting = (retryAfter: number | undefined): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };

function refusal(asking: PageAsking, error: AdminError): FlowResult {
  const { code, field, url, retryAfter, status } = error;
  const headers = { ...noStore, ...waiting(retryAfter) };
  return json({ error: code, field, message: textOf(asking, error), url }, { status, headers });
}
