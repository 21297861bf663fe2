/** Entry point `authwright/messages/ar`: Arabic texts of the built-in pages and mails. */
import { core } from "../languages/ar/core.js";
import { plugins } from "../languages/ar/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** Arabic. */
const ar: CompleteMessages = defineMessages({ locale: "ar", direction: "rtl", core, ...plugins });
export default ar;
