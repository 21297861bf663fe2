/** What sign-in by mail says: its form, and its mail. */
import type { Text } from "../types/text.js";

/** The form of the sign-in page. */
export const emailEnglish = {
  email: "Email",
  sendLink: "Send me a sign-in link",
} as const satisfies Readonly<Record<string, Text>>;

/** The words of the sign-in mail. */
export const mailEnglish = {
  mailSubject: "Sign in to {host}",
  mailHeading: "Sign in to {host}",
  mailButton: "Sign in",
  mailClosing: "If you didn't ask for this mail, ignore it.",
  mailCodeLead: "Or type this code in the browser where you asked for the mail, within 10 minutes:",
  mailCodeClosing:
    "Give the code to nobody: we never ask for it. If you didn't ask for this mail, ignore it.",
} as const satisfies Readonly<Record<string, Text>>;
