import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type TimeLimit, within } from "../../steps/time-limit.js";

/** A browser as small as the drive needs: cookies of one host, no redirects followed by itself, a time limit. */

export interface StoredCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly domain: string | undefined;
  readonly isSecure: boolean;
  readonly isHttpOnly: boolean;
  readonly sameSite: string | undefined;
}

export interface LiveAnswer {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Where a redirect leads, absolute. */
  readonly location: URL | undefined;
  readonly cookies: readonly StoredCookie[];
  readonly receivedAt: number;
}

const bodyLimitBytes = 1_000_000;

export class Visitor {
  readonly #jar = new Map<string, StoredCookie>();
  readonly #origin: string;
  readonly #limit: TimeLimit;

  /** @param limit of each request */
  constructor(origin: string, limit: TimeLimit) {
    this.#origin = origin;
    this.#limit = limit;
  }

  /** Names and sizes may be told, values never. */
  get cookieNames(): readonly string[] {
    return [...this.#jar.keys()];
  }

  /** Bytes of the Cookie header that the next request carries. */
  get cookieBytes(): number {
    return this.#header().length;
  }

  /** @param as page: what a browser opens, with its scripts */
  get(url: string | URL, as: "data" | "page" = "data"): Promise<LiveAnswer> {
    return this.#send(new URL(url), { headers: as === "page" ? { "sec-fetch-dest": "document" } : {} });
  }

  post(
    url: string | URL,
    form: Record<string, string>,
    type: "form" | "json" | "form without origin" = "form",
  ): Promise<LiveAnswer> {
    const target = new URL(url);
    const isForm = type !== "json";
    return this.#send(target, {
      method: "POST",
      headers: {
        // A page's form comes from where the page is: the app's, or the provider's.
        ...(type !== "form without origin" && { origin: target.origin }),
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      },
      body: isForm ? new URLSearchParams(form).toString() : JSON.stringify(form),
    });
  }

  /** Status of a GET under another host name: fetch allows no Host header of one's own. */
  statusAs(host: string, url: string): Promise<number> {
    const request = url.startsWith("https:") ? httpsRequest : httpRequest;
    const ask = (signal: AbortSignal): Promise<number> =>
      new Promise((resolve, reject) => {
        const sent = request(url, { headers: { host }, signal }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        });
        sent.once("error", reject);
        sent.end();
      });
    return within(this.#limit, ask);
  }

  #header(): string {
    return [...this.#jar.values()].map(({ name, value }) => `${name}=${value}`).join("; ");
  }

  async #send(target: URL, init: RequestInit & { headers: Record<string, string> }): Promise<LiveAnswer> {
    const isOwn = target.origin === this.#origin;
    const cookie = isOwn ? this.#header() : "";
    const headers = {
      accept: "application/json, text/html;q=0.9",
      ...init.headers,
      ...(cookie && { cookie }),
    };
    const { response, receivedAt, body } = await within(this.#limit, async (signal) => {
      const answered = await fetch(target, { ...init, headers, redirect: "manual", signal });
      return { response: answered, receivedAt: Date.now(), body: await beginningOf(answered) };
    });
    const cookies = response.headers.getSetCookie().flatMap((line) => parseCookie(line) ?? []);
    if (isOwn) for (const one of cookies) this.#keep(one, response.headers);
    const to = response.headers.get("location");
    const location = to !== null && URL.canParse(to, target) ? new URL(to, target) : undefined;
    return {
      url: target.href,
      status: response.status,
      headers: response.headers,
      body,
      location,
      cookies,
      receivedAt,
    };
  }

  #keep(cookie: StoredCookie, headers: Headers): void {
    const line = headers.getSetCookie().find((one) => one.startsWith(`${cookie.name}=`)) ?? "";
    const expires = /;\s*expires=([^;]+)/i.exec(line)?.[1];
    const isGone =
      /;\s*max-age=0*(?:;|$)/i.test(line) || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (isGone || cookie.value === "") this.#jar.delete(cookie.name);
    else this.#jar.set(cookie.name, cookie);
  }
}

/** As much of a body as a page of ours can have; the rest is not waited for. */
async function beginningOf({ body }: Response): Promise<string> {
  if (!body) return "";
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= bodyLimitBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    bytes += value.length;
  }
  await reader.cancel();
  return Buffer.concat(chunks).toString("utf8");
}

function parseCookie(line: string): StoredCookie | undefined {
  const [pair = "", ...attributes] = line.split(";");
  const at = pair.indexOf("=");
  if (at < 1) return undefined;
  const given = new Map(
    attributes.map((one) => {
      const [name = "", value = ""] = one.split("=");
      return [name.trim().toLowerCase(), value.trim()] as const;
    }),
  );
  return {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1).trim(),
    path: given.get("path") ?? "",
    domain: given.get("domain")?.replace(/^\./, ""),
    isSecure: given.has("secure"),
    isHttpOnly: given.has("httponly"),
    sameSite: given.get("samesite")?.toLowerCase(),
  };
}
