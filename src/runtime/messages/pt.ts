/** Entry point `authwright/messages/pt`: Portuguese texts of the built-in pages and mails. */
import { core } from "../languages/pt/core.js";
import { plugins } from "../languages/pt/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** Portuguese (Brazil). */
const pt: CompleteMessages = defineMessages({ locale: "pt", direction: "ltr", core, ...plugins });
export default pt;
