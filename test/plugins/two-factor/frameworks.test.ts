/** Step-up in every framework: led to the page of the factor, and back to where the user was. */
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import type { Running } from "../../support/app.js";
import { servers } from "../../support/servers.js";
import { codeOf, cookieOf, sessionCookie, stageWith, withFactor } from "./visit.js";

const running: Running[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.close()));
});

const requirement = { factor: "two-factor", maxAge: 300 };

interface Sent {
  readonly cookie: string;
  readonly body?: string;
  readonly accept?: string;
}

/** As a browser that goes to an address: `fetch` says of itself that it is none. */
async function call(address: string, { cookie, body, accept = "text/html" }: Sent) {
  const sent = httpRequest(address, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      cookie,
      accept,
      "sec-fetch-mode": accept === "text/html" ? "navigate" : "cors",
      ...(body !== undefined && {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      }),
    },
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode, headers } = answer;
  const cookies = (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]!);
  return { status: statusCode, location: headers.location ?? "", cookies, text: await text(answer) };
}

describe.each(Object.entries(servers))("require({ factor }) on %s", (_name, startApp) => {
  it("leads to the page and back, and answers a fetch with JSON", async () => {
    const stage = stageWith();
    const code = await codeOf(await withFactor(stage));
    const app = await startApp(stage.config, { requirement });
    running.push(app);
    const cookie = await cookieOf(stage);

    const page = await call(`${app.origin}/closed?a=1`, { cookie });
    expect([page.status, page.location]).toEqual([
      302,
      "/auth/two-factor/confirm?callbackUrl=%2Fclosed%3Fa%3D1",
    ]);
    const asked = await call(`${app.origin}/closed`, { cookie, accept: "application/json" });
    expect([asked.status, JSON.parse(asked.text)]).toMatchObject([
      401,
      { error: "factor", url: `${app.origin}/auth/two-factor/confirm` },
    ]);

    const form = await call(app.origin + page.location, { cookie });
    expect(form.status).toBe(200);
    const csrfToken = /name="csrfToken" value="(\w+)"/.exec(form.text)?.[1] ?? "";
    const callbackUrl = /name="callbackUrl" value="([^"]+)"/.exec(form.text)?.[1] ?? "";
    const answer = await call(`${app.origin}/auth/two-factor/confirm`, {
      cookie: [cookie, ...form.cookies].join("; "),
      body: String(new URLSearchParams({ csrfToken, callbackUrl, code })),
    });
    expect([answer.status, answer.location]).toEqual([302, `${app.origin}/closed?a=1`]);
    const renewed = answer.cookies.find((each) => each.startsWith(`${sessionCookie}=`)) ?? "";
    expect((await call(answer.location, { cookie: renewed })).status).toBe(200);
    const stale = await call(`${app.origin}/closed`, { cookie: await cookieOf(stage, 301) });
    expect(stale.location).toContain("/auth/two-factor/confirm");
  });
});
