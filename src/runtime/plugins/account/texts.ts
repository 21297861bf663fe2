/** Texts of the account page. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const texts = {
  title: "Your account",
  profile: "Profile",
  name: "Name",
  save: "Save",
  email: "Email address",
  changeEmail: "Change email address",
  changePassword: "Change password",
  secondFactor: "Two-step sign-in",
  accounts: "Linked accounts",
  noAccounts: "No account is linked.",
  link: "Link {provider}",
  linkTitle: "Link an account",
  linkText: "You will be sent there to sign in. After that you can sign in here with that account, too.",
  unlink: "Unlink",
  unlinkOf: "Unlink {provider}",
  passkeys: "Passkeys",
  passkey: "Passkey {count}",
  remove: "Remove",
  removeOf: "Remove {passkey}",
  sessions: "Where you are signed in",
  thisSession: "{device} (this session)",
  device: "{browser} on {system}",
  unknownDevice: "Unknown device",
  lastSeen: "last seen {time}",
  signOut: "Sign out",
  signOutOf: "Sign out {device}",
  signOutOthers: "Sign out all others",
  signOutAll: "Sign out everywhere",
  data: "Your data",
  download: "Download my data",
  delete: "Delete my account",
  deleteText: "Your account and everything in it will be deleted.",
  deleteConfirm: "Delete my account",
  signInAgain: "Sign in again",
  back: "Back",
  mailSubject: "How you sign in at {host} has changed",
  mailHeading: "If it was not you, look at your account at {host}",
  mailAccountAdded: "An account at {provider} was linked to yours: it can sign in from now on.",
  mailAccountRemoved: "An account at {provider} was unlinked from yours: it can't sign in any more.",
  mailPasskeyAdded: "A passkey was added to your account: it can sign in from now on.",
  mailPasskeyRemoved: "A passkey was removed from your account: it can't sign in any more.",
  mailFactorAdded: "An authenticator app was set up for your account: its codes are asked for from now on.",
  mailFactorRemoved: "Two-step sign-in was switched off for your account.",
  mailButton: "Open your account",
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
