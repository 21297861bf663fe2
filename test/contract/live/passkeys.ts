/** Passkeys: the provider of either library over one implementation of the ceremonies, and devices that answer. */
import * as ceremonies from "@simplewebauthn/server";
import TheirPasskey from "@auth/core/providers/passkey";
import TheirWebAuthn from "@auth/core/providers/webauthn";
import { createHash } from "node:crypto";
import OurPasskey from "../../../src/providers/passkey.js";
import OurWebAuthn from "../../../src/providers/webauthn.js";
import { type Ceremony, type Conditions, SoftwareAuthenticator } from "../../webauthn/authenticator.js";
import type { Library } from "./app-providers.js";
import type { Setting } from "./setting.js";
import type { Shot } from "./shots.js";

export interface PasskeyAnswer {
  readonly action: string;
  readonly change:
    | ""
    | "other origin"
    | "unverified"
    | "unknown key"
    | "old counter"
    | "key of before"
    | "challenge of before"
    | "no data"
    | "broken data"
    | "no id";
}

/** The reference was written for version 9 of the package, whose ids were bytes; the ceremonies are the same. */
const versionNine = {
  generateAuthenticationOptions: ({ allowCredentials, ...rest }: Nine) =>
    ceremonies.generateAuthenticationOptions({
      ...(rest as { rpID: string }),
      ...(allowCredentials && { allowCredentials: allowCredentials.map(asText) }),
    }),
  generateRegistrationOptions: ({ userID, userName, userDisplayName, excludeCredentials, ...rest }: Nine) =>
    ceremonies.generateRegistrationOptions({
      supportedAlgorithmIDs: [-8, -7, -257],
      ...(rest as { rpID: string; rpName: string }),
      userID: Buffer.from(String(userID), "base64url"),
      userName: String(userName),
      userDisplayName: String(userDisplayName ?? userName),
      excludeCredentials: (excludeCredentials ?? []).map(asText),
    }),
  verifyAuthenticationResponse: ({ authenticator, ...rest }: Nine) => {
    const { credentialID, credentialPublicKey, counter } = authenticator as {
      readonly credentialID: Uint8Array;
      readonly credentialPublicKey: Uint8Array;
      readonly counter: number;
    };
    const id = Buffer.from(credentialID).toString("base64url");
    const credential = { id, publicKey: credentialPublicKey, counter };
    return ceremonies.verifyAuthenticationResponse({ ...rest, credential } as never);
  },
  verifyRegistrationResponse: async (given: Nine) => {
    const { verified, registrationInfo } = await ceremonies.verifyRegistrationResponse(given as never);
    if (registrationInfo === undefined) return { verified };
    const { credential, ...info } = registrationInfo;
    const credentialID = Buffer.from(credential.id, "base64url");
    const { publicKey: credentialPublicKey, counter } = credential;
    return { verified, registrationInfo: { ...info, credentialID, credentialPublicKey, counter } };
  },
};

type Nine = Record<string, unknown> & {
  readonly allowCredentials?: readonly Descriptor[];
  readonly excludeCredentials?: readonly Descriptor[];
};
interface Descriptor {
  readonly id: Uint8Array;
  readonly transports?: ceremonies.AuthenticatorTransport[];
}
const asText = ({ id, transports }: Descriptor) => ({
  id: Buffer.from(id).toString("base64url"),
  ...(transports && { transports }),
});

export function passkeyProvider(id: NonNullable<Setting["passkeys"]>, { isReference }: Library): unknown {
  // Strangers may register at the reference; by default they may not here.
  if (!isReference) return (id === "passkey" ? OurPasskey : OurWebAuthn)({ allowSignUp: true });
  return (id === "passkey" ? TheirPasskey : TheirWebAuthn)({ simpleWebAuthn: versionNine } as never);
}

/** One person's device; its keys have the same ids on both sides. */
export class Device {
  readonly #authenticator: SoftwareAuthenticator;
  #options: Ceremony[] = [];
  #count = 0;

  constructor(origin: string) {
    this.#authenticator = new SoftwareAuthenticator(origin);
  }

  /** Keeps the options that an answer holds. */
  look(text: string): void {
    if (text.includes('"challenge":')) this.#options.push(JSON.parse(text) as Ceremony);
  }

  body({ action, change }: PasskeyAnswer): NonNullable<Shot["body"]> {
    const ceremony = this.#options.at(change === "challenge of before" ? -2 : -1) ?? this.#options[0];
    const data =
      change === "broken data" ? "{" : JSON.stringify(ceremony ? this.#answer(ceremony, change) : {});
    return { type: "form", csrf: "missing", fields: { action, ...(change !== "no data" && { data }) } };
  }

  #answer(ceremony: Ceremony, change: PasskeyAnswer["change"]): object {
    const { keys } = this.#authenticator;
    const conditions: Conditions = {
      ...(change === "other origin" && { origin: "https://evil.example" }),
      ...(change === "unverified" && { unverified: true }),
      ...(change === "old counter" && { counter: 1 }),
    };
    if (change === "no id") return { response: {} };
    if (ceremony.action === "register") {
      const known = change === "key of before" ? keys[0]?.id : undefined;
      const credentialId =
        known ??
        createHash("sha256")
          .update(`key ${++this.#count}`)
          .digest();
      return this.#authenticator.create(ceremony, { ...conditions, credentialId });
    }
    const isUnknown = change === "unknown key" || keys.length === 0;
    // What the browser was told does not bind somebody who plays one.
    const { allowCredentials: _allowed, ...options } = ceremony.options;
    const free = { ...ceremony, options } as Ceremony;
    if (!isUnknown) return this.#authenticator.get(free, conditions);
    const other = new SoftwareAuthenticator("https://nobody.example");
    other.create(
      { action: "register", options: { user: { id: "" }, rp: { id: "x" }, challenge: "" } as never },
      { credentialId: createHash("sha256").update("unknown").digest() },
    );
    return other.get(free, conditions);
  }
}
