/** Signature Version 4 of Amazon Web Services, with Web Crypto. Source: AWS documentation, "Signature V4". */

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary credentials. */
  readonly sessionToken?: string;
}

export interface AwsRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const algorithm = "AWS4-HMAC-SHA256";

/**
 * The headers of a request with those that sign it. All headers are covered, and the host.
 * @param scope what the key is derived for, such as region `eu-west-1` and service `ses`
 */
export async function signedAwsHeaders(
  { method, url, headers, body }: AwsRequest,
  { accessKeyId, secretAccessKey, sessionToken }: AwsKey,
  scope: { readonly region: string; readonly service: string },
  now: Date = new Date(),
): Promise<Record<string, string>> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const { host, pathname, searchParams } = new URL(url);
  const sent: Record<string, string> = {
    ...headers,
    "x-amz-date": time,
    ...(sessionToken && { "x-amz-security-token": sessionToken }),
  };
  const covered = Object.entries({ ...sent, host })
    .map(([name, value]) => [name.toLowerCase(), value.trim().replaceAll(/ +/g, " ")] as const)
    .sort(byName);
  const names = covered.map(([name]) => name).join(";");
  const canonical = [
    method,
    pathname,
    [...searchParams]
      .map(([name, value]) => [encoded(name), encoded(value)] as const)
      .sort(byName)
      .map((pair) => pair.join("="))
      .join("&"),
    ...covered.map((pair) => pair.join(":")),
    "",
    names,
    await sha256(body),
  ].join("\n");
  const parts = [time.slice(0, 8), scope.region, scope.service, "aws4_request"];
  const text = [algorithm, time, parts.join("/"), await sha256(canonical)].join("\n");
  let key: Uint8Array<ArrayBuffer> = bytes(`AWS4${secretAccessKey}`);
  for (const part of parts) key = await hmac(key, part);
  const signature = hex(await hmac(key, text));
  const authorization = `${algorithm} Credential=${accessKeyId}/${parts.join("/")}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...sent, authorization };
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]) => (a < b ? -1 : 1);

/** Everything but letters, digits and `-._~` (RFC 3986 section 2.3). */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const hex = (value: Uint8Array): string =>
  [...value].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const sha256 = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(text))));

async function hmac(secret: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
}
