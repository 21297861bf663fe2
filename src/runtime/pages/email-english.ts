/** What sign-in by mail says: its form, its pages, and its mail. */
import type { Text } from "../types/text.js";

/** The form of the sign-in page. */
export const emailEnglish = {
  email: "Email",
  sendLink: "Send me a sign-in link",
} as const satisfies Readonly<Record<string, Text>>;

/** "Check your email", and the page behind the link. */
export const emailPagesEnglish = {
  checkEmail: "Check your email",
  mailSent: "We sent you an email to sign in with.",
  linkDays: {
    one: "Its link works once, within the next day.",
    other: "Its link works once, within the next {count} days.",
  },
  linkHours: {
    one: "Its link works once, within the next hour.",
    other: "Its link works once, within the next {count} hours.",
  },
  linkMinutes: {
    one: "Its link works once, within the next minute.",
    other: "Its link works once, within the next {count} minutes.",
  },
  checkSpam: "Nothing there after a few minutes? Check your spam folder too.",
  sendAgain: "Send again, or use another address",
  confirm: "Press the button to finish signing in.",
  elsewhere:
    "This browser did not ask for the email, or asked for it some time ago. If you did not ask for it yourself, close this page.",
  elsewhereAs: "You will be signed in as {address}.",
  elsewhereOpen: "{user} is signed in here now, and will be signed out.",
  addAsk: "Add {provider}?",
  addText:
    "You are signed in as {user}, by a link of an email that another browser asked for. If you go on, whoever has {provider} there signs in to this account from then on. If this account is not yours, sign out first.",
  addButton: "Add to this account",
} as const satisfies Readonly<Record<string, Text>>;

/** The words of the sign-in mail. */
export const mailEnglish = {
  mailSubject: "Sign in to {app}",
  mailHeading: "Sign in to {app}",
  mailButton: "Sign in",
  mailClosing: "If you didn't ask for this mail, ignore it.",
  mailCodeLead: "Or type this code in the browser where you asked for the mail, within 10 minutes:",
  mailCodeClosing:
    "Give the code to nobody: we never ask for it. If you didn't ask for this mail, ignore it.",
} as const satisfies Readonly<Record<string, Text>>;
