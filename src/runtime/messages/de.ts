/** Entry point `authwright/messages/de`: German texts of the built-in pages and mails. */
import { core } from "../languages/de/core.js";
import { plugins } from "../languages/de/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** German. */
const de: CompleteMessages = defineMessages({ locale: "de", direction: "ltr", core, ...plugins });
export default de;
