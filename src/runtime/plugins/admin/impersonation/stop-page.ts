/** Who acts for whom, and Stop: where the bar leads without a script, and what `ImpersonationBar` asks for. */
import { sayOf, urlOf, type OfficeView } from "../view.js";
import { findAct } from "./open-act.js";
import { impersonatorOf } from "./shown-session.js";

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
  const { act, user, admin } = open;
  const name = user.name || user.email || act.userId;
  return {
    body: {
      impersonatedBy: impersonatorOf(admin),
      user: { id: act.userId, name },
      endsAt: act.endsAt.toISOString(),
    },
    page: () => ({
      page: "stopImpersonating",
      title: say("stopTitle"),
      text: say("bar", { user: name, admin: impersonatorOf(admin).name ?? act.adminId }),
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
