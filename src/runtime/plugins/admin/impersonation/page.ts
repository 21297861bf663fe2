/** The pages of impersonation: begin, stop, and what the user for whom somebody acts can end. */
import type { FlowContext } from "../../../types/flow.js";
import { withRefusal } from "../../page-kit/with-refusal.js";
import { factorNotice, sayOf, urlOf, type OfficeView } from "../view.js";
import { judgeTarget, mostMinutes, standardMinutes } from "./begin.js";
import { infoOf } from "../users.js";

const asked = ({ request }: FlowContext, name: string): string | undefined =>
  request.query().get(name) ?? undefined;

export const beginView: OfficeView = async (asking, { refused }) => {
  const { context } = asking;
  const changed = await judgeTarget(asking, context.part);
  const { user, userId } = changed;
  const say = sayOf(asking);
  const name = user.name || user.email || userId;
  const minutes = asked(context, "minutes") ?? String(standardMinutes);
  return {
    body: { user: infoOf(user) },
    page: () => ({
      page: "impersonate",
      title: say("impersonate", { user: name }),
      text: say("impersonateText", { user: name }),
      sections: withRefusal(
        [
          ...factorNotice(changed, say),
          {
            kind: "form",
            action: urlOf(context, "/admin/users/:id/impersonate", userId),
            fields: [
              {
                kind: "text",
                name: "reason",
                label: say("reason"),
                hint: say("reasonHint"),
                autocomplete: "off",
                maxLength: 200,
                value: asked(context, "reason"),
              },
              {
                kind: "text",
                name: "minutes",
                label: say("minutes"),
                hint: say("minutesHint", { most: mostMinutes }),
                autocomplete: "off",
                value: minutes,
              },
            ],
            submit: { label: say("impersonate", { user: name }) },
          },
        ],
        refused,
      ),
      back: { to: urlOf(context, "/admin/users/:id", userId), label: name },
      csrfToken: context.csrfToken,
    }),
  };
};
