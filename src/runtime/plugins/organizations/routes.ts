/** The routes: pages, and the same as JSON for who asks for it. */
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore, redirect, withCookies } from "../../http/flow-result.js";
import { isForPage } from "../../server-functions/refusal.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginRoute } from "../host/plugin.js";
import { showPage } from "../page-kit/show-page.js";
import type { Departure } from "../host/plugin-host.js";
import { acceptJudged, judgeInvitation } from "./acceptance.js";
import type { Asking } from "./call.js";
import { deletionView } from "./deletion-page.js";
import { forgetToken, tokenOf } from "./invitation-cookie.js";
import { mailFreshLink } from "./invitation-mail.js";
import { invitationView } from "./invitation-page.js";
import { resendInvitation, sendInvitations, withdrawInvitation } from "./invitations.js";
import { listView, newView } from "./list-pages.js";
import { handOver, removeMember, setRole } from "./members.js";
import { organizationView } from "./organization-page.js";
import { joinAsNewcomer, wayOfNewUser } from "./newcomer.js";
import { OrganizationError } from "./organization-error.js";
import type { Settings } from "./options.js";
import {
  createOrganization,
  leaveOrganization,
  removeOrganization,
  renameOrganization,
} from "./organizations.js";
import { signInFirst } from "./sign-in-first.js";
import { addressesIn } from "./spelling.js";
import { takeOver } from "./take-over.js";
import type { OrganizationText } from "./texts.js";
import { type FormOutcome, type PageAsking, urlOf, type View } from "./view.js";

type Fields = Readonly<Record<string, unknown>>;

/** Whose page comes next, or where the browser goes, and what the page of the form shows instead. */
type Next = FormOutcome & ({ readonly slug: string } | Departure);

/** What a POST does. @returns undefined: the list of organisations comes next */
type Change = (asking: PageAsking, slug: string, fields: Fields) => Promise<Next | undefined>;

/** Goes on to the page of the same organisation. */
const staying =
  (run: (asking: Asking, slug: string, fields: Fields) => Promise<unknown>): Change =>
  async (asking, slug, fields) => {
    await run(asking, slug, fields);
    return { slug };
  };

const leaving =
  (run: (asking: Asking, slug: string, fields: Fields) => Promise<void>): Change =>
  async (asking, slug, fields) => {
    await run(asking, slug, fields);
    return undefined;
  };

async function makeLink(asking: Asking, slug: string, { role, uses }: Fields): Promise<Next> {
  const { url: link } = await sendInvitations(asking, slug, { role, uses });
  return { slug, link };
}

/** Whoever is signed in joins, or the user whom the link makes. */
async function press(asking: PageAsking): Promise<Next> {
  const judged = await judgeInvitation(asking, await tokenOf(asking));
  return judged.is === "new-user" && (await wayOfNewUser(asking.context.resolved, judged)) === "join"
    ? joinAsNewcomer(asking, judged)
    : acceptJudged(judged);
}

async function mailLink(asking: PageAsking): Promise<Next> {
  const mailed = await mailFreshLink(asking);
  return { location: urlOf(asking.context, "/invitation"), cookies: [], mailed };
}

const views: readonly (readonly [path: PluginPath, view: View])[] = [
  ["/organizations", listView],
  ["/organizations/new", newView],
  ["/organizations/:slug", organizationView],
  ["/organizations/:slug/delete", deletionView],
  ["/invitation", invitationView],
];

/** With the page that has the form. A page sends what was typed as `confirm`. */
const changes: readonly (readonly [path: PluginPath, change: Change, form: View])[] = [
  [
    "/organizations/new",
    // An empty field of a form is none.
    (asking, _slug, { name, slug }) =>
      createOrganization(asking, { name, slug: slug === "" ? undefined : slug }),
    newView,
  ],
  ["/organizations/:slug/rename", renameOrganization, organizationView],
  [
    "/organizations/:slug/delete",
    leaving((asking, slug, { name, confirm = name }) => removeOrganization(asking, slug, confirm)),
    deletionView,
  ],
  ["/organizations/:slug/leave", leaving(leaveOrganization), organizationView],
  [
    "/organizations/:slug/role",
    staying((asking, slug, { user, role }) => setRole(asking, slug, user, role)),
    organizationView,
  ],
  [
    "/organizations/:slug/remove",
    staying((asking, slug, { user }) => removeMember(asking, slug, user)),
    organizationView,
  ],
  [
    "/organizations/:slug/hand-over",
    staying((asking, slug, { user }) => handOver(asking, slug, user)),
    organizationView,
  ],
  ["/organizations/:slug/take-over", staying(takeOver), organizationView],
  [
    "/organizations/:slug/invite",
    staying((asking, slug, { addresses, ...fields }) =>
      sendInvitations(asking, slug, { ...fields, addresses: addressesIn(addresses) }),
    ),
    organizationView,
  ],
  ["/organizations/:slug/link", makeLink, organizationView],
  [
    "/organizations/:slug/resend",
    staying((asking, slug, { id }) => resendInvitation(asking, slug, id)),
    organizationView,
  ],
  [
    "/organizations/:slug/withdraw",
    staying((asking, slug, { id }) => withdrawInvitation(asking, slug, id)),
    organizationView,
  ],
  ["/invitation", press, invitationView],
  ["/invitation/mail", mailLink, invitationView],
];

