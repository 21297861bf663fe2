/** The list of users, as a dictionary: it begins where it is told to. */
import type { Say } from "../../pages/text.js";
import { withParams } from "../../security/redirects.js";
import { partOf } from "../../http/path-pattern.js";
import type { Form, ListRow, Section } from "../page-kit/page-model.js";
import { AdminError } from "./admin-error.js";
import { reading } from "./call.js";
import type { UserInfo, UserPageInfo } from "./function-types.js";
import type { AdminText } from "./texts.js";
import { type AskedList, askedList, exactMatch, listPage, type ListOrder } from "./users.js";
import { factorNotice, type OfficePageAsking, sayOf, urlOf, type OfficeView } from "./view.js";

/** What somebody typed, beside where the list begins: addresses are kept in lower case. */
interface Search extends AskedList {
  readonly typed: string;
}

function searchIn(query: URLSearchParams): Search {
  const typed = (query.get("from") ?? "").trim();
  const by = query.get("by") || "email";
  // What "More" hands on is as the store has it.
  const from = query.get("at") ?? (by === "id" ? typed : typed.toLowerCase());
  return { ...askedList({ by, from }), typed };
}

export const listView: OfficeView = async (asking) => {
  const asker = await reading(asking);
  const search = searchIn(asking.context.request.query());
  const listed = await listPage(asker, search).catch(unlessUnable);
  const match = await exactMatch(asker, search.typed);
  const say = sayOf(asking);
  return {
    body: { ...(listed ?? { users: [], next: null, isUnable: true }), match },
    page: () => ({
      page: "adminUsers",
      title: say("users"),
      sections: [
        ...factorNotice(asker, say),
        searchForm(asking, say, search),
        ...matchList(asking, say, match),
        ...listSections(asking, say, search.by, listed),
        newUserLink(asking, say),
      ],
      csrfToken: asking.context.csrfToken,
    }),
  };
};

/** A published adapter may not list users: everything else works. */
const unlessUnable = (thrown: unknown): undefined => {
  if (thrown instanceof AdminError && thrown.code === "unable") return undefined;
  throw thrown;
};

function searchForm({ context }: OfficePageAsking, say: Say<AdminText>, { by, typed }: Search): Form {
  return {
    kind: "form",
    action: urlOf(context, "/admin/users"),
    method: "GET",
    fields: [
      {
        kind: "search",
        name: "from",
        label: say("search"),
        hint: say("searchHint"),
        autocomplete: "off",
        value: typed,
        isOptional: true,
        maxLength: 320,
      },
      {
        kind: "choice",
        name: "by",
        label: say("order"),
        hint: say("orderHint"),
        options: [
          { value: "email", label: say("byEmail") },
          { value: "id", label: say("byId") },
        ],
        value: by,
      },
    ],
    submit: { label: say("find") },
  };
}

const matchList = (
  asking: OfficePageAsking,
  say: Say<AdminText>,
  match: UserInfo | null,
): readonly Section[] =>
  match === null ? [] : [{ kind: "list", heading: say("match"), rows: [rowOf(asking, say, match)] }];

function listSections(
  asking: OfficePageAsking,
  say: Say<AdminText>,
  by: ListOrder,
  listed: UserPageInfo | undefined,
): readonly Section[] {
  if (listed === undefined) return [{ kind: "notice", tone: "plain", text: say("cannotList") }];
  const { users, next } = listed;
  if (users.length === 0) return [{ kind: "empty", text: say("nobody") }];
  const list = urlOf(asking.context, "/admin/users");
  return [
    {
      kind: "list",
      heading: say(by === "id" ? "byId" : "byEmail"),
      rows: users.map((user) => rowOf(asking, say, user)),
    },
    {
      kind: "pager",
      more: next === null ? undefined : withParams(list, { by, at: next }, asking.context.site.origin),
    },
  ];
}

function newUserLink({ context }: OfficePageAsking, say: Say<AdminText>): Section {
  const to = urlOf(context, "/admin/users/new");
  return {
    kind: "notice",
    tone: "plain",
    text: say("newText"),
    action: { kind: "link", to, label: say("newUser") },
  };
}

const anywhere = ["", ""] as const;

function rowOf({ context }: OfficePageAsking, say: Say<AdminText>, user: UserInfo): ListRow {
  const { id, name, email, isEmailConfirmed } = user;
  return {
    text: email ?? name ?? id,
    // An id with other characters stands in no address.
    to: partOf(anywhere, id) === id ? urlOf(context, "/admin/users/:id", id) : undefined,
    detail: email === null ? id : [name, id].filter(Boolean).join(" · "),
    badge: email === null || isEmailConfirmed ? undefined : { text: say("unconfirmed"), tone: "plain" },
  };
}
