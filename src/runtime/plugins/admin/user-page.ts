/** The page of one user, made of what each plugin says of them. */
import { inWords } from "../accounts/about-words.js";
import { askOverview } from "../host/ask-overview.js";
import { askPlugins } from "../host/ask-plugins.js";
import type { DefinedPlugin, PluginScope } from "../host/plugin.js";
import type { AboutRow } from "../host/plugin-scope.js";
import type { Action, ListRow, Section } from "../page-kit/page-model.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import { banOf } from "./bans.js";
import { reading } from "./call.js";
import { hasRemovableFactor } from "./factor-removal.js";
import { isAdministrator } from "./grants.js";
import { holdOf } from "./holds.js";
import {
  addressForm,
  banForm,
  banNotice,
  deleteForm,
  factorForm,
  holdNotice,
  signOutAction,
  type UserMaking,
} from "./user-sections.js";
import { findUser, infoOf } from "./users.js";
import { factorNotice, type OfficePageAsking, sayOf, urlOf, type OfficeView } from "./view.js";

export const userView: OfficeView = async (asking, { refused }) => {
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
    ban: await banOf(own, userId),
    hold: await holdOf(own, userId),
    hasFactor: await hasRemovableFactor(context.resolved, userId),
    rows: await aboutRows(asking, userId),
  };
  const { rows, ban = null, hold = null } = making;
  return {
    body: {
      user: infoOf(user),
      isAdministrator: making.isAdministrator,
      ban,
      heldBack: hold,
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
  const told = { ...making, say };
  const rows = [profileRow(making), ...making.rows];
  const first = [...factorNotice(making, say), ...banNotice(told), ...holdNotice(told)];
  if (making.isAdministrator)
    return [
      ...first,
      { kind: "notice", tone: "plain", text: say("isAdministrator") },
      { kind: "list", rows: rows.map(({ actions: _actions, ...row }) => row) },
    ];
  return [
    ...first,
    { kind: "list", rows, actions: [...impersonateAction(making), signOutAction(told)] },
    banForm(told),
    ...factorForm(told),
    addressForm(told),
    deleteForm(told),
  ];
}

/** Nobody acts for who is banned; the page behind it asks the app whether anybody may. */
function impersonateAction(making: UserMaking): readonly Action[] {
  const { context, user, userId, ban } = making;
  if (ban !== undefined) return [];
  const label = sayOf(making)("impersonate", { user: user.name || user.email || userId });
  return [{ kind: "link", to: urlOf(context, "/admin/users/:id/impersonate", userId), label }];
}

function profileRow(making: UserMaking): ListRow {
  const { user, userId } = making;
  const { email, isEmailConfirmed } = infoOf(user);
  const say = sayOf(making);
  const state = isEmailConfirmed
    ? ({ text: say("confirmed"), tone: "good" } as const)
    : ({ text: say("unconfirmed"), tone: "plain" } as const);
  return { text: email ?? say("noAddress"), detail: userId, badge: email === null ? undefined : state };
}

/** In the order of the plugins; one that is off says nothing. */
async function aboutRows(asking: OfficePageAsking, userId: string): Promise<readonly ListRow[]> {
  const { resolved } = asking.context;
  const told = await askPlugins(resolved, async (plugin, own) => {
    const rows = (await plugin.about?.(own, userId, "admin", resolved)) ?? [];
    return rows.map((row) => listRow(asking, userId, { plugin, own }, row));
  });
  return [...told.values()].flat();
}

function listRow(
  asking: OfficePageAsking,
  userId: string,
  { plugin, own }: { readonly plugin: DefinedPlugin; readonly own: PluginScope },
  { text, detail, badge, help }: AboutRow,
): ListRow {
  const { context } = asking;
  const words = inWords(context, own, text);
  return {
    text: words,
    detail: detail === undefined ? undefined : inWords(context, own, detail),
    badge: badge && { text: inWords(context, own, badge.text), tone: badge.tone },
    actions: help && [helpAction(asking, userId, { plugin: plugin.id, text: words, ...help })],
  };
}

function helpAction(
  asking: OfficePageAsking,
  userId: string,
  { plugin, text, name: help, value }: NonNullable<AboutRow["help"]> & Record<"plugin" | "text", string>,
): Action {
  const label = sayOf(asking)(`help-${help}`);
  return {
    kind: "press",
    action: urlOf(asking.context, "/admin/users/:id/help", userId),
    label,
    name: `${text}: ${label}`,
    values: { plugin, help, value },
  };
}
