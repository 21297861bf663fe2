/** What the pages of a sign-in by a mailed code say. */
import type { Text } from "../types/text.js";

/** In English. */
export const codeEnglish = {
  codeText: "We sent you an email. Follow its link, or type its code here: either works, once.",
  codeOver: "We sent you an email. Its link works once; its code no longer works.",
  codeSentTo: "Sent to",
  code: "Code",
  codeAgain: "Send a new email",
  codeAgainText:
    "A new email ends the link and the code of the one before. Look into your spam folder first.",
  codeOtherAddress: "Use another address",
  codeElsewhere:
    "This sign-in began in another browser or on another device, or a while ago. You can finish here, or type the code of the email where you began. If you did not begin it, close this page.",
  "code.wrong": "That code is not right. Type the eight digits of the newest email.",
  "code.gone":
    "This code no longer works: it was used, it is older than 10 minutes, or it was sent for another browser. Follow the link of the email, or ask for a new one.",
  "code.tries":
    "There were too many wrong codes, so the code has ended. Follow the link of the email, or ask for a new one.",
  "code.store": "This is not possible at the moment. Your code was not used up: try again in a few minutes.",
} as const satisfies Readonly<Record<string, Text>>;

/** Why a code was refused. */
export type CodeProblem = "wrong" | "gone" | "tries" | "store";
