/** The pages of impersonation: begin, and stop. */
import type { FlowContext } from "../../../types/flow.js";
import { withRefusal } from "../../page-kit/with-refusal.js";
import { factorNotice, sayOf, urlOf, type OfficeView } from "../view.js";
import { askedTarget } from "./app-home.js";
import { judgeTarget, mostMinutes, standardMinutes } from "./begin.js";
import { infoOf } from "../users.js";
import { findAct } from "./open-act.js";
import { impersonatorOf, namesIn } from "./shown-session.js";

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
                hint: say("actReasonHint", { user: name }),
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
            values: askedTarget(context),
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

/** Who acts for whom, and Stop: where the bar leads without a script, and what `ImpersonationBar` asks for. */
export const stopView: OfficeView = async (asking) => {
  const { context, own } = asking;
  const open = await findAct(context.resolved.sessions, own, context);
  const say = sayOf(asking);
  if (open === undefined || open === "over")
    return {
      body: { impersonatedBy: null },
      page: () => ({
        page: "stopImpersonating",
        title: say("stopTitle"),
        sections: [{ kind: "empty", text: say("nobodyActs") }],
        csrfToken: context.csrfToken,
      }),
    };
  const { act, admin } = open;
  const names = namesIn(open);
  return {
    body: {
      impersonatedBy: impersonatorOf(admin),
      user: { id: act.userId, name: names.user },
      endsAt: act.endsAt.toISOString(),
    },
    page: () => ({
      page: "stopImpersonating",
      title: say("stopTitle"),
      text: say("bar", names),
      sections: [
        {
          kind: "form",
          action: urlOf(context, "/impersonation"),
          fields: [],
          submit: { label: say("stop") },
        },
      ],
      csrfToken: context.csrfToken,
    }),
  };
};
