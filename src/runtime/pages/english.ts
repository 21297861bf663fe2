/**
 * What users read on the pages that every app has. Names with a dot belong to an error: `<code>.title` and `.text` of the
 * page that says that something ended, `box.<code>` of the box on the sign-in page, `box.<code>.<reason>` where more is
 * known.
 */
import { footerEnglish } from "./footer.js";
import type { Text } from "../types/text.js";

/** In English. */
export const english = {
  ...footerEnglish,
  thisSite: "this site",
  theService: "the service that you chose",
  theAccount: "The account that you chose",
  thisAccount: "This {provider} account",

  signIn: "Sign in",
  signInTo: "Sign in to {app}",
  signedIn: "You are signed in.",
  signedInAs: "You are signed in as {user}.",
  goOn: "{continue} or {signOut}",
  continue: "Continue",
  orSignOut: "sign out",
  or: "or",
  more: "More ways to sign in",
  noWay: "There is no way to sign in yet.",
  show: "Show",
  hide: "Hide",

  signOut: "Sign out",
  signOutAsk: "Sign out?",
  signOutOf: "Sign out of {app}?",
  cancel: "Cancel",

  tryAgain: "Try again",
  tryAgainWith: "Try again with {provider}",
  anotherWay: "Sign in another way",
  backToSignIn: "Back to signing in",
  sendNewLink: "Send a new link",

  "box.other": "Signing in did not work. Try again, or choose another way.",
  "box.OAuthCallbackError":
    "Signing in with {provider} was cancelled or refused. Try again, or choose another way.",
  "box.OAuthCallbackError.cancelled":
    "You cancelled signing in with {provider}. Try again, or choose another way.",
  "box.OAuthCallbackError.refused":
    "Signing in with {provider} did not work. Try again in a few minutes, or choose another way.",
  "box.OAuthAccountNotLinked":
    "{account} was not used: its email address belongs to a user who signs in another way. If that is you, sign in the way you did before; then you can add it.",
  "box.AccountNotLinked":
    "There is an account with this email address already, or the passkey belongs to another user. Sign in the way you did before.",
  notAdded: "{account} belongs to another user, so it was not added. You are still signed in.",
  "box.EmailSignin": "The email could not be sent. Check the address and try again.",
  "box.CredentialsSignin": "Signing in did not work. Check that the details you gave are correct.",
  "box.SessionRequired": "Sign in to see this page.",
  "box.MissingCSRF": "This page was open for too long, or your browser blocks cookies. Try again.",
  "box.TooManyAttempts": "There were too many tries. Wait a few minutes and try again.",

  "Configuration.title": "Signing in did not work",
  "Configuration.text":
    "Something went wrong on the way, or nobody can sign in to {app} at the moment. Try again. If it happens again, choose another way or come back later.",
  "AccessDenied.title": "You cannot sign in with this account",
  "AccessDenied.text": "It has no access to {app}. If you have another account, use that one.",
  "Forbidden.title": "You don't have access to this page",
  "Forbidden.text": "Your account at {app} may not open it. If you have another account, use that one.",
  "NotFound.title": "This page is not here",
  "NotFound.text": "It may have been removed, or your account at {app} may not see it.",
  "TooManyAttempts.title": "Too many tries",
  "TooManyAttempts.text": {
    one: "Wait a minute and try again.",
    other: "Wait {count} minutes and try again.",
  },
  "TooManyAttempts.soon": "Wait a few minutes and try again.",
  "Verification.title": "This link no longer works",
  "Verification.text": "It was used already, or it has expired: a link works only once. Ask for a new one.",
  "WebAuthnVerificationError.title": "Your passkey could not be checked",
  "WebAuthnVerificationError.text": "Try again, or choose another way to sign in.",
  "stale.title": "{provider} did not ask who you are",
  "stale.text":
    "This page needs a sign-in of just now, and {provider} told of an earlier one. Choose another way.",
  "expired.title": "This sign-in is over",
  "expired.text":
    "It took more than 15 minutes, was finished already, was begun again in another tab, or began in another browser. Start again. If that does not help, allow cookies for this site.",
  "slow.title": "No answer from {provider}",
  "slow.text": "It may be busy. Try again in a few minutes, or choose another way to sign in.",
  "provider.title": "Signing in with {provider} did not work",
  "provider.text":
    "It may be down, or not set up for {app}. Try again in a few minutes, or choose another way.",
  "address.title": "This is not an email address",
  "address.text": "Check it for typing mistakes.",
  "mail.title": "The email could not be sent",
  "mail.text": "Check the address and try again in a few minutes, or choose another way to sign in.",
  "passkey.title": "This passkey is not known",
  "passkey.text": "No account of {app} uses it. Use another passkey, or sign in another way.",
  "store.title": "Not possible at the moment",
  "store.text": "A part of {app} does not answer. Try again in a few minutes.",
  "other.title": "Something went wrong",
  "other.text": "Signing in did not work. Please try again.",
} as const satisfies Readonly<Record<string, Text>>;

export type EnglishName = keyof typeof english;