export function organizationRoutes(settings: Settings): readonly PluginRoute[] {
  const asked =
    (run: (asking: PageAsking) => Promise<FlowResult>): PluginRoute["flow"] =>
    async (context, own) => {
      const asking = { context, own, settings };
      try {
        return await run(asking);
      } catch (thrown) {
        // The host has the answer of a page.
        if (!(thrown instanceof OrganizationError) || isPage(context)) throw thrown;
        return refusal(asking, thrown);
      }
    };
  return [
    ...views.map(([path, view]): PluginRoute => ({
      method: "GET",
      path,
      flow: asked((asking) => show(asking, view)),
    })),
    ...changes.map(([path, change, form]): PluginRoute => ({
      method: "POST",
      path,
      of: "membership",
      flow: asked((asking) => carryOut(asking, path, change, form)),
    })),
    {
      method: "POST",
      path: "/invitation/sign-in",
      of: "none",
      flow: asked(async (asking) => {
        const { location, cookies } = await signInFirst(asking);
        if (isPage(asking.context)) return redirect(location, cookies);
        return json({ ok: true, url: location }, { headers: noStore, cookies });
      }),
    },
  ];
}

async function show(asking: PageAsking, view: View, outcome: FormOutcome = {}): Promise<FlowResult> {
  const { context } = asking;
  const { status, headers, cookies, body, page } = await view(asking, outcome);
  if (!isPage(context)) return json(body, { status, headers: noStore });
  const shown = await showPage(context, await page(), status);
  return { ...withCookies(shown, cookies ?? []), headers: { ...shown.headers, ...headers } };
}

async function carryOut(
  asking: PageAsking,
  path: PluginPath,
  change: Change,
  form: View,
): Promise<FlowResult> {
  const { context } = asking;
  const { part = "", request } = context;
  const sent = (await request.body()) ?? {};
  try {
    const next = await change(asking, part, sent);
    const { link, mailed } = next ?? {};
    if (isPage(context) && (link ?? mailed) !== undefined) return await show(asking, form, { link, mailed });
    const { location: url, cookies } = departureOf(asking, path, next);
    return isPage(context)
      ? redirect(url, cookies)
      : json({ ok: true, url, link }, { headers: noStore, cookies });
  } catch (thrown) {
    if (!(thrown instanceof OrganizationError) || !isPage(context)) throw thrown;
    if (leadsOn.has(thrown.code) && form !== invitationView) throw thrown;
    const { field, status, retryAfter } = thrown;
    const action = urlOf(context, path, part);
    const shown = await show(asking, form, {
      refused: { action, sent, field, text: textOf(asking, thrown) },
    });
    return { ...shown, status, headers: { ...shown.headers, ...waiting(retryAfter) } };
  }
}

function departureOf({ context }: PageAsking, path: PluginPath, next: Next | undefined): Departure {
  if (next === undefined) return { location: urlOf(context, "/organizations"), cookies: [] };
  const forgotten = path === "/invitation" ? forgetToken(context) : [];
  if ("location" in next) return { ...next, cookies: [...forgotten, ...next.cookies] };
  return { location: urlOf(context, "/organizations/:slug", next.slug), cookies: forgotten };
}

/** What is missing is done on another page; an invitation shows the way itself. */
const leadsOn: ReadonlySet<string> = new Set(["signed-out", "stale", "factor"]);

const waiting = (retryAfter: number | undefined): Readonly<Record<string, string>> =>
  retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };

function isPage(context: FlowContext): boolean {
  const { request } = context;
  return !wantsJson(context) && isForPage({ header: (name: string) => request.header(name) });
}

function textOf({ context, own }: PageAsking, { code }: OrganizationError): string {
  const name: OrganizationText = `error-${code}`;
  return own.message(context, name);
}

function refusal(asking: PageAsking, error: OrganizationError): FlowResult {
  const { code, field, url, retryAfter, status } = error;
  const headers = { ...noStore, ...waiting(retryAfter) };
  return json({ error: code, field, message: textOf(asking, error), url }, { status, headers });
}
