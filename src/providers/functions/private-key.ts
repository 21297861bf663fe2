/** Signature algorithms of JSON Web Algorithms (RFC 7518 section 3.1) in the words of Web Crypto. */
const algorithms = {
  ES256: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
  RS256: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
} as const;

/**
 * A private key for signing.
 * @param pem PKCS #8 in PEM, as consoles hand it out; line breaks may be written `\n`, as in environment variables
 * @throws TypeError when it is another format
 */
export async function importPrivateKey(pem: string, algorithm: keyof typeof algorithms): Promise<CryptoKey> {
  const refusal = "The private key must be PKCS #8 in PEM (BEGIN PRIVATE KEY)";
  const body = /-----BEGIN PRIVATE KEY-----([\s\S]+)-----END PRIVATE KEY-----/.exec(pem)?.[1];
  if (body === undefined) throw new TypeError(refusal);
  try {
    const bytes = Uint8Array.from(atob(body.replaceAll(/\\n|\s/g, "")), (c) => c.charCodeAt(0));
    return await crypto.subtle.importKey("pkcs8", bytes, algorithms[algorithm], false, ["sign"]);
  } catch (cause) {
    throw new TypeError(refusal, { cause });
  }
}
