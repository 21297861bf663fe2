/** What is said on the way to the sign-out of a provider. */
import type { Text } from "../types/text.js";

/** In English. */
export const leaveEnglish = {
  leaveTitle: "Sign out of {provider}",
  leaveText: "You are signed out here. Go on to sign out of {provider} too.",
  leaveOn: "Go on",
  leaveHere: "You are signed out here",
  leaveRest: "You may still be signed in to {provider}.",
} as const satisfies Readonly<Record<string, Text>>;
