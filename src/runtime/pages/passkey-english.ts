/** What sign-in by passkey says. */
import type { Text } from "../types/text.js";

/** The form of the sign-in page. */
export const passkeyFormEnglish = {
  email: "Email",
  passkeysNeedJavaScript: "Passkeys need JavaScript.",
  signInWithPasskey: "Sign in with a passkey",
} as const satisfies Readonly<Record<string, Text>>;

/** The form that adds one to who is signed in, and its page. */
export const passkeyAddEnglish = {
  addPasskey: "Add a passkey",
  addPasskeyText:
    "Next time you sign in with your finger, your face or your screen lock, without a password.",
  passkeyAdded: "Passkey added. You can sign in with it from now on.",
  passkeyNotAdded: "No passkey was added. Try again, or on another device.",
  passkeyKnown: "This device has a passkey for your account already.",
  passkeysMissing: "This browser cannot use passkeys. Add one with another browser.",
} as const satisfies Readonly<Record<string, Text>>;

/** What the script says when the ceremony ends without a sign-in. */
export const passkeyEnglish = {
  passkeyUnsupported: "This browser cannot use passkeys. Sign in another way, or with another browser.",
  passkeyExists: "This device has a passkey for this site already. Sign in with it.",
  passkeyCancelled:
    "No passkey was used: you cancelled, or this device has none for this site. Try again, or sign in another way.",
  passkeyFailed: "The passkey could not be used. Try again, or sign in another way.",
} as const satisfies Readonly<Record<string, Text>>;
