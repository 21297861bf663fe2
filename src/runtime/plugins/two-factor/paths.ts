/** Where the plugin's pages are, below the base path. */
export const stepId = "two-factor";

export const paths = {
  /** The step of a sign-in. */
  challenge: "/two-factor",
  challengePasskey: "/two-factor/passkey",
  /** Setting up in a sign-in that waits, and what follows. */
  first: "/two-factor/first",
  firstSave: "/two-factor/first/save",
  firstSkip: "/two-factor/first/skip",
  /** Setting up in a session. */
  setUp: "/two-factor/set-up",
  setUpSave: "/two-factor/set-up/save",
  /** Signs in once more, to set up then. */
  again: "/two-factor/set-up/again",
  /** Step-up: the factor is shown in a session. */
  confirm: "/two-factor/confirm",
  confirmPasskey: "/two-factor/confirm/passkey",
  manage: "/two-factor/manage",
  recoveryCodes: "/two-factor/recovery-codes",
  forgetBrowsers: "/two-factor/forget-browsers",
  off: "/two-factor/off",
} as const;
