/** The routes: pages, and the same as JSON for who asks for it. */
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore, redirect } from "../../http/flow-result.js";
import { isForPage } from "../../server-functions/refusal.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginRoute } from "../host/plugin.js";
import { showPage } from "../page-kit/show-page.js";
import { acceptInvitation } from "./acceptance.js";
import type { Asking } from "./call.js";
import { deletionView } from "./deletion-page.js";
import { forgetToken } from "./invitation-cookie.js";
import { invitationView, signInFirst, tokenOf } from "./invitation-page.js";
import { resendInvitation, sendInvitations, withdrawInvitation } from "./invitations.js";
import { listView, newView } from "./list-pages.js";
import { handOver, removeMember, setRole } from "./members.js";
import { organizationView } from "./organization-page.js";
import { OrganizationError } from "./organization-error.js";
import type { Settings } from "./options.js";
import {
  createOrganization,
  leaveOrganization,
  removeOrganization,
  renameOrganization,
} from "./organizations.js";
import { addressesIn } from "./spelling.js";
import type { OrganizationText } from "./texts.js";
import { type FormOutcome, type PageAsking, urlOf, type View } from "./view.js";

type Fields = Readonly<Record<string, unknown>>;

/** Whose page comes next, and what it shows once. */
interface Next {
  readonly slug: string;
  readonly link?: string | undefined;
}

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
  ["/invitation", async (asking) => acceptInvitation(asking, await tokenOf(asking)), invitationView],
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
  const { status, headers, body, page } = await view(asking, outcome);
  if (!isPage(context)) return json(body, { status, headers: noStore });
  const shown = await showPage(context, await page(), status);
  return { ...shown, headers: { ...shown.headers, ...headers } };
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
    const link = next?.link;
    if (isPage(context) && link !== undefined) return await show(asking, form, { link });
    const url =
      next === undefined
        ? urlOf(context, "/organizations")
        : urlOf(context, "/organizations/:slug", next.slug);
    const cookies = path === "/invitation" ? forgetToken(context) : [];
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
