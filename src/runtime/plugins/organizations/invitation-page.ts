/** What the link of an invitation shows. Looking at it changes nothing. */
import type { CookieChange } from "../../http/cookies.js";
import { behindLink } from "../../pages/headers.js";
import { fullAddress, safeName } from "../../pages/safe-values.js";
import type { PluginPath } from "../../types/flow.js";
import type { Form, PageModel, Section } from "../page-kit/page-model.js";
import { withRefusal } from "../page-kit/with-refusal.js";
import { type Acceptance, judgeInvitation } from "./acceptance.js";
import { keepToken, tokenOf } from "./invitation-cookie.js";
import { wayOfNewUser } from "./newcomer.js";
import { type PageAsking, sayOf, type ShownPage, urlOf, type View } from "./view.js";
import type { OrganizationText } from "./texts.js";

/** One that is good. */
type Open = Exclude<Acceptance, { readonly is: "over" }>;

export const invitationView: View = async (asking, { refused, mailed }) => {
  if (mailed !== undefined) return mailedPage(asking, mailed);
  const token = (await tokenOf(asking)) ?? "";
  const judged = await judgeInvitation(asking, token);
  const say = sayOf(asking);
  const { csrfToken } = asking.context;
  if (judged.is === "over")
    return {
      status: 404,
      headers: behindLink,
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
  const { next, sections, cookies } = await waysOn(asking, judged, token);
  return {
    headers: behindLink,
    cookies,
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

/** A fresh link is on its way to an address. */
function mailedPage(asking: PageAsking, address: string): ShownPage {
  const say = sayOf(asking);
  return {
    headers: behindLink,
    body: {},
    page: () => ({
      page: "invitation",
      title: say("mailed"),
      text: say("mailedText", { address: fullAddress(address) }),
      sections: [],
      csrfToken: asking.context.csrfToken,
    }),
  };
}

/** @returns undefined: the server itself */
async function inviterOf(asking: PageAsking, { invitation: { invitedBy } }: Open) {
  if (invitedBy === null) return undefined;
  const user = await asking.context.resolved.adapter?.getUser(invitedBy);
  return fullAddress(user?.email) || safeName(user?.name) || sayOf(asking)("somebody");
}

/** What there is to press, and its word for programs. */
interface WaysOn {
  readonly next: "join" | "mail" | "switch" | "sign-in";
  readonly sections: readonly Section[];
  readonly cookies?: readonly CookieChange[] | undefined;
}

async function waysOn(asking: PageAsking, judged: Open, token: string): Promise<WaysOn> {
  const { context } = asking;
  const say = sayOf(asking);
  const form = (path: PluginPath, label: OrganizationText, text?: string): Form => ({
    kind: "form",
    text,
    action: urlOf(context, path),
    values: { token },
    fields: [],
    submit: { label: say(label) },
  });
  if (judged.is === "open") return { next: "join", sections: [form("/invitation", "join")] };
  if (judged.is === "signed-out")
    return { next: "sign-in", sections: [form("/invitation/sign-in", "signIn", say("signInAnybody"))] };
  const address = fullAddress(judged.address);
  if (judged.is === "others") {
    const user = fullAddress(judged.asker.user.email) || say("somebody");
    const text = say("otherUser", { user, address });
    return { next: "switch", sections: [form("/invitation/sign-in", "switch", text)] };
  }
  const next = judged.is === "new-user" ? await wayOfNewUser(context.resolved, judged) : "sign-in";
  if (next === "join")
    return { next, sections: [form("/invitation", "join", say("joinAsNew", { address }))] };
  if (next === "mail")
    return { next, sections: [form("/invitation/mail", "mailLink", say("mailFresh", { address }))] };
  const signIn = form("/invitation/sign-in", "signIn", say(signInTexts[judged.is], { address }));
  const [mailer] = context.resolved.providers("email");
  if (judged.is !== "unproven-user" || mailer === undefined) return { next: "sign-in", sections: [signIn] };
  const proof = proofForm(asking, judged.address, mailer.id);
  return { next: "mail", sections: [proof, signIn], cookies: [await keepToken(context, token)] };
}

const signInTexts = {
  "known-user": "signInAs",
  "unproven-user": "signInUnproven",
  "new-user": "signUpAs",
} as const satisfies Record<string, OrganizationText>;

/** The core's own form: the link of its mail is the proof, and leads back here, where the token waits in the cookie. */
function proofForm(asking: PageAsking, email: string, provider: string): Form {
  const { context } = asking;
  const say = sayOf(asking);
  return {
    kind: "form",
    text: say("mailProof", { address: fullAddress(email) }),
    action: `${context.site.base}/signin/${encodeURIComponent(provider)}`,
    values: { email, callbackUrl: urlOf(context, "/invitation") },
    fields: [],
    submit: { label: say("mailLink") },
  };
}
