/** The same duel with `raw`: what comes as data, as a Response or as an error is shown as the answer of a server. */
import * as reference from "@auth/core";
import { type SetCookie, stringifySetCookie } from "cookie";
import * as authwright from "../../../src/runtime/index.js";
import type { App } from "./app.js";
import type { Doors } from "./duel.js";

interface Internal {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly redirect?: string;
  readonly cookies?: readonly { name: string; value: string; options: object }[];
}

/** In place of a content type: these are no answers of HTTP. */
export const thrown = "thrown";
export const asResponse = "a Response";

async function shown(result: Promise<unknown>): Promise<Response> {
  let answer: unknown;
  try {
    answer = await result;
  } catch (error) {
    const { type, name } = error as { type?: string; name: string };
    return new Response(JSON.stringify(type ?? name), { headers: { "content-type": thrown } });
  }
  if (answer instanceof Response) {
    const headers = new Headers(answer.headers);
    headers.set("content-type", asResponse);
    return new Response(answer.body, { status: answer.status, headers });
  }
  const { status, headers, body, redirect, cookies = [] } = answer as Internal;
  const list = new Headers(headers);
  if (redirect !== undefined) list.set("location", redirect);
  for (const { name, value, options } of cookies)
    list.append("set-cookie", stringifySetCookie({ name, value, ...options } as SetCookie));
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status: status ?? (redirect === undefined ? 200 : 302), headers: list });
}

export const rawDoors: Doors = {
  theirs: (request, { config }: App) =>
    shown(reference.Auth(request, { ...config, raw: reference.raw } as never)),
  ours: (request, { config }: App) =>
    shown(authwright.Auth(request, { ...config, raw: authwright.raw } as never)),
};
