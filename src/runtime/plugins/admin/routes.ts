/** The routes: pages, and the same as JSON for who asks for it. */
import { toError } from "../../errors/index.js";
import { isStoreFailure } from "../../errors/store-failure.js";
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore, redirect } from "../../http/flow-result.js";
import { isForPage, refuse } from "../../server-functions/refusal.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginRoute } from "../host/plugin.js";
import type { Departure } from "../host/plugin-host.js";
import { missingTableIn } from "../host/missing-tables.js";
import { showPage } from "../page-kit/show-page.js";
import { askMove, confirmMove } from "./address.js";
import { addressView } from "./address-page.js";
import { AdminError, type AdminErrorCode } from "./admin-error.js";
import { banUser, signOutUser, unbanUser } from "./banning.js";
import { createUser } from "./creation.js";
import { removeTyped } from "./deletion.js";
import { removeFactor } from "./factor-removal.js";
import { help } from "./helps.js";
import { listView } from "./list-page.js";
import { newUserView } from "./new-user-page.js";
import type { AdminSettings } from "./options.js";
import type { AdminText } from "./texts.js";
import { userView } from "./user-page.js";
import { type OfficeOutcome, type OfficePageAsking, sayOf, urlOf, type OfficeView } from "./view.js";

type Fields = Readonly<Record<string, unknown>>;

const views: readonly (readonly [path: PluginPath, view: OfficeView])[] = [
  ["/admin/users", listView],
  ["/admin/users/new", newUserView],
  ["/admin/users/:id", userView],
  ["/admin/address", addressView],
];

/** Whose page comes next, or what the page of the form says now; neither: the list comes next. */
export interface Next extends Pick<OfficeOutcome, "done"> {
  readonly id?: string;
  /** Somewhere else. */
  readonly departure?: Departure;
}

/** What a POST does. */
export type OfficeChange = (asking: OfficePageAsking, id: string, fields: Fields) => Promise<Next>;

/** Goes on to the page of the same user. */
const staying =
  (run: (asking: OfficePageAsking, id: string, fields: Fields) => Promise<void>): OfficeChange =>
  async (asking, id, fields) => {
    await run(asking, id, fields);
    return { id };
  };

/** With the page that has the form. */
const changes: readonly (readonly [path: PluginPath, change: OfficeChange, form: OfficeView])[] = [
  [
    "/admin/users/new",
    async (asking, _id, fields) => ({ id: (await createUser(asking, fields)).id }),
    newUserView,
  ],
  ["/admin/users/:id/sign-out", staying(signOutUser), userView],
  ["/admin/users/:id/ban", staying(banUser), userView],
  ["/admin/users/:id/unban", staying(unbanUser), userView],
  ["/admin/users/:id/help", staying(help), userView],
  ["/admin/users/:id/remove-factor", staying(removeFactor), userView],
  ["/admin/users/:id/email", staying((asking, id, { email }) => askMove(asking, id, email)), userView],
  [
    "/admin/users/:id/delete",
    async (asking, id, { confirm }) => {
      await removeTyped(asking, id, confirm);
      return {};
    },
    userView,
  ],
  [
    "/admin/address",
    async (asking, _id, fields) => ({ done: await confirmMove(asking, fields) }),
    addressView,
  ],
];

export function adminRoutes(settings: AdminSettings): readonly PluginRoute[] {
  const asked =
    (run: (asking: OfficePageAsking) => Promise<FlowResult>): PluginRoute["flow"] =>
    (context, own) =>
      answering({ context, own, settings }, run);
  return [
    ...views.map(([path, view]): PluginRoute => ({
      method: "GET",
      path,
      flow: asked((asking) => show(asking, view)),
    })),
    ...changes.map(([path, change, form]): PluginRoute => ({
      method: "POST",
      path,
      of: "user",
      flow: asked((asking) => carryOut(asking, path, change, form)),
    })),
  ];
}

/** A store that does not answer, and a table that is missing, let nobody in: 503. */
export async function answering(
  asking: OfficePageAsking,
  run: (asking: OfficePageAsking) => Promise<FlowResult>,
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

export async function show(
  asking: OfficePageAsking,
  view: OfficeView,
  outcome: OfficeOutcome = {},
): Promise<FlowResult> {
  const { context } = asking;
  const { body, page } = await view(asking, outcome);
  if (!isPage(context)) return json(body, { headers: noStore });
  const shown = await showPage(context, await page());
  return { ...shown, headers: { ...shown.headers, ...noStore } };
}

export async function carryOut(
  asking: OfficePageAsking,
  path: PluginPath,
  change: OfficeChange,
  form: OfficeView,
): Promise<FlowResult> {
  const { context } = asking;
  const { part = "", request } = context;
  const sent = (await request.body()) ?? {};
  try {
    const { id, done, departure } = await change(asking, part, sent);
    if (done !== undefined) return await show(asking, form, { done });
    const next = urlOf(context, id === undefined ? "/admin/users" : "/admin/users/:id", id);
    const { location: url, cookies } = departure ?? { location: next, cookies: [] };
    return isPage(context) ? redirect(url, cookies) : json({ ok: true, url }, { headers: noStore, cookies });
  } catch (thrown) {
    if (!(thrown instanceof AdminError) || !isPage(context) || leadsOn.has(thrown.code)) throw thrown;
    const { field, status, retryAfter } = thrown;
    const action = urlOf(context, path, part);
    const refused = { action, sent, field, text: textOf(asking, thrown) };
    const shown = await show(asking, form, { refused });
    return { ...shown, status, headers: { ...shown.headers, ...waiting(retryAfter) } };
  }
}

/** What is missing is done on another page, or there is nothing to show. */
const leadsOn: ReadonlySet<AdminErrorCode> = new Set<AdminErrorCode>([
  "signed-out",
  "stale",
  "factor",
  "not-found",
]);

function isPage(context: FlowContext): boolean {
  const { request } = context;
  return !wantsJson(context) && isForPage({ header: (name: string) => request.header(name) });
}

function textOf(asking: OfficePageAsking, { code }: AdminError): string {
  const name: AdminText = `error-${code}`;
  return sayOf(asking)(name);
}

const waiting = (retryAfter: number | undefined): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };

function refusal(asking: OfficePageAsking, error: AdminError): FlowResult {
  const { code, field, url, retryAfter, status } = error;
  const headers = { ...noStore, ...waiting(retryAfter) };
  return json({ error: code, field, message: textOf(asking, error), url }, { status, headers });
}
