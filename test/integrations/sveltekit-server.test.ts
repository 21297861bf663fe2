/** What leaves an app as Kit builds it: guarded data by every address that Kit has for it, actions, streams, bodies. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { sequence } from "@sveltejs/kit/hooks";
import type { Handle } from "@sveltejs/kit";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { createAuth } from "../../src/runtime/integrations/sveltekit/index.js";
import { kitListener } from "../support/kit-server.js";

const secret = "test-secret-test-secret-test-secret-000";
const logged: string[] = [];
const ran: string[] = [];
let early: Handle | undefined;
let server: Server;
let port: number;
let admin: string;
let user: string;

const cookieOf = async (claims: object): Promise<string> =>
  `authjs.session-token=${await encode({ secret, salt: "authjs.session-token", token: { sub: "1", name: "Ada", ...claims } })}`;

beforeAll(async () => {
  const auth = createAuth({
    secret,
    trustHost: true,
    providers: [],
    logger: { error: (error) => void logged.push(String(error.cause ?? error)), warn: () => undefined },
    callbacks: {
      session: ({ session, token }) => ({ ...session, user: { name: token["name"], role: token["role"] } }),
    },
  });
  const first: Handle = (given) => (early === undefined ? given.resolve(given.event) : early(given));
  const handle = sequence(first, auth.handle, auth.require({ path: "/part" }));
  server = createServer(await kitListener({ handle, ran: (what) => void ran.push(what) }));
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  port = (server.address() as AddressInfo).port;
  [admin, user] = await Promise.all([cookieOf({ role: "admin" }), cookieOf({ role: "user" })]);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  early = undefined;
  for (const list of [logged, ran]) list.length = 0;
});

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** With the path exactly as it is written, which `fetch` would tidy up. */
async function ask(path: string, cookie: string | undefined, { method = "GET", headers, body }: Asked = {}) {
  const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
  const sent = request({
    port,
    path,
    method,
    headers: { accept: "text/html", ...length, ...headers, ...(cookie !== undefined && { cookie }) },
  });
  sent.end(body);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode: status, headers: got } = answer;
  return { status, location: got.location, type: got["content-type"], body: await text(answer) };
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/** What Kit has below one address, in every spelling that reaches it or could. */
const spellings = (path: string): readonly string[] => {
  const name = path.slice(1);
  const encoded = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
  return [
    `/${name}`,
    `/${encoded}`,
    `/${name.toUpperCase()}`,
    `//${name}`,
    `/./${name}`,
    `/x/../${name}`,
  ].flatMap((one) => [
    one,
    `${one}/`,
    `${one}?x-sveltekit-invalidated=01`,
    `${one}/__data.json`,
    `${one}/__data.json?x-sveltekit-invalidated=01`,
    `${one}/__data.json?x-sveltekit-trailing-slash=1`,
    `${one}/__data%2ejson`,
    `${one}/__route.js`,
    `${one}.html__data.json`,
    `${one}.html`,
  ]);
};

describe.each([
  ["by its load function", "/page", "what admins read"],
  ["by the hooks", "/part", "what members read"],
])("a page that is guarded %s", (_how, path, shown) => {
  it("is there for who may read it, as a page and as data", async () => {
    const page = await ask(path, admin);
    expect([page.status, page.body]).toEqual([200, expect.stringContaining(shown)]);
    const data = await ask(`${path}/__data.json`, admin);
    expect([data.status, data.body]).toEqual([200, expect.stringContaining(shown)]);
  });

  it.each(["GET", "HEAD", "POST", "OPTIONS"])(
    "gives nobody its data, by %s and any address",
    async (method) => {
      for (const at of spellings(path)) {
        const sent = method === "POST" ? { method, headers: form, body: "" } : { method };
        const { status, body } = await ask(at, undefined, sent);
        expect(body, `${method} ${at} ${status}`).not.toContain(shown);
      }
      expect(ran).toEqual([]);
    },
  );

  it("leads to sign-in and back, where Kit asks for the data too", async () => {
    const sign = `/auth/signin?callbackUrl=${encodeURIComponent(path)}`;
    const page = await ask(path, undefined);
    expect([page.status, page.location]).toEqual([302, sign]);
    const data = await ask(`${path}/__data.json?x-sveltekit-invalidated=01`, undefined, {
      headers: { accept: "*/*", "sec-fetch-mode": "cors" },
    });
    expect([data.status, JSON.parse(data.body)]).toEqual([200, { type: "redirect", location: sign }]);
  });
});

describe("an app of Kit", () => {
  it("tells who lacks the role so, and nothing else", async () => {
    const page = await ask("/page", user);
    expect([page.status, page.body]).toEqual([403, expect.stringContaining("have access to this")]);
    const data = await ask("/page/__data.json", user);
    expect(data.body).toMatch(/"status":403/);
    expect(page.body + data.body).not.toContain("what admins read");
  });

  it.each([
    ["a form", {}, 303],
    ["an enhanced form", { accept: "application/json", "x-sveltekit-action": "true" }, 200],
  ])("runs no action of %s for nobody", async (_kind, headers, status) => {
    const answer = await ask("/page", undefined, {
      method: "POST",
      headers: { ...form, ...headers },
      body: "",
    });
    expect(answer.status).toBe(status);
    expect(answer.location ?? answer.body).toContain("/auth/signin?callbackUrl=");
    expect(ran).toEqual([]);
    await ask("/page", admin, { method: "POST", headers: { ...form, ...headers }, body: "" });
    expect(ran).toEqual(["action"]);
  });

  it("knows who asks while a page is streamed, and streams nothing to nobody", async () => {
    const { status, body } = await ask("/stream", user);
    expect([status, body]).toEqual([200, expect.stringContaining("late for Ada")]);
    const nobody = await ask("/stream/__data.json", undefined);
    expect(nobody.body).toMatch(/^\{"type":"redirect"/);
  });

  it("says in the log that a hook in front has read the body, and how to leave it there", async () => {
    early = async ({ event, resolve }) => {
      await event.request.text();
      return resolve(event);
    };
    const answer = await ask("/auth/signout", user, { method: "POST", headers: form, body: "csrfToken=x" });
    expect(answer.location).toContain("error=Configuration");
    expect(logged.join()).toContain("Read a copy there: await event.request.clone().text()");
  });

  it.each([
    ["200 kB", 200_000],
    ["600 kB, past the limit of adapter-node", 600_000],
  ])("refuses a body of %s", async (_size, length) => {
    const sent = { method: "POST", headers: form, body: `csrfToken=${"x".repeat(length)}` };
    expect((await ask("/auth/signin/x", undefined, sent)).status).toBe(413);
  });
});
