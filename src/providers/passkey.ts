import type { WebAuthnConfig } from "../runtime/types/provider.js";
import { inOptions, withoutStore } from "../runtime/webauthn/problems.js";
import type { PlainRecord } from "./kit/record.js";
import WebAuthn, { DEFAULT_WEBAUTHN_TIMEOUT, type WebAuthnUserConfig } from "./webauthn.js";

/** What is known of Passkey, as data. */
export const record = {
  id: "passkey",
  name: "Passkey",
  type: "webauthn",
  status: "active",
  docs: "https://www.w3.org/TR/webauthn-3/",
  notes: [
    "Needs an adapter and: npm install @simplewebauthn/server",
    "Keys are kept on the device and unlocked by PIN, finger or face: nothing has to be typed to sign in",
  ],
} as const satisfies PlainRecord;

/**
 * Sign in with a passkey: a discoverable key, and the device verifies who uses it.
 *
 * @param options as for `WebAuthn`; each one replaces a default as a whole
 * @example Passkey({ formFields: { email: { label: "E-mail", required: true, autocomplete: "username webauthn" } } })
 */
export default function Passkey(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  return WebAuthn({
    id: record.id,
    name: record.name,
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT, userVerification: "required" },
    registrationOptions: {
      timeout: DEFAULT_WEBAUTHN_TIMEOUT,
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    },
    verifyAuthenticationOptions: { requireUserVerification: true },
    verifyRegistrationOptions: { requireUserVerification: true },
    problems: { inOptions, inConfig: withoutStore, isSwitchFree: true },
    ...options,
  });
}
