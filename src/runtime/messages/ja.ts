/** Entry point `authwright/messages/ja`: Japanese texts of the built-in pages and mails. */
import { core } from "../languages/ja/core.js";
import { plugins } from "../languages/ja/plugins.js";
import type { CompleteMessages } from "../types/messages.js";
import { defineMessages } from "./index.js";

/** Japanese. */
const ja: CompleteMessages = defineMessages({ locale: "ja", direction: "ltr", core, ...plugins });
export default ja;
