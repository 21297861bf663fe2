/** The page behind the link to a new address: looking at it changes nothing. */
import { fullAddress } from "../../pages/safe-values.js";
import type { Section } from "../page-kit/page-model.js";
import { openMove } from "./address.js";
import { type OfficePageAsking, sayOf, urlOf, type OfficeView } from "./view.js";

export const addressView: OfficeView = async (asking, { done, refused }) => {
  if (done !== undefined) {
    const text = sayOf(asking)("moved", { address: fullAddress(done) });
    return shown(asking, { ok: true }, { kind: "notice", tone: "good", text });
  }
  // The link is used up.
  if (refused !== undefined)
    return shown(asking, { ok: false }, { kind: "notice", tone: "bad", text: refused.text });
  const { context } = asking;
  const { user, email, token } = await openMove(asking, Object.fromEntries(context.request.query()));
  const say = sayOf(asking);
  return shown(
    asking,
    { email },
    {
      kind: "form",
      text: say("moveText", { address: fullAddress(email) }),
      action: urlOf(context, "/admin/address"),
      fields: [],
      values: { user: String(user.id), email, token },
      submit: { label: say("move") },
    },
  );
};

const shown = (
  asking: OfficePageAsking,
  body: object,
  section: Section,
): Awaited<ReturnType<OfficeView>> => ({
  body,
  page: () => ({
    page: "confirmMovedAddress",
    title: sayOf(asking)("moveTitle"),
    sections: [section],
    csrfToken: asking.context.csrfToken,
  }),
});
