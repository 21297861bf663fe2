import { once } from "node:events";
import http from "node:http";

/** GET by node:http, with exactly these headers: fetch() sets Sec-Fetch-Mode and Host itself. */
export async function openPage(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{
  readonly status: number | undefined;
  readonly location: string | undefined;
  readonly body: string;
}> {
  const request = http.get(url, { headers, agent: false });
  const [answer] = (await once(request, "response")) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  return { status: answer.statusCode, location: answer.headers.location, body };
}
