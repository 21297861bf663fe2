/** Texts of the account page. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const texts = {
  title: "Your account",
  profile: "Profile",
  name: "Name",
  save: "Save",
  confirmed: "Confirmed",
  notConfirmed: "Not confirmed",
  accounts: "How you sign in",
  lastUsed: "last used {time}",
  added: "added {time}",
  noAccounts: "No account is linked.",
  link: "Link {provider}",
  linkMore: "Link another {provider}",
  linkTitle: "Link an account",
  linkText: "You will be sent there to sign in. After that you can sign in here with that account, too.",
  unlink: "Unlink",
  unlinkOf: "Unlink {provider}",
  unlinkEnds: "Unlinking an account signs out all your other devices.",
  offer: "Sign in faster next time",
  notNow: "Not now",
  passkeys: "Passkeys",
  passkey: "Passkey {count}",
  remove: "Remove",
  removeOf: "Remove {passkey}",
  removeEnds: "Removing a passkey signs out all your other devices.",
  rename: "Rename",
  renameOf: "Rename {passkey}",
  sessions: "Where you are signed in",
  thisSession: "{device} (this session)",
  device: "{browser} on {system}",
  place: "{city}, {country}",
  unknownDevice: "Unknown device",
  lastSeen: "last seen {time}",
  signOut: "Sign out",
  signOutOf: "Sign out {device}",
  signOutOthers: "Sign out all others",
  signOutAll: "Sign out everywhere",
  showMore: "Show more ({count})",
  data: "Your data",
  download: "Download my data",
  deleteTitle: "Delete account",
  delete: "Delete my account",
  deleteText: "Your account and everything in it will be deleted.",
  deleteConfirm: "Yes, delete my account",
  lostFactor:
    "If you can't show your second factor any more, we can send a link to {address}. It deletes your account a week later or more.",
  lostFactorButton: "Send the link",
  deleteMailed: "We sent an email to {address}. Follow its link to go on.",
  deleteAsk:
    "If you go on, your account will be deleted on {day}, and all devices will be signed out. A sign-in with your second factor before that day keeps it.",
  planned:
    "Your account will be deleted on {day}, and all devices are signed out. A sign-in with your second factor before that day keeps it.",
  signInAgain: "Sign in again",
  back: "Back",
  mailSubject: "How you sign in at {app} has changed",
  mailHeading: "If it was not you, look at your account at {app}",
  mailAccountAdded: "An account at {provider} was linked to yours: it can sign in from now on.",
  mailAccountRemoved:
    "An account at {provider} was unlinked from yours: it can't sign in any more. All other devices were signed out.",
  mailPasskeyAdded: "A passkey was added to your account: it can sign in from now on.",
  mailPasskeyRemoved:
    "A passkey was removed from your account: it can't sign in any more. All other devices were signed out.",
  mailFactorAdded: "An authenticator app was set up for your account: its codes are asked for from now on.",
  mailFactorRemoved: "Two-step sign-in was switched off for your account.",
  mailButton: "Open your account",
  mailDeleteSubject: "The deletion of your account at {app}",
  mailDeleteMore:
    "Somebody who is signed in, maybe you, asked for it without the second factor. The link works once, within the next 24 hours. If it was not you, don't follow it.",
  mailNotice: "You get this mail because it concerns the security of your account.",
  "error-not-found": "That was not there any more.",
  "error-last-way-in": "This is your only way to sign in, so it stays. Add another one first.",
  "error-busy": "Another tab or device changes this now. Try again in a moment.",
  "error-stale": "For your safety, sign in once more before you delete your account.",
  "error-stale-since":
    "You signed in {time}. For your safety, sign in once more before you delete your account.",
  "error-invalid": "What you entered does not fit. Check it and try again.",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the plugin, for languages. */
export type AccountMessages = TextsOf<typeof texts>;

export type TextName = keyof typeof texts;
