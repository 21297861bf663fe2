import { toError } from "../errors/index.js";
import { customFetch } from "../types/symbols.js";
import type { OAuthProvider } from "../types/finished-provider.js";
import type { ProviderStep } from "../types/metric.js";
import { membersOf } from "../types/members.js";

/** All of one request: connect, headers and body. A byte now and then does not extend it. */
const deadlineMilliseconds = 10_000;
const limitBytes = 1024 * 1024;

/** Some APIs refuse requests without a name. */
export const userAgent = "authwright";

export type ProviderFetch = (url: string, init?: object) => Promise<Response>;

/**
 * `fetch` for one provider, with an end: 10 seconds and 1 MiB, https only (loopback hosts excepted), and no
 * redirect is followed. A custom fetch of the provider takes the place of the global one inside these limits.
 *
 * @param step what is asked, for metrics
 */
export function providerFetch(provider: OAuthProvider, step: ProviderStep): ProviderFetch {
  const send = provider[customFetch] ?? fetch;
  return async (url, init) => {
    assertSafe(provider, url);
    const signal = AbortSignal.timeout(deadlineMilliseconds);
    const target = provider.reroute?.(url) ?? url;
    const exchange = async () =>
      bounded(
        await asked(provider, url, send(target, { ...init, redirect: "manual", signal })),
        new URL(url).host,
        signal,
      );
    // A custom fetch may not listen to the signal.
    const answer = () => Promise.race([exchange(), expiry(signal, url)]);
    return provider.timedRequest?.(step, answer) ?? answer();
  };
}

/** What `fetch` says of a host that cannot be reached names neither it nor the provider. */
async function asked(provider: OAuthProvider, url: string, answer: Promise<Response>): Promise<Response> {
  try {
    return await answer;
  } catch (thrown) {
    const { cause, message } = toError(thrown);
    const code = membersOf(cause)["code"];
    const reason = typeof code === "string" ? code : message;
    const repair = /CERT|SELF_SIGNED|ISSUER|VERIFY/.test(reason)
      ? ". Its certificate is not trusted: NODE_EXTRA_CA_CERTS names a file with the authority that signed it"
      : "";
    throw new Error(
      `Provider "${provider.id}": ${new URL(url).host} could not be asked: ${reason}${repair}`,
      {
        cause: thrown,
      },
    );
  }
}

const loopback = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const originOf = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).origin : undefined;

/** https; http, and addresses of this machine, only where the app itself wrote them. */
function assertSafe(provider: OAuthProvider, url: string): void {
  const { protocol, hostname, origin } = new URL(url);
  const isLocal = loopback.test(hostname);
  if (
    protocol !== "https:" &&
    !(protocol === "http:" && (isLocal || writtenOrigins(provider).includes(origin)))
  )
    throw new TypeError(
      `Provider endpoints must use https: ${protocol}//${hostname}. On a private network write that address in the options of "${provider.id}": issuer, wellKnown, token, userinfo or jwks_endpoint`,
    );
  if (isLocal && !isWritten(provider, origin))
    throw new TypeError(
      `Metadata or an answer of "${provider.id}" names ${origin}, an address of this machine; its issuer is none`,
    );
}

/** A local issuer may name any local address; otherwise the address itself stands in the configuration. */
const isWritten = (provider: OAuthProvider, origin: string): boolean =>
  [provider.issuer, provider.wellKnown].some((address) => {
    const said = originOf(address ?? "");
    return said !== undefined && loopback.test(new URL(said).hostname);
  }) || writtenOrigins(provider).includes(origin);

/** Origins of the addresses that stand in the configuration. */
function writtenOrigins(provider: OAuthProvider): readonly (string | undefined)[] {
  const { issuer, wellKnown, authorization, token, userinfo, revocation, jwks_endpoint: keys } = provider;
  const extras = (userinfo?.extra ?? []).map(({ url }) => url);
  const endpoints = [authorization?.url, token?.url, userinfo?.url, revocation, keys, ...extras];
  return [issuer, wellKnown, ...endpoints].map((address) => originOf(address ?? ""));
}

function expiry(signal: AbortSignal, url: string): Promise<never> {
  return new Promise((_resolve, reject) => {
    const late = new Error(
      `${new URL(url).host} did not answer within ${deadlineMilliseconds / 1000} seconds`,
    );
    late.name = "TimeoutError";
    signal.addEventListener("abort", () => reject(late), { once: true });
  });
}

/** Statuses whose Response may not be made with a body. */
const bodiless: readonly number[] = [204, 205, 304];

/** The same answer, read to its end; the original is dropped as soon as it grows over the limit. */
async function bounded(response: Response, host: string, signal: AbortSignal): Promise<Response> {
  if (response.status < 200 || response.status > 599) throw new Error(`${host} tried to redirect`);
  const { status, statusText, headers } = response;
  if (response.body === null || bodiless.includes(status))
    return new Response(null, { status, statusText, headers });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const stop = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > limitBytes) {
      stop();
      throw new Error(`${host} sent more than ${limitBytes} bytes`);
    }
    chunks.push(value);
  }
  signal.removeEventListener("abort", stop);
  return new Response(new Blob(chunks), { status, statusText, headers });
}
