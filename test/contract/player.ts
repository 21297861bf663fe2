/** Plays recorded flows, each with its own cookie jar. */
import { parseSetCookie } from "cookie";
import type { Answer, Exchange } from "./compare.js";
import type { Scenario } from "./scenarios/scenario.js";

export type Send = (request: {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}) => Promise<Answer>;

type Hooks = Pick<Scenario, "cookieValues" | "rewrite">;

/** What a recording writes in place of a value that differs from run to run. */
const isMasked = (value: string): boolean => /<\w+>/.test(value);

export class Player {
  /** Cookies by flow; and the last value of each name in any flow. */
  readonly #jars = new Map<string, Map<string, string>>();
  readonly #recorded = new Map<string, Set<string>>();
  readonly #seen = new Map<string, string>();
  /** Where each flow was sent to another site last. */
  readonly #locations = new Map<string, string>();

  #jar(flow: string): Map<string, string> {
    let jar = this.#jars.get(flow);
    if (jar === undefined) this.#jars.set(flow, (jar = new Map()));
    return jar;
  }

  /** The jar's cookies, or those that this request carries in its place. */
  #cookiesFor({ flow, request }: Exchange): Map<string, string> {
    const jar = this.#jar(flow);
    const expected = this.#recorded.get(flow) ?? new Set();
    if (
      [...expected].every((name) => name in request.cookies) &&
      Object.keys(request.cookies).every((name) => expected.has(name))
    ) {
      return jar;
    }
    return new Map(
      Object.entries(request.cookies).map(([name, value]) => [
        name,
        isMasked(value)
          ? (jar.get(name) ?? this.#jars.get("main")?.get(name) ?? this.#seen.get(name) ?? value)
          : value,
      ]),
    );
  }

  async play(exchange: Exchange, send: Send, { cookieValues, rewrite }: Hooks = {}): Promise<Answer> {
    const cookies = new Map([
      ...this.#cookiesFor(exchange),
      ...Object.entries(cookieValues?.(exchange) ?? {}),
    ]);
    const { request } = exchange;
    const location = this.#locations.get(exchange.flow);
    const { method, path, headers, body } = rewrite?.(request, exchange, location) ?? request;
    const header = [...cookies].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("; ");
    const csrf = [...cookies].find(([name]) => name.endsWith("csrf-token"))?.[1].split("|")[0] ?? "";
    const answer = await send({
      method,
      path,
      headers: { ...headers, ...(header !== "" && { cookie: header }) },
      body: bodyText(headers["content-type"] ?? "", body, csrf),
    });
    this.#store(exchange, answer);
    return answer;
  }

  #store({ flow, response }: Exchange, answer: Answer): void {
    if (answer.location?.includes("redirect_uri=")) this.#locations.set(flow, answer.location);
    const jar = this.#jar(flow);
    for (const { name, value, attrs } of answer.setCookie) {
      if (attrs["Max-Age"] === "0") jar.delete(name);
      else {
        jar.set(name, value);
        this.#seen.set(name, value);
      }
    }
    const recorded = this.#recorded.get(flow) ?? new Set<string>();
    this.#recorded.set(flow, recorded);
    for (const { name, attrs } of response?.setCookie ?? []) {
      if (attrs["Max-Age"] === "0") recorded.delete(name);
      else recorded.add(name);
    }
  }
}

function bodyText(type: string, body: unknown, csrf: string): string | undefined {
  if (body === undefined || body === null) return undefined;
  const isJson = type.includes("json");
  if (typeof body === "string") return body.replace(/csrfToken=[0-9a-f]{64}/, `csrfToken=${csrf}`);
  const text = JSON.stringify(body).replaceAll("{{csrfToken}}", csrf);
  if (isJson) return text.replaceAll("<hex64>", csrf);
  return new URLSearchParams(
    JSON.parse(text.replaceAll("<hex64>", "0".repeat(64))) as Record<string, string>,
  ).toString();
}

/** A web Response as the judge reads it. */
export async function answerOf(response: Response): Promise<Answer> {
  return {
    status: response.status,
    location: response.headers.get("location"),
    contentType: response.headers.get("content-type"),
    headers: Object.fromEntries(response.headers),
    setCookie: response.headers.getSetCookie().map((line) => {
      const { name, value = "" } = parseSetCookie(line);
      const attrs = Object.fromEntries(
        line
          .split(";")
          .slice(1)
          .map((part) => {
            const [key = "", given] = part.trim().split(/=(.*)/s);
            return [key, given ?? true];
          }),
      );
      return { name, value, attrs };
    }),
    body: await response.text(),
  };
}
