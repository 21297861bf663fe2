import { importPrivateKey } from "./private-key.js";

/** What Apple's developer account shows for a key. */
export interface AppleKey {
  /** Id of the team, of the developer account. */
  readonly teamId: string;
  /** Id of the key. */
  readonly keyId: string;
  /** Text of the `.p8` file. */
  readonly privateKey: string;
}

const lifetimeSeconds = 300;

/**
 * The client secret of one token request: a JWT that the key signs. Apple allows six months; minutes are enough.
 * Source: Apple developer documentation, "Creating a client secret".
 * @param clientId the Services ID
 * @throws TypeError when the private key is no PKCS #8 PEM
 */
export async function appleSecret(
  clientId: string,
  { teamId, keyId, privateKey }: AppleKey,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: teamId,
    sub: clientId,
    aud: "https://appleid.apple.com",
    iat: now,
    exp: now + lifetimeSeconds,
  };
  const content = [{ alg: "ES256", kid: keyId, typ: "JWT" }, payload]
    .map((part) => base64url(new TextEncoder().encode(JSON.stringify(part))))
    .join(".");
  const key = await importPrivateKey(privateKey, "ES256");
  const signature = await crypto.subtle.sign(
    { name: "ECDSA", hash: "SHA-256" },
    key,
    new TextEncoder().encode(content),
  );
  return `${content}.${base64url(new Uint8Array(signature))}`;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
