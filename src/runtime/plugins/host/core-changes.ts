/** What the routes of the core change: apps carry none of it without a plugin that asks. */
import type { CorePost } from "../../routes.js";
import type { DeclaredChange } from "./plugin.js";

export const coreChanges: Readonly<Record<CorePost, DeclaredChange>> = {
  "POST session": { of: "data" },
  "POST signin": { of: "none" },
  "POST signin:credentials": { of: "none" },
  "POST signin:webauthn": { of: "passkey" },
  "POST signin:oauth": { of: "account" },
  "POST signin:email": { of: "account" },
  "POST callback:oauth": { of: "account" },
  "POST callback:credentials": { of: "account" },
  "POST callback:email": { of: "account" },
  "POST callback:webauthn": { of: "passkey" },
  "POST signout": { of: "none", impersonation: "allow" },
};
