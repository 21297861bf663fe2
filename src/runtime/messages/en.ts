/** Entry point `authwright/messages/en`: the texts that the pages have themselves, to replace some of them. */
import { emailEnglish, emailPagesEnglish, mailEnglish } from "../pages/email-english.js";
import { codeEnglish } from "../pages/code-texts.js";
import { heldEnglish } from "../pages/held-texts.js";
import { english } from "../pages/english.js";
import { leaveEnglish } from "../pages/leave-texts.js";
import { formEnglish } from "../pages/form-english.js";
import { passkeyAddEnglish, passkeyFormEnglish, passkeyEnglish } from "../pages/passkey-english.js";
import { pluginEnglish } from "../plugins/registry.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** English. */
const en: CompleteMessages = defineMessages({
  locale: "en",
  direction: "ltr",
  core: {
    ...english,
    ...formEnglish,
    ...emailEnglish,
    ...emailPagesEnglish,
    ...codeEnglish,
    ...heldEnglish,
    ...leaveEnglish,
    ...passkeyFormEnglish,
    ...passkeyAddEnglish,
    ...passkeyEnglish,
    ...mailEnglish,
  },
  ...pluginEnglish,
});
export default en;
