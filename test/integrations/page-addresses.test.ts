/** Pages at addresses of their own, on every server, behind and in front of a guard over everything. */
import { once } from "node:events";
import { type IncomingMessage, request as httpRequest } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { ServerAuthConfig } from "../../src/runtime/integrations/node.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password } from "../../src/runtime/plugins/password/index.js";
import type { Mail } from "../../src/runtime/types/provider.js";
import { type PageApp, pageServers } from "../support/page-servers.js";
import type { Running } from "../support/app.js";

const running: Running[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(running.splice(0).map((each) => each.close()));
});

const ada = "ada@example.com";
const right = "correct horse battery";
const asPage = { "sec-fetch-mode": "navigate", accept: "text/html" };

interface Sent {
  readonly method?: string;
  readonly body?: string;
}

/** A request with exactly these headers: `fetch` says itself what it is for. */
async function call(address: string, method: string, headers: object, body?: string): Promise<Response> {
  const form = body !== undefined && {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": Buffer.byteLength(body),
  };
  const sent = httpRequest(address, { method, headers: { ...headers, ...form } });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const shown = await text(answer);
  const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(shown, { status: answer.statusCode ?? 0, headers: pairs });
}

describe.each(Object.entries(pageServers))("%s", (framework, start) => {
  async function visit(app: PageApp = {}, more: Partial<ServerAuthConfig> = {}) {
    for (const name of ["AUTH_URL", "AUTH_SECRET", "AUTH_TRUST_HOST"]) vi.stubEnv(name, undefined);
    const mails: Mail[] = [];
    const queued: Promise<void>[] = [];
    const { origin, close, host } = await start(
      {
        secret: `test-secret-test-secret-${crypto.randomUUID()}`,
        providers: [],
        adapter: MemoryAdapter(),
        session: { strategy: "jwt" },
        pageAddresses: true,
        logger: { error: () => undefined, warn: () => undefined },
        plugins: [
          password({
            sendMail: (mail) => void mails.push(mail),
            waitUntil: (work) => void queued.push(work),
          }),
          account(),
        ],
        ...more,
      },
      app,
    );
    running.push({ origin, close, host });
    const jar = new Map<string, string>();
    const send = async (path: string, { method = "GET", body }: Sent = {}): Promise<Response> => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await call(origin + path, method, { ...asPage, ...(cookie !== "" && { cookie }) }, body);
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === "") jar.delete(name);
        else jar.set(name, value);
      }
      return answer;
    };
    const csrfToken = async () =>
      ((await (await send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
    const form = async (path: string, fields: Record<string, string>) =>
      send(path, {
        method: "POST",
        body: new URLSearchParams({ csrfToken: await csrfToken(), ...fields }).toString(),
      });
    const link = async () => {
      await Promise.all(queued);
      return new URL(mails.at(-1)?.url ?? "http://no.mail");
    };
    return { send, form, link, origin };
  }

  describe.each([
    ["behind the guard", {}],
    ["in front of the guard", { isLate: true }],
  ] as const)("pages %s", (_place, app) => {
    it("shows the pages to strangers, and nothing of the app", async () => {
      const { send, origin } = await visit(app);
      const page = await send("/sign-in?callbackUrl=%2Fx");
      expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(await page.text()).toContain(`action="${origin}/auth/callback/password"`);
      expect((await send("/sign-up")).status).toBe(200);
      const closed = await send("/x?y=1");
      expect([closed.status, closed.headers.get("location")]).toEqual([
        302,
        "/sign-in?callbackUrl=%2Fx%3Fy%3D1",
      ]);
      expect((await send("/account")).headers.get("location")).toBe("/sign-in?callbackUrl=%2Faccount");
      const slashed = await send("/sign-in/");
      // Pages of Nuxt answer with a slash at their end, and so do ours in front of its guards.
      if (framework === "Nuxt" && "isLate" in app)
        expect(await slashed.text()).toContain("<title>Sign in</title>");
      else expect(slashed.headers.get("location")).toBe("/sign-in?callbackUrl=%2Fsign-in%2F");
      const old = await send("/auth/signin?callbackUrl=%2Fx");
      expect([old.status, old.headers.get("location")]).toEqual([302, "/sign-in?callbackUrl=%2Fx"]);
    });

    it("answers HEAD as GET", async () => {
      const { send } = await visit(app);
      const head = await send("/sign-up", { method: "HEAD" });
      expect([head.status, head.headers.get("content-type"), await head.text()]).toEqual([
        200,
        "text/html; charset=utf-8",
        "",
      ]);
    });

    it("signs up by the form at its address, verifies by the mail and signs in", async () => {
      const { send, form, link } = await visit(app);
      expect((await form("/sign-up", { email: ada, password: right })).status).toBe(200);
      const { pathname, searchParams } = await link();
      expect(pathname).toBe("/verify");
      expect((await form(pathname, { token: searchParams.get("token") ?? "" })).status).toBe(302);
      expect(await (await send("/account")).text()).toContain(ada);
      expect(await (await send("/x")).text()).toBe("the app at /x");
      await form("/auth/signout", {});
      expect((await send("/x")).status).toBe(302);
      const wrong = await form("/auth/callback/password", { email: ada, password: "no no no no" });
      expect(new URL(wrong.headers.get("location") ?? "").pathname).toBe("/sign-in");
      await form("/auth/callback/password", { email: ada, password: right });
      expect(await (await send("/x")).text()).toBe("the app at /x");
    });
  });

  it("keeps strangers from what the app has at the address of a page, also without the middleware of pages", async () => {
    const { send } = await visit({ isLate: true, hasNoPages: true });
    for (const path of ["/account", "/sign-in", "/check-your-email"])
      expect(await (await send(path)).text()).not.toContain("the app at");
  });

  it("leaves these addresses to the app without the option", async () => {
    const { send } = await visit({}, { pageAddresses: undefined });
    expect((await send("/sign-in")).headers.get("location")).toBe("/auth/signin?callbackUrl=%2Fsign-in");
    expect((await send("/auth/signin")).status).toBe(200);
  });
});
