/** What the link of an invitation shows. Looking at it changes nothing. */
import { signOut } from "../../flows/sign-out.js";
import { fullAddress, safeName } from "../../pages/safe-values.js";
import type { Say } from "../../pages/text.js";
import { pagePath } from "../../security/page-url.js";
import { signInAddress } from "../../server-functions/refusal.js";
import type { Departure } from "../host/plugin-host.js";
import type { PageModel, Section } from "../page-kit/page-model.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import { type Acceptance, judgeInvitation } from "./acceptance.js";
import { keepToken, keptToken } from "./invitation-cookie.js";
import { type PageAsking, sayOf, urlOf, type View } from "./view.js";
import type { OrganizationText } from "./texts.js";

/** One that is good. */
type Open = Exclude<Acceptance, { readonly is: "over" }>;

/** The token stands in the address: no other site is told of it. */
const noReferrer = { "referrer-policy": "no-referrer" };

/** Of the form that was sent, of the link, or of the way back from a sign-in. */
export async function tokenOf({ context }: PageAsking): Promise<string | undefined> {
  const { token: sent } = (await context.request.body()) ?? {};
  const token = sent ?? context.request.query().get("token") ?? (await keptToken(context));
  return typeof token === "string" ? token : undefined;
}

export const invitationView: View = async (asking, { refused }) => {
  const token = (await tokenOf(asking)) ?? "";
  const judged = await judgeInvitation(asking, token);
  const say = sayOf(asking);
  const { csrfToken } = asking.context;
  if (judged.is === "over")
    return {
      status: 404,
      headers: noReferrer,
      body: { error: "not-found", message: say("overText") },
      page: () => ({
        page: "invitation",
        title: say("over"),
        text: say("overText"),
        sections: [],
        csrfToken,
      }),
    };
  const { organization, invitation } = judged;
  const { name } = organization;
  const { address, role } = invitation;
  const inviter = await inviterOf(asking, judged);
  const { next, sections } = waysOn(asking, judged, token);
  return {
    headers: noReferrer,
    body: { organization: { name }, role, address, inviter: inviter ?? null, next },
    page: (): PageModel => ({
      page: "invitation",
      title: say("invitation", { organization: name }),
      text: [
        inviter === undefined ? say("invitedByNobody", { role }) : say("invitedBy", { inviter, role }),
        ...(address === null ? [] : [say("invitedAddress", { address: fullAddress(address) })]),
      ].join(" "),
      sections: withRefusal(sections, refused),
      csrfToken,
    }),
  };
};

/** @returns undefined: the server itself */
async function inviterOf(asking: PageAsking, { invitation: { invitedBy } }: Open) {
  if (invitedBy === null) return undefined;
  const user = await asking.context.resolved.adapter?.getUser(invitedBy);
  return fullAddress(user?.email) || safeName(user?.name) || sayOf(asking)("somebody");
}

/** What there is to press, and its word for programs. */
function waysOn(
  asking: PageAsking,
  judged: Open,
  token: string,
): { readonly next: "join" | "switch" | "sign-in"; readonly sections: readonly Section[] } {
  const { context } = asking;
  const say = sayOf(asking);
  const values = { token };
  if (judged.is === "open") {
    const action = urlOf(context, "/invitation");
    return {
      next: "join",
      sections: [{ kind: "form", action, values, fields: [], submit: { label: say("join") } }],
    };
  }
  const action = urlOf(context, "/invitation/sign-in");
  const text = whyNotYet(say, judged);
  const label = say(judged.is === "others" ? "switch" : "signIn");
  return {
    next: judged.is === "others" ? "switch" : "sign-in",
    sections: [{ kind: "form", text, action, values, fields: [], submit: { label } }],
  };
}

function whyNotYet(say: Say<OrganizationText>, judged: Exclude<Open, { readonly is: "open" }>): string {
  if (judged.is === "signed-out") return say("signInAnybody");
  const address = fullAddress(judged.address);
  switch (judged.is) {
    case "others":
      return say("otherUser", { user: fullAddress(judged.asker.user.email) || say("somebody"), address });
    case "known-user":
      return say("signInAs", { address });
    default:
      return say("signUpAs", { address });
  }
}

/** Signs out whoever is signed in, and leads to sign-in and back. The token waits in a cookie. */
export async function signInFirst(asking: PageAsking): Promise<Departure> {
  const { context } = asking;
  const back = signInAddress(pagePath(context, "/invitation"), context, "");
  const kept = await keepToken(context, (await tokenOf(asking)) ?? "");
  if ((await context.sessions.current(context)) === null) return { location: back, cookies: [kept] };
  const left = await signOut({ ...context, callbackUrl: back });
  const location = left.kind === "redirect" ? left.location : back;
  return { location, cookies: [...(left.cookies ?? []), kept] };
}
