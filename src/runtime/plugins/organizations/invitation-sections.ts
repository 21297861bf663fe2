/** Invitations on the page of an organisation. */
import { fullAddress } from "../../pages/safe-values.js";
import type { PluginPath } from "../../types/flow.js";
import { canMail } from "../mail/mail-to.js";
import type { Form, ListRow, Section } from "../page-kit/page-model.js";
import type { InvitationInfo } from "./function-types.js";
import { type PageMaking, roleField } from "./page-parts.js";
import { dayOf } from "./view.js";

export function invitationList(making: PageMaking): Section | undefined {
  const { say, invitations } = making;
  if (invitations.length === 0) return undefined;
  return {
    kind: "list",
    heading: say("invitations"),
    rows: invitations.map((each) => invitationRow(making, each)),
  };
}

function invitationRow({ say, at, context, mayGive }: PageMaking, invitation: InvitationInfo): ListRow {
  const { id, address, role, expires, uses } = invitation;
  const text = address === null ? say("anybody") : fullAddress(address);
  const until = say("until", { role, date: dayOf(context, expires) });
  const press = (path: PluginPath, label: string, name: string) =>
    ({ kind: "press", action: at(path), values: { id }, label, name }) as const;
  const resend = press("/organizations/:slug/resend", say("resend"), say("resendNamed", { address: text }));
  const withdraw = press(
    "/organizations/:slug/withdraw",
    say("withdraw"),
    say("withdrawNamed", { address: text }),
  );
  const isSentAgain = address !== null && mayGive(role);
  return {
    text,
    detail: uses === undefined ? until : `${until} · ${say("usesLeft", { count: uses })}`,
    actions: isSentAgain ? [resend, withdraw] : [withdraw],
  };
}

const mayInvite = ({ allows, givable }: PageMaking): boolean => allows("member:invite") && givable.length > 0;

export function inviteForm(making: PageMaking): Form | undefined {
  const { say, at, context } = making;
  if (!mayInvite(making) || !canMail(context.resolved)) return undefined;
  return {
    kind: "form",
    heading: say("invite"),
    text: say("inviteText"),
    action: at("/organizations/:slug/invite"),
    fields: [
      {
        kind: "lines",
        name: "addresses",
        label: say("addresses"),
        hint: say("addressesHint"),
        autocomplete: "off",
      },
      roleField(making),
    ],
    submit: { label: say("send") },
  };
}

export function linkForm(making: PageMaking): Form | undefined {
  const { say, at, settings } = making;
  if (!mayInvite(making) || !settings.invitation.anyAccount) return undefined;
  return {
    kind: "form",
    heading: say("makeLink"),
    text: say("makeLinkText"),
    action: at("/organizations/:slug/link"),
    fields: [
      { kind: "text", name: "uses", label: say("uses"), autocomplete: "off", value: "1", maxLength: 4 },
      roleField(making),
    ],
    submit: { label: say("makeLink") },
  };
}
