/** The page of an organisation: who is in it, who is invited, and what the role of the visitor allows. */
import type { Form, PageModel, Section } from "../page-kit/page-model.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import { memberAsking } from "./call.js";
import { invitationList, inviteForm, linkForm } from "./invitation-sections.js";
import { invitationsOf } from "./invitations.js";
import { handOverForm, memberList, memberPager, roleForm, searchForm } from "./member-sections.js";
import { pageOfMembers } from "./members.js";
import { infoOf } from "./organizations.js";
import { assertOwnSlug, type PageMaking } from "./page-parts.js";
import { can, mayGive, type OwnPermission } from "./permissions.js";
import { takeOverOf, takeOverSections } from "./take-over.js";
import { sayOf, urlOf, type View } from "./view.js";

export const organizationView: View = async (asking, outcome) => {
  const { context, settings } = asking;
  const asker = await memberAsking(asking, context.part);
  const { role, organization } = asker;
  const query = context.request.query();
  const search = (query.get("search") ?? "").trim();
  const page = await pageOfMembers(asker, { search, after: query.get("after") });
  const allows = (permission: OwnPermission) => can(settings.roles, role, permission);
  const invitations = allows("member:invite") ? await invitationsOf(asker) : [];
  const mayGiveRole = (other: string) => mayGive(settings.roles, role, other);
  const making: PageMaking = {
    ...asker,
    context,
    say: sayOf(asking),
    outcome,
    page,
    search,
    invitations,
    givable: Object.keys(settings.roles).filter(mayGiveRole),
    mayGive: mayGiveRole,
    takeOver: await takeOverOf(asker),
    allows,
    at: (path) => urlOf(context, path, organization.slug),
  };
  const { members, next } = page;
  return {
    body: { organization: infoOf(asker), members, invitations, next, takeOver: making.takeOver },
    async page() {
      assertOwnSlug(asking, asker);
      return pageOf(making, await takeOverSections(making));
    },
  };
};

function pageOf(making: PageMaking, first: readonly Section[]): PageModel {
  const { say, organization, role, at, context, outcome } = making;
  const sections: readonly (Section | undefined)[] = [
    ...first,
    linkSection(making),
    searchForm(making),
    memberList(making),
    memberPager(making),
    roleForm(making),
    handOverForm(making),
    invitationList(making),
    inviteForm(making),
    linkForm(making),
    renameForm(making),
    {
      kind: "form",
      heading: say("leaveTitle", { organization: organization.name }),
      text: say("leaveText"),
      action: at("/organizations/:slug/leave"),
      fields: [],
      submit: { label: say("leave"), isDanger: true },
    },
    deleteLink(making),
  ];
  return {
    page: "organization",
    title: organization.name,
    text: say("yourRole", { role }),
    sections: withRefusal(
      sections.filter((section) => section !== undefined),
      outcome.refused,
    ),
    back: { to: urlOf(context, "/organizations"), label: say("yours") },
    csrfToken: context.csrfToken,
  };
}

const linkSection = ({ outcome: { link }, say }: PageMaking): Section | undefined =>
  link === undefined
    ? undefined
    : { kind: "secret", heading: say("anybody"), text: say("linkText"), label: say("link"), value: link };

function renameForm({ say, at, allows, organization }: PageMaking): Form | undefined {
  if (!allows("organization:rename")) return undefined;
  const { name, slug } = organization;
  return {
    kind: "form",
    heading: say("rename"),
    action: at("/organizations/:slug/rename"),
    fields: [
      { kind: "text", name: "name", label: say("name"), autocomplete: "off", value: name, maxLength: 80 },
      {
        kind: "text",
        name: "slug",
        label: say("slug"),
        hint: say("slugHint"),
        autocomplete: "off",
        value: slug,
        maxLength: 40,
      },
    ],
    submit: { label: say("save") },
  };
}

function deleteLink({ say, at, allows, organization: { name } }: PageMaking): Section | undefined {
  if (!allows("organization:delete")) return undefined;
  const label = say("delete", { organization: name });
  const action = { kind: "link", to: at("/organizations/:slug/delete"), label, isDanger: true } as const;
  return { kind: "notice", tone: "plain", text: say("deleteText"), action };
}
