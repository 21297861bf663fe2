/** The page that makes a user. */
import { withRefusal } from "../page-kit/with-refusal.js";
import { changing } from "./call.js";
import { factorNotice, sayOf, urlOf, type OfficeView } from "./view.js";

export const newUserView: OfficeView = async (asking, { refused }) => {
  const asker = await changing(asking);
  const { context } = asking;
  const say = sayOf(asking);
  const form = {
    kind: "form",
    text: say("newHint"),
    action: urlOf(context, "/admin/users/new"),
    fields: [
      { kind: "email", name: "email", label: say("address"), autocomplete: "off", maxLength: 254 },
      {
        kind: "text",
        name: "name",
        label: say("name"),
        autocomplete: "off",
        isOptional: true,
        maxLength: 100,
      },
    ],
    submit: { label: say("create") },
  } as const;
  return {
    body: { ok: true },
    page: () => ({
      page: "newAdminUser",
      title: say("newUser"),
      sections: withRefusal([...factorNotice(asker, say), form], refused),
      back: { to: urlOf(context, "/admin/users"), label: say("users") },
      csrfToken: context.csrfToken,
    }),
  };
};
