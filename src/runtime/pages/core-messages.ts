/** The group `core` of a language: what all pages of the core and its providers ask for. */
import type { mailEnglish } from "../../providers/kit/mail-body.js";
import type { TextsOf } from "../types/messages.js";
import type { codeEnglish } from "./code-texts.js";
import type { emailEnglish } from "./email-form.js";
import type { english } from "./english.js";
import type { formEnglish } from "./forms.js";
import type { passkeyEnglish } from "./passkey-script.js";
import type { passkeyFormEnglish } from "./passkey-form.js";

/** Texts of the core. */
export type CoreMessages = TextsOf<
  typeof english &
    typeof formEnglish &
    typeof emailEnglish &
    typeof codeEnglish &
    typeof passkeyEnglish &
    typeof passkeyFormEnglish &
    typeof mailEnglish
>;
