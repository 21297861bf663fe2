/** Texts of the plugin: of its mails, and of what was refused. */
import type { Text } from "../../types/text.js";

/** In English. */
export const texts = {
  mailInviteSubject: "You are invited to {organization} at {app}",
  mailInviteHeading: "Join {organization} at {app}",
  mailInviteMore: "{inviter} invites you. The link works once, and only for {address}.",
  mailInviteMoreServer: "The link works once, and only for {address}.",
  mailInviteButton: "Look at the invitation",
  mailInviteClosing: "If you don't know {organization}, ignore this mail: nothing happens.",
  mailRoleSubject: "Your role in {organization} has changed",
  mailRoleHeading: "You have another role in {organization} at {app}",
  mailRoleMore: "Your role was {from}, and is {role} from now on.",
  mailRemovedSubject: "You are no member of {organization} any more",
  mailRemovedHeading: "You were removed from {organization} at {app}",
  mailOwnerSubject: "{organization} has another owner",
  mailOwnerHeading: "{organization} at {app} has another owner",
  mailOwnerMore: "{owner} owns it from now on, because no other owner was left.",
  mailHandedMore: "It was handed over to you: you own it from now on.",
  mailButton: "Open {app}",
  mailNotice: "You get this mail because you are, or were, a member.",
  somebody: "A member",
  "kept-last-owner":
    "You are the last owner of an organization. Hand it over, or delete it, before you delete your account.",
  "error-signed-out": "Sign in first.",
  "error-not-found": "That is not there.",
  "error-forbidden": "Your role does not allow that.",
  "error-slug-taken": "This address is taken. Choose another one.",
  "error-already-member": "They are a member already.",
  "error-last-owner": "Nobody would be left who owns this. Hand it over first, or delete it.",
  "error-busy": "Others change this now. Try again in a moment.",
  "error-invalid": "What you entered does not fit. Check it and try again.",
  "error-too-many": "That is too many for now.",
  "error-stale": "For your safety, sign in once more first.",
  "error-factor": "Confirm with your second factor first.",
} as const satisfies Readonly<Record<string, Text>>;

export type OrganizationText = keyof typeof texts;
