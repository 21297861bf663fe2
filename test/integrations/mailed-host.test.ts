/** S1: a mail is sent to no host that only a header names, whichever way it was asked for. */
import { type Handle, type RequestEvent } from "@sveltejs/kit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { createAuth, type RequestAuthFunctions } from "../../src/runtime/integrations/sveltekit/index.js";

const mailed: string[] = [];
const logged: string[] = [];
const given: string[] = [];
const email = {
  id: "email",
  name: "Email",
  type: "email" as const,
  from: "shop@example.com",
  sendVerificationRequest: ({ url }: { url: string }) => void mailed.push(new URL(url).origin),
};
const configOf = (trustHost: boolean | string[]) => ({
  secret: "test-secret-test-secret-test-secret-000",
  trustHost,
  adapter: MemoryAdapter(),
  providers: [email],
  logger: { error: (error: Error) => void logged.push(String(error.cause ?? error)), warn: () => {} },
});

/** `POST /login` as Kit hands it on, for the host that the client has named, from a page of the site. */
function eventAt(origin: string): RequestEvent {
  const body = new URLSearchParams({ providerId: "email", email: "victim@x.test" });
  const headers = { origin: process.env["AUTH_URL"] || origin, host: new URL(origin).host };
  return {
    request: new Request(`${origin}/login`, { method: "POST", body, headers }),
    url: new URL(`${origin}/login`),
    locals: {},
    route: { id: null },
    platform: undefined,
    getClientAddress: () => "203.0.113.9",
    cookies: { getAll: () => [], set: (name: string) => void given.push(name) },
    isDataRequest: false,
    isSubRequest: false,
  } as unknown as RequestEvent;
}

const ways = {
  "the form action": (auth: ReturnType<typeof createAuth>, event: RequestEvent) => auth.signIn(event),
  "locals.auth.signIn": async (auth: ReturnType<typeof createAuth>, event: RequestEvent) => {
    const resolve = () => Promise.resolve(new Response());
    await (auth.handle as Handle)({ event, resolve });
    const { signIn } = (event.locals as unknown as { auth: RequestAuthFunctions }).auth;
    return signIn("email", { email: "victim@x.test" });
  },
};

beforeEach(() => {
  mailed.length = 0;
  logged.length = 0;
  given.length = 0;
  vi.stubEnv("NODE_ENV", "production");
});
afterEach(() => vi.unstubAllEnvs());

const sent = async (way: (typeof ways)[keyof typeof ways], trustHost: boolean | string[], origin: string) => {
  await Promise.resolve(way(createAuth(configOf(trustHost)), eventAt(origin))).catch(() => undefined);
  return mailed.splice(0);
};

it.each(Object.entries(ways))("S1: %s mails no link to the host of a header", async (_, way) => {
  expect(await sent(way, true, "https://evil.test")).toEqual([]);
  expect(logged.join("\n")).toContain("Set AUTH_URL");
  expect(await sent(way, ["app.example.com"], "https://evil.test")).toEqual([]);
});

it.each(Object.entries(ways))("S1: %s mails where more than a header names the host", async (_, way) => {
  expect(await sent(way, ["app.example.com"], "https://app.example.com")).toEqual([
    "https://app.example.com",
  ]);
  vi.stubEnv("AUTH_URL", "https://app.example.com");
  expect(await sent(way, true, "https://evil.test")).toEqual(["https://app.example.com"]);
});

it.each(Object.entries(ways))("L2: %s leaves the mark of the browser that asked", async (_, way) => {
  await sent(way, ["app.example.com"], "https://app.example.com");
  expect(given).toContain("__Secure-authjs.mail-start");
});
