/** Entry point `authwright/messages/es`: Spanish texts of the built-in pages and mails. */
import { core } from "../languages/es/core.js";
import { plugins } from "../languages/es/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** Spanish. */
const es: CompleteMessages = defineMessages({ locale: "es", direction: "ltr", core, ...plugins });
export default es;
