/** Asks for the name before an organisation is deleted. */
import { assertCan, memberAsking } from "./call.js";
import { infoOf } from "./organizations.js";
import { assertOwnSlug } from "./page-parts.js";
import { sayOf, urlOf, type View } from "./view.js";

export const deletionView: View = async (asking, { refused }) => {
  const { context } = asking;
  const asker = await memberAsking(asking, context.part);
  assertCan(asker, "organization:delete");
  const { organization } = asker;
  const { name, slug } = organization;
  const say = sayOf(asking);
  return {
    body: { organization: infoOf(asker) },
    page() {
      assertOwnSlug(asking, asker);
      return {
        page: "organization",
        title: say("delete", { organization: name }),
        sections: [
          {
            kind: "confirmation",
            text: say("deleteText"),
            action: urlOf(context, "/organizations/:slug/delete", slug),
            confirm: name,
            problem: refused?.text,
            submit: { label: say("delete", { organization: name }) },
          },
        ],
        back: {
          to: urlOf(context, "/organizations/:slug", slug),
          label: say("back", { organization: name }),
        },
        csrfToken: context.csrfToken,
      };
    },
  };
};
