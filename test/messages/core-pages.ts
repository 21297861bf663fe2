/** Every page of the core, in each of its states. */
import Credentials from "../../src/providers/credentials.js";
import GitHub from "../../src/providers/github.js";
import Google from "../../src/providers/google.js";
import Passkey from "../../src/providers/passkey.js";
import Resend from "../../src/providers/resend.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { CompleteMessages } from "../../src/runtime/messages/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { secret } from "../support/browser.js";

const client = { clientId: "id", clientSecret: "secret" };
export const coreConfig = (language: CompleteMessages, more: Partial<AuthConfig> = {}): AuthConfig => ({
  secret,
  trustHost: true,
  adapter: MemoryAdapter(),
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
  theme: { name: "Shop" },
  providers: [
    GitHub(client),
    Google(client),
    Resend({ apiKey: "k", confirm: true }),
    Credentials({}),
    Passkey(),
  ],
  messages: [language],
  logger: { error: () => undefined, warn: () => undefined },
  ...more,
});

const codes = [
  "Configuration",
  "AccessDenied",
  "Forbidden",
  "TooManyAttempts",
  "Verification",
  "WebAuthnVerificationError",
  "Nonsense",
];
const reasons = ["expired", "slow", "provider", "address", "mail", "passkey", "store"];
const boxes = [
  "OAuthCallbackError",
  "OAuthAccountNotLinked",
  "AccountNotLinked",
  "EmailSignin",
  "CredentialsSignin",
  "SessionRequired",
  "MissingCSRF",
  "TooManyAttempts",
  "Nonsense",
];
/** Below the base path. */
export const corePaths = [
  "signin",
  "signout",
  "verify-request?provider=resend&type=email",
  "callback/resend?token=t&email=ann%40example.com",
  ...codes.map((code) => `error?error=${code}`),
  ...reasons.flatMap((reason) => [
    `error?error=Configuration&auth_reason=${reason}`,
    `error?error=Configuration&auth_reason=${reason}&auth_provider=github`,
  ]),
  ...boxes.flatMap((code) => [`signin?error=${code}`, `signin?error=${code}&auth_provider=github`]),
  ...["cancelled", "refused"].map((reason) => `signin?error=OAuthCallbackError&auth_reason=${reason}`),
];
