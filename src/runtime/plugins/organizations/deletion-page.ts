/** Asks for the name before an organisation is deleted. */
import { withRefusal } from "../page-kit/with-refusal.js";
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
        sections: withRefusal(
          [
            {
              kind: "confirmation",
              text: say("deleteText"),
              action: urlOf(context, "/organizations/:slug/delete", slug),
              confirm: name,
              submit: { label: say("delete", { organization: name }) },
            },
          ],
          refused,
        ),
        back: {
          to: urlOf(context, "/organizations/:slug", slug),
          label: say("back", { organization: name }),
        },
        csrfToken: context.csrfToken,
      };
    },
  };
};
