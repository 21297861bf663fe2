/** Members on the page of their organisation, and what the visitor may do with them. */
import { fullAddress, safeName } from "../../pages/safe-values.js";
import { withParams } from "../../security/redirects.js";
import { agoText } from "../accounts/ago.js";
import type { Field, Form, List, ListRow, Option, Pager } from "../page-kit/page-model.js";
import type { MemberInfo } from "./function-types.js";
import { type PageMaking, roleField } from "./page-parts.js";
import { owner } from "./permissions.js";

const nameOf = ({ say }: PageMaking, { user }: MemberInfo): string =>
  safeName(user.name) || fullAddress(user.email) || say("somebody");

export function memberList(making: PageMaking): List {
  const { say, page, userId, context } = making;
  const rows = page.members.map((member): ListRow => {
    const { user, role, since } = member;
    const name = nameOf(making, member);
    const joined = say("since", { ago: agoText(context, since) });
    return {
      text: user.id === userId ? `${name} (${say("you")})` : name,
      detail: user.email === undefined ? joined : `${fullAddress(user.email)} · ${joined}`,
      badge: { text: role, tone: role === owner ? "good" : "plain" },
      actions: removal(making, member, name),
    };
  });
  return {
    kind: "list",
    heading: say("members"),
    text: rows.length === 0 ? say("noneFound") : undefined,
    rows,
  };
}

/** Where the members fill more than one page. */
export function searchForm({ say, at, page, search, context }: PageMaking): Form | undefined {
  if (search === "" && page.next === null && !context.request.query().has("after")) return undefined;
  return {
    kind: "form",
    action: at("/organizations/:slug"),
    method: "GET",
    fields: [
      {
        kind: "search",
        name: "search",
        label: say("search"),
        hint: say("searchHint"),
        autocomplete: "off",
        isOptional: true,
        value: search,
        maxLength: 254,
      },
    ],
    submit: { label: say("search") },
  };
}

export function memberPager({ at, page: { next }, search, context }: PageMaking): Pager {
  const first = at("/organizations/:slug");
  const addressWith = (more: Readonly<Record<string, string>>) =>
    withParams(first, { ...(search !== "" && { search }), ...more }, context.site.origin);
  return {
    kind: "pager",
    first: context.request.query().has("after") ? addressWith({}) : undefined,
    more: next === null ? undefined : addressWith({ after: next }),
  };
}

function removal({ say, at, allows, mayGive, userId }: PageMaking, { user, role }: MemberInfo, name: string) {
  if (user.id === userId || !allows("member:remove") || !mayGive(role)) return [];
  const action = at("/organizations/:slug/remove");
  const label = say("remove");
  const named = say("removeNamed", { name });
  return [{ kind: "press", label, name: named, action, values: { user: user.id }, isDanger: true }] as const;
}

/** Two may have the same name. */
function optionOf(making: PageMaking, member: MemberInfo): Option {
  const { id, email } = member.user;
  const name = nameOf(making, member);
  const address = fullAddress(email);
  return { value: id, label: address === "" || address === name ? name : `${name} (${address})` };
}

const memberField = (making: PageMaking, members: readonly MemberInfo[]): Field => ({
  kind: "choice",
  name: "user",
  label: making.say("member"),
  options: members.map((member) => optionOf(making, member)),
});

export function roleForm(making: PageMaking): Form | undefined {
  const { say, page, mayGive, allows, at } = making;
  const members = page.members.filter(({ role }) => mayGive(role));
  if (!allows("member:role") || members.length === 0) return undefined;
  return {
    kind: "form",
    heading: say("changeRole"),
    action: at("/organizations/:slug/role"),
    fields: [memberField(making, members), roleField(making)],
    submit: { label: say("save") },
  };
}

export function handOverForm(making: PageMaking): Form | undefined {
  const { say, page, role: own, at } = making;
  const members = page.members.filter(({ role }) => role !== owner);
  if (own !== owner || members.length === 0) return undefined;
  return {
    kind: "form",
    heading: say("handOver"),
    text: say("handOverText"),
    action: at("/organizations/:slug/hand-over"),
    fields: [memberField(making, members)],
    submit: { label: say("handOver"), isDanger: true },
  };
}
