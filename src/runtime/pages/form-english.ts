/** What the forms of the sign-in page say, whatever their provider. */
import type { Text } from "../types/text.js";

/** In English. */
export const formEnglish = {
  lastUsed: "Last used",
  signInWith: "Sign in with {provider}",
} as const satisfies Readonly<Record<string, Text>>;
