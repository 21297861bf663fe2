/** Entry point `authwright/messages/zh`: Chinese texts of the built-in pages and mails. */
import { core } from "../languages/zh/core.js";
import { plugins } from "../languages/zh/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** Chinese (simplified). */
const zh: CompleteMessages = defineMessages({ locale: "zh", direction: "ltr", core, ...plugins });
export default zh;
