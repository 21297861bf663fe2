/** Entry point `authwright/messages/fr`: French texts of the built-in pages and mails. */
import { core } from "../languages/fr/core.js";
import { plugins } from "../languages/fr/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** French. */
const fr: CompleteMessages = defineMessages({ locale: "fr", direction: "ltr", core, ...plugins });
export default fr;
