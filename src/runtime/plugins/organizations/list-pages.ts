/** The pages of organisations that the user is in, and of a new one. */
import type { Say } from "../../pages/text.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import type { Form, Section } from "../page-kit/page-model.js";
import { signedIn } from "./call.js";
import { creationShortfall, listOf } from "./organizations.js";
import { sayOf, urlOf, type View } from "./view.js";
import type { OrganizationText } from "./texts.js";

export const listView: View = async (asking) => {
  const { own, context } = asking;
  const { userId } = await signedIn(asking);
  const organizations = await listOf(own, userId);
  const say = sayOf(asking);
  const action = { kind: "link", to: urlOf(context, "/organizations/new"), label: say("newOne") } as const;
  const rows = organizations.map(({ name, slug, role }) => ({
    text: name,
    to: urlOf(context, "/organizations/:slug", slug),
    badge: { text: role, tone: "plain" as const },
  }));
  const sections: readonly Section[] =
    rows.length === 0
      ? [{ kind: "empty", text: say("none"), action }]
      : [{ kind: "list", rows, actions: [action] }];
  return {
    body: { organizations },
    page: () => ({ page: "organizations", title: say("yours"), sections, csrfToken: context.csrfToken }),
  };
};

/** Who may not create sees why. */
export const newView: View = async (asking, { refused }) => {
  const { context } = asking;
  const asker = await signedIn(asking);
  const say = sayOf(asking);
  const problem = await creationShortfall(asker);
  const sections: readonly Section[] =
    problem === undefined
      ? [newForm(say, urlOf(context, "/organizations/new"))]
      : [{ kind: "notice", tone: "bad", text: say(problem) }];
  return {
    body: { mayCreate: problem === undefined, message: problem && say(problem) },
    page: () => ({
      page: "newOrganization",
      title: say("newOne"),
      sections: withRefusal(sections, refused),
      back: { to: urlOf(context, "/organizations"), label: say("yours") },
      csrfToken: context.csrfToken,
    }),
  };
};

const newForm = (say: Say<OrganizationText>, action: string): Form => ({
  kind: "form",
  action,
  fields: [
    { kind: "text", name: "name", label: say("name"), autocomplete: "organization", maxLength: 80 },
    {
      kind: "text",
      name: "slug",
      label: say("slug"),
      hint: `${say("slugHint")} ${say("slugOptional")}`,
      autocomplete: "off",
      isOptional: true,
      maxLength: 40,
    },
  ],
  submit: { label: say("create") },
});
