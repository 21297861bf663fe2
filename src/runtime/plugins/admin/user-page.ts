/** The page of one user, made of what each plugin says of them. */
import type { AdapterUser } from "../../types/adapter.js";
import { inWords } from "../accounts/about-words.js";
import { askOverview } from "../host/ask-overview.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { ListRow, Section } from "../page-kit/page-model.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import { reading } from "./call.js";
import { isAdministrator } from "./grants.js";
import { findUser, infoOf } from "./users.js";
import { type AdminPageAsking, factorNotice, type PageAsking, sayOf, urlOf, type View } from "./view.js";

/** A user with all that the page says. */
export interface UserMaking extends AdminPageAsking {
  readonly user: AdapterUser;
  readonly userId: string;
  /** Nothing of them is changed here. */
  readonly isAdministrator: boolean;
  readonly rows: readonly ListRow[];
}

export const userView: View = async (asking, { refused }) => {
  const asker = await reading(asking);
  const { context, own } = asking;
  const user = await findUser(asker, context.part);
  const userId = String(user.id);
  const making: UserMaking = {
    ...asker,
    context,
    user,
    userId,
    isAdministrator: await isAdministrator(own, userId),
    rows: await aboutRows(asking, userId),
  };
  const { rows } = making;
  return {
    body: {
      user: infoOf(user),
      isAdministrator: making.isAdministrator,
      about: rows.map(({ text, detail = null }) => ({ text, detail })),
      ...(await askOverview(context.resolved, userId)),
    },
    page: () => ({
      page: "adminUser",
      title: user.name || user.email || userId,
      sections: withRefusal(sectionsOf(making), refused),
      back: { to: urlOf(context, "/admin/users"), label: sayOf(asking)("users") },
      csrfToken: context.csrfToken,
    }),
  };
};

function sectionsOf(making: UserMaking): readonly Section[] {
  const say = sayOf(making);
  return [
    ...factorNotice(making, say),
    ...(making.isAdministrator
      ? [{ kind: "notice", tone: "plain", text: say("isAdministrator") } as const]
      : []),
    { kind: "list", rows: [profileRow(making), ...making.rows] },
  ];
}

function profileRow(making: UserMaking): ListRow {
  const { user, userId } = making;
  const { email, isEmailConfirmed } = infoOf(user);
  const say = sayOf(making);
  return {
    text: email ?? say("noAddress"),
    detail: userId,
    badge:
      email === null
        ? undefined
        : isEmailConfirmed
          ? { text: say("confirmed"), tone: "good" }
          : { text: say("unconfirmed"), tone: "plain" },
  };
}

/** In the order of the plugins; one that is off says nothing. */
async function aboutRows({ context }: PageAsking, userId: string): Promise<readonly ListRow[]> {
  const { resolved } = context;
  const told = await askPlugins(resolved, async (plugin, own) =>
    ((await plugin.about?.(own, userId, "admin", resolved)) ?? []).map(
      ({ text, detail, badge }): ListRow => ({
        text: inWords(context, own, text),
        detail: detail === undefined ? undefined : inWords(context, own, detail),
        badge: badge && { text: inWords(context, own, badge.text), tone: badge.tone },
      }),
    ),
  );
  return [...told.values()].flat();
}
