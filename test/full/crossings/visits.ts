/** Visits to an app that runs: what must be let in, and what must not. */
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

export interface App {
  readonly port: number;
  /** Where browsers find it: a proxy would stand between. */
  readonly url: string;
  readonly basePath: string;
}

export interface Answer {
  readonly status: number;
  readonly location: URL | undefined;
  readonly body: string;
}

/** Opens a page as a browser does, through a proxy where the address is not that of the app. */
export async function visit({ port, url }: App, at: string, cookie?: string): Promise<Answer> {
  const { host, protocol } = new URL(url);
  const headers = {
    host,
    accept: "text/html",
    "sec-fetch-mode": "navigate",
    ...(protocol === "https:" && { "x-forwarded-proto": "https", "x-forwarded-host": host }),
    ...(cookie !== undefined && { cookie }),
  };
  const asked = request({ host: "localhost", port, path: at, headers }).end();
  const [answer] = (await once(asked, "response", { signal: AbortSignal.timeout(60_000) })) as [
    IncomingMessage,
  ];
  const body = await text(answer);
  // A page that has begun to stream redirects by an element.
  const streamed = /__next-page-redirect[^>]*url=([^"]+)/.exec(body)?.[1]?.replaceAll("&amp;", "&");
  const location = answer.headers.location ?? streamed;
  return {
    status: answer.statusCode ?? 0,
    location: location === undefined ? undefined : new URL(location, url),
    body,
  };
}

/** An answer in one line, for a report. */
export const said = ({ status, location, body }: Answer): string =>
  [status, location?.href, body.replaceAll(/\s+/g, " ").slice(0, 200)].filter(Boolean).join(" ");
