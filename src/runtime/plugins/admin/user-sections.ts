/** What an administrator may do to a user, as sections of the user's page. */
import type { Say } from "../../pages/text.js";
import type { AdapterUser } from "../../types/adapter.js";
import type { Action, Form, ListRow, Section } from "../page-kit/page-model.js";
import type { Ban } from "./bans.js";
import { typedName } from "./deletion.js";
import type { AdminText } from "./texts.js";
import { type AdminPageAsking, dayOf, timeOf, urlOf } from "./view.js";

/** A user with all that the page says. */
export interface UserMaking extends AdminPageAsking {
  readonly user: AdapterUser;
  readonly userId: string;
  /** Nothing of them is changed here. */
  readonly isAdministrator: boolean;
  readonly ban: Ban | undefined;
  /** Since the second factor was taken off. */
  readonly hold: Ban | undefined;
  /** One that can be taken off. */
  readonly hasFactor: boolean;
  readonly rows: readonly ListRow[];
}

type Making = UserMaking & { readonly say: Say<AdminText> };

/** On top: what is unusual about the user. */
export function banNotice({ context, ban, userId, say, isAdministrator }: Making): readonly Section[] {
  if (ban === undefined) return [];
  const { reason, expires } = ban;
  const text =
    expires === null
      ? say("banned", { reason })
      : say("bannedUntil", { reason, date: dayOf(context, expires) });
  const action: Action = {
    kind: "press",
    action: urlOf(context, "/admin/users/:id/unban", userId),
    label: say("unban"),
  };
  return [{ kind: "notice", tone: "bad", text, action: isAdministrator ? undefined : action }];
}

export function holdNotice({ context, hold, say }: Making): readonly Section[] {
  if (hold === undefined) return [];
  const { reason, expires } = hold;
  const text =
    expires === null
      ? say("heldBack", { reason })
      : say("heldBackUntil", { reason, time: timeOf(context, expires) });
  return [{ kind: "notice", tone: "plain", text }];
}

export const signOutAction = ({ context, userId, say }: Making): Action => ({
  kind: "press",
  action: urlOf(context, "/admin/users/:id/sign-out", userId),
  label: say("signOut"),
  isDanger: true,
});

const reasonField = (say: Making["say"]): Form["fields"][number] => ({
  kind: "text",
  name: "reason",
  label: say("reason"),
  hint: say("reasonHint"),
  autocomplete: "off",
  maxLength: 200,
});

export function banForm({ context, userId, say }: Making): Form {
  return {
    kind: "form",
    heading: say("banTitle"),
    text: say("banText"),
    action: urlOf(context, "/admin/users/:id/ban", userId),
    fields: [
      reasonField(say),
      {
        kind: "date",
        name: "until",
        label: say("until"),
        hint: say("untilHint"),
        autocomplete: "off",
        isOptional: true,
      },
    ],
    submit: { label: say("ban"), isDanger: true },
  };
}

export function factorForm({ context, userId, hasFactor, say }: Making): readonly Form[] {
  if (!hasFactor) return [];
  return [
    {
      kind: "form",
      heading: say("removeFactor"),
      text: say("removeFactorText"),
      action: urlOf(context, "/admin/users/:id/remove-factor", userId),
      fields: [reasonField(say)],
      submit: { label: say("removeFactorSubmit"), isDanger: true },
    },
  ];
}

export function addressForm({ context, userId, say }: Making): Form {
  return {
    kind: "form",
    heading: say("changeAddress"),
    text: say("changeAddressText"),
    action: urlOf(context, "/admin/users/:id/email", userId),
    fields: [{ kind: "email", name: "email", label: say("newAddress"), autocomplete: "off", maxLength: 254 }],
    submit: { label: say("askMove") },
  };
}

export const deleteForm = (making: Making): Section => ({
  kind: "confirmation",
  heading: making.say("deleteTitle"),
  text: making.say("deleteText"),
  action: urlOf(making.context, "/admin/users/:id/delete", making.userId),
  confirm: typedName(making),
  submit: { label: making.say("delete") },
});
