/** What users read. Words in braces are filled in: `{count}` characters, `{address}`. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const messages = {
  email: "Email",
  emailOrName: "Email or user name",
  newEmail: "New email",
  name: "Name (optional)",
  userName: "User name",
  userNameOptional: "User name (optional)",
  password: "Password",
  newPassword: "New password",
  currentPassword: "Current password",
  noPassword: "No password yet",
  setPassword: "Set a password",
  changed: "changed {time}",
  address: "Email address",
  changeAddress: "Change email address",
  atLeast: { one: "At least {count} character.", other: "At least {count} characters." },
  signIn: "Sign in",
  noAccount: "Create an account",
  forgotLink: "Forgot your password?",
  linkInstead: "Email me a link instead",
  toSignIn: "Back to sign-in",
  toAccount: "Back to your account",

  signUpTitle: "Create an account",
  signUpButton: "Create account",
  haveAccount: "Already have an account? Sign in",
  sentTitle: "Check your email",
  sentText: "We sent an email to {address}. Follow its link to go on.",
  sentHint: "Nothing there after a few minutes? Check your spam folder too.",
  sendAgain: "Send again",
  sentForgot: "If there is an account for {address}, we sent an email with a link to choose a new password.",
  verifyTitle: "Confirm your email",
  verifyText: "Press the button to create the account for {address}.",
  verifyButton: "Create account",
  verifyElsewhere: "Choose a password for {address}. The one that was typed in another browser is not used.",
  existsTitle: "There is an account already",
  existsText: "{address} has an account. Sign in, or choose a new password.",
  linkOverTitle: "This link is over",
  linkOverText: "It was used, is too old, or another one took its place. Ask for a new one.",
  askAgain: "Ask for a new one",

  forgotTitle: "Forgot your password?",
  forgotText: "We send a link to your email.",
  forgotButton: "Send link",
  resetTitle: "Choose a new password",
  resetText: "For {address}. All devices will be signed out.",
  resetButton: "Save password",
  resetDoneTitle: "Your password is changed",
  resetDoneText: "All devices are signed out. Sign in with the new password.",
  changeTitle: "Change password",
  changeText: "All other devices will be signed out.",
  changeButton: "Change password",
  addressTitle: "Change email",
  addressText: "Your email is {address}. We send a link to the new one.",
  addressButton: "Send link",
  confirmTitle: "Change the email of an account",
  confirmText: "Your account {account} will use {address} from now on. All devices will be signed out.",
  confirmElsewhere:
    "The account {account} wants to use {address} from now on. Go on only if that account is yours, and type its password. All devices will be signed out.",
  confirmWithCode:
    "The account {account} wants to use {address} from now on. Go on only if that account is yours, and type its password and a code of its second factor. All devices will be signed out.",
  confirmButton: "Use this email",
  confirmDoneTitle: "Your email is changed",
  confirmDoneText: "All devices are signed out. Sign in with {address}.",

  badEmail: "This is no email address. Check it for typing mistakes.",
  sameEmail: "This is the email address that you have.",
  tooShort: {
    one: "The password needs at least {count} character.",
    other: "The password needs at least {count} characters.",
  },
  tooLong: "The password is too long: 256 characters are the most.",
  tooSimple: "The password is too easy to guess: characters repeat, or follow each other.",
  tooNear: "The password is too close to your address, your name or the name of this site.",
  breached: "This password is known from data breaches. Choose another one.",
  badUserName: "A user name has 3 to 32 characters: letters of a to z, digits, and . _ - between them.",
  userNameTaken: "This user name is taken. Choose another one.",
  wrongPassword: "The current password is wrong. If you have none yet, choose one by email.",
  wrongProof: "The password or the code is wrong. A code works for about a minute, and only once.",
  challengeFailed: "We could not tell that you are no robot. Try again.",
  lostRace: "The password was changed at the same moment. Try again.",
  signInRequired: "Sign in first.",

  mailVerifySubject: "Confirm your email for {app}",
  mailVerifyHeading: "Create your account at {app}",
  mailVerifyButton: "Confirm email",
  mailExistsSubject: "You have an account at {app}",
  mailExistsHeading: "Sign in, or choose a new password, at {app}",
  mailExistsMore: "Somebody, maybe you, wanted to create an account with this address. It has one already.",
  mailExistsButton: "Choose a new password",
  mailResetSubject: "Choose a new password for {app}",
  mailResetHeading: "Choose a new password for {app}",
  mailResetMore: "The link works once, within the next 30 minutes.",
  mailResetButton: "Choose a new password",
  mailChangedSubject: "Your password for {app} was changed",
  mailChangedHeading: "If it was not you, choose a new password at {app}",
  mailChangedMore: "Your password was changed, and all devices were signed out.",
  mailChangedButton: "Choose a new password",
  mailAddressSubject: "An account at {app} wants to use this address",
  mailAddressHeading: "Use this address for your account at {app}",
  mailAddressMore:
    "The account {account} asked for it. If that is not your account, don't follow the link: nothing changes then.",
  mailAddressButton: "Change the address",
  mailTakenSubject: "This address has an account at {app}",
  mailTakenHeading: "Sign in to {app}",
  mailTakenMore:
    "Somebody, maybe you, wanted to use this address for another account. It has its own, so nothing was changed.",
  mailTakenButton: "Sign in",
  mailMoveSubject: "A new email was asked for at {app}",
  mailMoveHeading: "If it was not you, choose a new password at {app}",
  mailMoveMore:
    "Somebody who knows your password asked to use another address for your account. A new password stops it.",
  mailMoveButton: "Choose a new password",
  mailMovedSubject: "Your email for {app} was changed",
  mailMovedHeading: "Your account is at {app}",
  mailMovedMore:
    "Your account has a new address, and all devices were signed out. If it was not you, write to the site's team.",
  mailMovedButton: "Sign in",
  mailClosing: "If you didn't ask for this mail, ignore it.",
  mailNotice: "You get this mail because it concerns the security of your account.",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the plugin, for languages. */
export type PasswordMessages = TextsOf<typeof messages>;

export type PasswordMessage = keyof typeof messages;

/** Why a form comes back. Scripts get the name. */
export type Problem = Extract<
  PasswordMessage,
  | "badEmail"
  | "sameEmail"
  | "tooShort"
  | "tooLong"
  | "tooSimple"
  | "tooNear"
  | "breached"
  | "badUserName"
  | "userNameTaken"
  | "wrongPassword"
  | "wrongProof"
  | "challengeFailed"
  | "lostRace"
>;
