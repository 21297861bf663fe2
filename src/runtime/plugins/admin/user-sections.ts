/** What an administrator may do to a user, as sections of the user's page. */
import type { Say } from "../../pages/text.js";
import type { Action, Form, Section } from "../page-kit/page-model.js";
import { typedName } from "./deletion.js";
import type { AdminText } from "./texts.js";
import { dayOf, urlOf } from "./view.js";
import type { UserMaking } from "./user-making.js";

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

export const signOutAction = ({ context, userId, say }: Making): Action => ({
  kind: "press",
  action: urlOf(context, "/admin/users/:id/sign-out", userId),
  label: say("signOut"),
  isDanger: true,
});

export function banForm({ context, userId, say }: Making): Form {
  return {
    kind: "form",
    heading: say("banTitle"),
    text: say("banText"),
    action: urlOf(context, "/admin/users/:id/ban", userId),
    fields: [
      {
        kind: "text",
        name: "reason",
        label: say("reason"),
        hint: say("reasonHint"),
        autocomplete: "off",
        maxLength: 200,
      },
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
