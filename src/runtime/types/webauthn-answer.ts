/** `GET webauthn-options` of the passkey providers. */

/** A credential that the browser may use, or must not register again. */
export interface CredentialDescriptor {
  /** Base64url. */
  id: string;
  /** Always the same. */
  type: "public-key";
  /** How the browser may reach it, such as `internal` or `usb`. */
  transports?: string[];
}

/** What `navigator.credentials.get` takes, with texts in place of bytes (Web Authentication Level 3 section 5.1.9). */
export interface RequestOptions {
  /** Base64url. */
  challenge: string;
  /** Milliseconds. */
  timeout?: number;
  /** Domain that the passkeys belong to. */
  rpId?: string;
  /** Known ones; none: any passkey of the domain. */
  allowCredentials?: CredentialDescriptor[];
  /** Whether the authenticator is to check the person. */
  userVerification?: "required" | "preferred" | "discouraged";
  /** Extensions, as the browser takes them. */
  extensions?: object;
}

/** What `navigator.credentials.create` takes, with texts in place of bytes (section 5.1.8). */
export interface CreationOptions {
  /** Who asks. */
  rp: Record<"name", string> & Partial<Record<"id", string>>;
  /** Who registers; the id is base64url. */
  user: Record<"id" | "name" | "displayName", string>;
  /** Base64url. */
  challenge: string;
  /** COSE algorithms, the preferred one first. */
  pubKeyCredParams: (Record<"alg", number> & Record<"type", "public-key">)[];
  /** Milliseconds. */
  timeout?: number;
  /** Those that are there. */
  excludeCredentials?: CredentialDescriptor[];
  /** Which authenticators may take part. */
  authenticatorSelection?: object;
  /** Whether the authenticator says what it is. */
  attestation?: "none" | "indirect" | "direct" | "enterprise";
  /** Extensions, as the browser takes them. */
  extensions?: object;
}

/** What the browser is to do next, and with what. */
export type WebAuthnOptionsResponseBody =
  | {
      /** Sign in. */
      action: "authenticate";
      /** What the browser is asked. */
      options: RequestOptions;
    }
  | {
      /** Add a passkey. */
      action: "register";
      /** What the browser is asked. */
      options: CreationOptions;
    };
