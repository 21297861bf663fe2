/** What users read. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const messages = {
  askTitle: "Confirm that it's you",
  askText: "Enter the code that your authenticator app shows now.",
  code: "Six-digit code",
  trust: {
    one: "Don't ask again in this browser for one day",
    other: "Don't ask again in this browser for {count} days",
  },
  confirm: "Confirm",
  usePasskey: "Use a passkey",
  noApp: "I can't use the app",
  recovery: "Recovery code",
  recoveryText: "Enter one of the recovery codes that you saved. Each works once.",
  useRecovery: "Use the recovery code",
  wrongCode: "The code is not right",
  wrong: "This is not right. A code works for about a minute, and only once: wait for the next one.",
  wrongRecovery:
    "This is none of your unused recovery codes. Each works once: check it, or enter another one.",
  wrongPasskey: "The passkey was not accepted. Try again, or enter a code.",
  setUpTitle: "Set up two-step sign-in",
  setUpNeeded: "This account needs a second step to sign in.",
  setUpText: "Scan the picture with an authenticator app, then enter the code that it shows.",
  picture: "QR code for an authenticator app. The key below it is the same as text.",
  key: "Key, to type in by hand",
  openApp: "Open in an app on this device",
  notNow: "Not now",
  saveTitle: "Save your recovery codes",
  saveText: "If you lose your phone, each of these codes signs you in once. They are shown only now.",
  copy: "Copy",
  copied: "Copied",
  download: "Download",
  print: "Print",
  saveNext: "Two-step sign-in is switched on when you go on.",
  saved: "I have saved them",
  newTitle: "Your new recovery codes",
  newText: "Each works once. The codes that you had before no longer work. These are shown only now.",
  back: "Back",
  toSignIn: "Back to sign-in",
  toAccount: "Back to your account",
  freshTitle: "Sign in again first",
  freshText: "For your safety, sign in once more. Then you can set up two-step sign-in.",
  freshSince:
    "You signed in {time}. For your safety, sign in once more. Then you can set up two-step sign-in.",
  fresh: "Sign in again",
  manageTitle: "Two-step sign-in",
  on: "On",
  off: "Off",
  manage: "Manage",
  isOn: "Two-step sign-in is on.",
  isOff: "Two-step sign-in is off.",
  left: "Recovery codes left: {count}",
  switchOn: "Set up",
  newApp: "Use another app or phone",
  newCodes: "Make new recovery codes",
  forget: "Ask again in all trusted browsers",
  switchOff: "Switch off",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the plugin, for languages. */
export type TwoFactorMessages = TextsOf<typeof messages>;

export type TwoFactorMessage = keyof typeof messages;
