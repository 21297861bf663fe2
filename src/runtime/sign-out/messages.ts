/** What users read. */
import type { TextsOf } from "../types/text.js";

/** In English. */
export const messages = {
  leaveTitle: "Sign out of {provider}",
  leaveText: "You are signed out here. Go on to sign out of {provider} too.",
  goOn: "Go on",
  hereTitle: "You are signed out here",
  hereText: "You may still be signed in to {provider}.",
  theService: "the service that you signed in with",
} as const;

/** A language with all of them. */
export type SignOutMessages = TextsOf<typeof messages>;
