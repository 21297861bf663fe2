/** What sign-in by passkey says. */
import type { Text } from "../types/text.js";

/** The form of the sign-in page. */
export const passkeyFormEnglish = {
  email: "Email",
  passkeysNeedJavaScript: "Passkeys need JavaScript.",
  signInWithPasskey: "Sign in with a passkey",
} as const satisfies Readonly<Record<string, Text>>;

/** What the script says when the ceremony ends without a sign-in. */
export const passkeyEnglish = {
  passkeyUnsupported: "This browser cannot use passkeys. Sign in another way, or with another browser.",
  passkeyExists: "This device has a passkey for this site already. Sign in with it.",
  passkeyCancelled:
    "No passkey was used: you cancelled, or this device has none for this site. Try again, or sign in another way.",
  passkeyFailed: "The passkey could not be used. Try again, or sign in another way.",
} as const satisfies Readonly<Record<string, Text>>;
