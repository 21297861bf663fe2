/** Texts of the plugin: of its pages and mails, and of what was refused. */
import type { Text, TextsOf } from "../../types/text.js";

/** In English. */
export const texts = {
  users: "Users",
  search: "Address or id",
  searchHint: "A whole one, or how it begins: the list begins there. Names are not searched.",
  order: "List",
  orderHint: "Users without an address are found by id alone.",
  byEmail: "By address",
  byId: "By id",
  find: "Find",
  match: "Found",
  nobody: "Nobody is here: the list has ended before.",
  cannotList: "This store cannot list users. A whole address or id finds one all the same.",
  confirmed: "Confirmed",
  unconfirmed: "Not confirmed",
  noAddress: "No address",
  newUser: "New user",
  newText: "Somebody who can't sign up alone",
  lacksFactor:
    "No second factor protects the back office. Whoever gets hold of an administrator's sign-in gets hold of all users.",
  isAdministrator:
    "This is an administrator. Nothing of them is changed here: the grant goes first, in the terminal.",
  "error-signed-out": "Sign in first.",
  "error-not-found": "That was not there any more.",
  "error-stale": "Sign in again to do this: it needs a sign-in of just now.",
  "error-factor": "Confirm with your second factor first.",
  "error-invalid": "What you entered does not fit. Check it and try again.",
  "error-too-many": "Too many in a short time. Wait a while.",
  "error-administrator": "This is an administrator: the grant goes first, in the terminal.",
  "error-taken": "Another user has this address.",
  "error-kept": "This user can't be deleted now: an organization would be without an owner.",
  "error-unable": "This app cannot do that.",
} as const satisfies Readonly<Record<string, Text>>;

/** Texts of the plugin `admin`, for languages. */
export type AdminMessages = TextsOf<typeof texts>;

export type AdminText = keyof typeof texts;
