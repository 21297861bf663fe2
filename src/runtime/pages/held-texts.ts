/** What is said of ways to sign in that were there before their user's address was proven. */
import type { Text } from "../types/text.js";

/** In English. */
export const heldEnglish = {
  heldKeep: "Keep signing in with {ways}",
  heldHint:
    "It was connected before this address was confirmed. Check the box only if you connected it yourself.",
  heldSubject: "Was it you? {provider} at {app}",
  heldHeading: "Connect {provider} again at {app}",
  heldMore:
    "Somebody, maybe you, tried to sign in to your account with {provider}. That was connected before your address was confirmed, so we ask you. Follow the link within 15 minutes, in the browser in which you tried; then sign in with {provider} again.",
  heldButton: "It was me: connect again",
  heldClosing: "If it was not you, ignore this mail: nobody gets in.",
} as const satisfies Readonly<Record<string, Text>>;
