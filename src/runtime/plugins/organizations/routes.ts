/** The routes, as JSON. There are no pages yet: whoever asks for one is told that nothing is there. */
import { wantsJson } from "../../http/action-request.js";
import { type FlowResult, json, noStore } from "../../http/flow-result.js";
import { pageUrl } from "../../security/page-url.js";
import { isForPage } from "../../server-functions/refusal.js";
import type { FlowContext, PluginPath } from "../../types/flow.js";
import type { PluginRoute } from "../host/plugin.js";
import { acceptInvitation } from "./acceptance.js";
import { type Asking, memberAsking } from "./call.js";
import { invitationsOf, resendInvitation, sendInvitations, withdrawInvitation } from "./invitations.js";
import { organizationUrl } from "./mails.js";
import { handOver, pageOfMembers, removeMember, setRole } from "./members.js";
import { OrganizationError } from "./organization-error.js";
import type { Settings } from "./options.js";
import { can } from "./permissions.js";
import {
  createOrganization,
  infoOf,
  leaveOrganization,
  listOrganizations,
  removeOrganization,
  renameOrganization,
} from "./organizations.js";
import type { OrganizationText } from "./texts.js";

type Fields = Readonly<Record<string, unknown>>;

/** What a POST does. @returns the organisation whose page comes next; undefined: the list of them */
type Change = (
  asking: Asking,
  slug: string,
  fields: Fields,
) => Promise<{ readonly slug: string } | undefined>;

/** Goes on to the page of the same organisation. */
const staying =
  (run: (asking: Asking, slug: string, fields: Fields) => Promise<unknown>): Change =>
  async (asking, slug, fields) => {
    await run(asking, slug, fields);
    return { slug };
  };

const changes: readonly (readonly [path: PluginPath, change: Change])[] = [
  ["/organizations/new", (asking, _slug, fields) => createOrganization(asking, fields)],
  ["/organizations/:slug/rename", renameOrganization],
  [
    "/organizations/:slug/delete",
    async (asking, slug, { name }) => {
      await removeOrganization(asking, slug, name);
      return undefined;
    },
  ],
  [
    "/organizations/:slug/leave",
    async (asking, slug) => {
      await leaveOrganization(asking, slug);
      return undefined;
    },
  ],
  ["/organizations/:slug/role", staying((asking, slug, { user, role }) => setRole(asking, slug, user, role))],
  ["/organizations/:slug/remove", staying((asking, slug, { user }) => removeMember(asking, slug, user))],
  ["/organizations/:slug/hand-over", staying((asking, slug, { user }) => handOver(asking, slug, user))],
  ["/organizations/:slug/invite", staying(sendInvitations)],
  ["/organizations/:slug/resend", staying((asking, slug, { id }) => resendInvitation(asking, slug, id))],
  ["/organizations/:slug/withdraw", staying((asking, slug, { id }) => withdrawInvitation(asking, slug, id))],
  ["/invitation", (asking, _slug, { token }) => acceptInvitation(asking, token)],
];

export function organizationRoutes(settings: Settings): readonly PluginRoute[] {
  const asJson =
    (run: (asking: Asking, context: FlowContext) => Promise<unknown>): PluginRoute["flow"] =>
    async (context, own) => {
      if (isPage(context)) throw new OrganizationError("not-found", "There is no page here");
      const asking = { context, own, settings };
      try {
        return json(await run(asking, context), { headers: noStore });
      } catch (thrown) {
        if (!(thrown instanceof OrganizationError)) throw thrown;
        return refused(asking, thrown);
      }
    };
  return [
    {
      method: "GET",
      path: "/organizations",
      flow: asJson(async (asking) => ({ organizations: await listOrganizations(asking) })),
    },
    { method: "GET", path: "/organizations/:slug", flow: asJson(overviewOf) },
    ...changes.map(([path, change]): PluginRoute => ({
      method: "POST",
      path,
      of: "membership",
      flow: asJson(async (asking, context) => {
        const next = await change(asking, context.part ?? "", (await context.request.body()) ?? {});
        const url = next === undefined ? pageUrl(context, "/organizations") : organizationUrl(context, next);
        return { ok: true, url };
      }),
    })),
  ];
}

async function overviewOf(asking: Asking, { part, request }: FlowContext) {
  const asker = await memberAsking(asking, part);
  const { members, next } = await pageOfMembers(asker, request.query().get("after") ?? undefined);
  const mayInvite = can(asking.settings.roles, asker.role, "member:invite");
  const invitations = mayInvite ? await invitationsOf(asker) : [];
  return { organization: infoOf(asker), members, invitations, next };
}

function isPage(context: FlowContext): boolean {
  const { request } = context;
  const asked = {
    method: request.method,
    target: request.pathname,
    header: (name: string) => request.header(name),
  };
  return !wantsJson(context) && isForPage(asked);
}

function refused(
  { context, own }: Asking & { readonly context: FlowContext },
  error: OrganizationError,
): FlowResult {
  const { code, field, url, retryAfter, status } = error;
  const name: OrganizationText = `error-${code}`;
  const headers = { ...noStore, ...(retryAfter !== undefined && { "retry-after": String(retryAfter) }) };
  return json({ error: code, field, message: own.message(context, name), url }, { status, headers });
}
