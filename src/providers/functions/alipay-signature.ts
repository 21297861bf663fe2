import { importPrivateKey } from "./private-key.js";

/** The gateway takes times of China, whatever the server's clock is set to. */
const beijingOffsetMilliseconds = 8 * 60 * 60 * 1000;

/**
 * Signs a call of the Alipay gateway (sign type RSA2): `sign` is the RSASSA-PKCS1-v1_5 signature with SHA-256 over all
 * parameters that have a value, in order of their names. Adds `timestamp`, too.
 * Source: opendocs.alipay.com, "Self-implemented signature".
 * @param privateKey the app's key: PKCS #8, in PEM or the Base64 inside of it
 * @throws TypeError when it is another format
 */
export async function signAlipayCall(url: URL, privateKey: string): Promise<void> {
  const { searchParams: params } = url;
  params.delete("sign");
  params.set("timestamp", beijingTime(Date.now()));
  const text = [...params]
    .filter(([, value]) => value !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  const key = await importPrivateKey(pemOf(privateKey), "RS256");
  const signature = await crypto.subtle.sign("RSASSA-PKCS1-v1_5", key, new TextEncoder().encode(text));
  params.set("sign", btoa(String.fromCharCode(...new Uint8Array(signature))));
}

/** `yyyy-MM-dd HH:mm:ss` */
const beijingTime = (now: number): string =>
  new Date(now + beijingOffsetMilliseconds).toISOString().slice(0, 19).replace("T", " ");

/** Alipay's own tool gives the key without the lines around it. */
const pemOf = (key: string): string =>
  key.includes("-----") ? key : `-----BEGIN PRIVATE KEY-----${key}-----END PRIVATE KEY-----`;
