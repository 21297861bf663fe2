/** Links of invitations on their way: each is mailed, or there is none. */
import { AuthError, toError } from "../../errors/index.js";
import { countMail } from "../../flows/tries.js";
import { judgeInvitation, useUp } from "./acceptance.js";
import { tokenOf } from "./invitation-cookie.js";
import { keepInvitation, type MadeInvitation } from "./invitation-rows.js";
import { type MailedInvitation, mailInvitation, type Teller } from "./mails.js";
import { wayOfNewUser } from "./newcomer.js";
import { OrganizationError } from "./organization-error.js";
import { asTooMany } from "./organizations.js";
import { invitationTable } from "./tables.js";
import type { PageAsking } from "./view.js";

/** @throws AuthError where the transport throws: the invitation is gone then */
export async function mailMade(
  teller: Teller,
  { invitation: { id, expires }, token }: MadeInvitation,
  about: Pick<MailedInvitation, "organization" | "address" | "inviter">,
): Promise<void> {
  try {
    await mailInvitation(teller, { ...about, token, expires });
  } catch (thrown) {
    await teller.own.records(invitationTable).consume({ token: id });
    throw new AuthError("An invitation was not sent", { cause: { err: toError(thrown) } });
  }
}

/**
 * Mails a fresh link in place of one that is too old to make a user. Whoever holds the old one learns nothing by it.
 *
 * @returns the address
 * @throws OrganizationError with `not-found` for any other link, `too-many`
 */
export async function mailFreshLink(asking: PageAsking): Promise<string> {
  const { context, own, settings } = asking;
  const judged = await judgeInvitation(asking, await tokenOf(asking));
  if (judged.is !== "new-user" || (await wayOfNewUser(context.resolved, judged)) !== "mail")
    throw new OrganizationError("not-found", "There is no link to mail");
  const { invitation, organization, address } = judged;
  await asTooMany(countMail(context, address));
  const { id: _id, createdAt: _createdAt, ...kept } = invitation;
  await useUp(own, invitation, async () => {
    const made = await keepInvitation(own, kept);
    if (made === undefined) throw new OrganizationError("busy", "Others invite the same address now");
    const inviter = await inviterOf(asking, invitation.invitedBy);
    await mailMade({ own, settings, from: context }, made, { organization, address, inviter });
  });
  return address;
}

const inviterOf = async ({ context }: PageAsking, userId: string | null) =>
  userId === null ? undefined : ((await context.resolved.adapter?.getUser(userId)) ?? undefined);
