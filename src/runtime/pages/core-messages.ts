/** The group `core` of a language: what all pages of the core and its providers ask for. */
import type { emailEnglish, emailPagesEnglish, mailEnglish } from "./email-english.js";
import type { TextsOf } from "../types/text.js";
import type { codeEnglish } from "./code-texts.js";
import type { heldEnglish } from "./held-texts.js";
import type { english } from "./english.js";
import type { leaveEnglish } from "./leave-texts.js";
import type { formEnglish } from "./form-english.js";
import type { passkeyAddEnglish, passkeyEnglish, passkeyFormEnglish } from "./passkey-english.js";

/** What the pages and mails of the core say; plugins have texts of their own. */
export type CoreMessages = TextsOf<
  typeof english &
    typeof formEnglish &
    typeof emailEnglish &
    typeof emailPagesEnglish &
    typeof codeEnglish &
    typeof heldEnglish &
    typeof leaveEnglish &
    typeof passkeyEnglish &
    typeof passkeyFormEnglish &
    typeof passkeyAddEnglish &
    typeof mailEnglish
>;
