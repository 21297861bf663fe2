import type { RelyingParty, WebAuthnConfig } from "../runtime/types/provider.js";
import { inConfig, inOptions } from "../runtime/webauthn/problems.js";
import type { PlainRecord } from "./kit/record.js";

/** What is known of WebAuthn, as data. */
export const record = {
  id: "webauthn",
  name: "WebAuthn",
  type: "webauthn",
  status: "active",
  docs: "https://www.w3.org/TR/webauthn-3/",
  notes: [
    "Needs experimental: { enableWebAuthn: true }, an adapter and: npm install @simplewebauthn/server",
    "Security keys and passkeys, with the user's presence; passkey asks for verification and discoverable keys too",
  ],
} as const satisfies PlainRecord;

/** Five minutes in milliseconds: the longest that the standard recommends (section 15.1 of Level 3). */
export const DEFAULT_WEBAUTHN_TIMEOUT = 300_000;

/** Stands in the configuration alone: the built-in page loads no script from elsewhere. */
export const DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION = "v9.0.1";

/** Who asks for passkeys. */
export type RelayingParty = RelyingParty;

/** Finds out who is meant. */
export type GetUserInfo = NonNullable<WebAuthnConfig["getUserInfo"]>;

/** Kind of the providers of passkeys. */
export type WebAuthnProviderType = "webauthn";

export type { WebAuthnConfig };

/** What the factory takes. */
export type WebAuthnUserConfig = Partial<Omit<WebAuthnConfig, "type" | "options">>;

/**
 * Sign in with a security key or a passkey.
 *
 * @param options each one replaces a default as a whole. `relayingParty` (id, name, origin; default: those of the
 * URL), `getUserInfo`, `formFields` of the built-in page, `enableConditionalUI` (true for one provider at most).
 * Also the options of the four steps, times in milliseconds
 * @example WebAuthn({ relayingParty: { id: "example.com", name: "Example", origin: "https://app.example.com" } })
 */
export default function WebAuthn(options: WebAuthnUserConfig = {}): WebAuthnConfig {
  return {
    id: record.id,
    name: record.name,
    enableConditionalUI: true,
    simpleWebAuthnBrowserVersion: DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION,
    authenticationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    registrationOptions: { timeout: DEFAULT_WEBAUTHN_TIMEOUT },
    formFields: { email: { label: "Email", required: true, autocomplete: "username webauthn" } },
    library: () => import("@simplewebauthn/server"),
    flows: () => import("../runtime/flows/passkeys.js"),
    problems: { inOptions, inConfig },
    ...given(options),
    type: record.type,
  };
}

/** An option set to undefined counts as absent. */
function given<T extends object>(options: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const set = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as { [K in keyof T]: Exclude<T[K], undefined> };
}
