/** A newer secret in front of the old one: nothing that people hold stops working. */
import { expect, it } from "vitest";
import { customFetch } from "../../src/runtime/types/symbols.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { MemoryStore } from "../support/memory-store.js";

const newer = "test-newer-secret-test-newer-secret-000";
const newest = "test-newest-secret-test-newest-secret-0";

function appsOf(store: MemoryStore, mails: { url: string }[]) {
  return (secrets: string[]) => {
    const config: AuthConfig = {
      secret: secrets,
      trustHost: true,
      adapter: store.adapter,
      session: { strategy: "jwt" },
      providers: [
        {
          id: "credentials",
          name: "P",
          type: "credentials",
          credentials: {},
          authorize: () => ({ id: "1", name: "Ada" }),
        },
        { id: "email", name: "E", type: "email", sendVerificationRequest: (mail) => void mails.push(mail) },
      ],
      logger: { error: () => undefined, warn: () => undefined },
    };
    return coreApp(config);
  };
}

/** The same browser at the servers that have the newer configuration. */
function movedTo(app: ReturnType<typeof coreApp>, from: Browser): Browser {
  const browser = new Browser(app);
  for (const [name, value] of from.cookies) browser.cookies.set(name, value);
  return browser;
}

it("REL-11: an open form and a mail under way outlive two rotations", async () => {
  const mails: { url: string }[] = [];
  const app = appsOf(new MemoryStore(), mails);
  const before = new Browser(app([secret]));
  const { csrfToken } = (await (await before.send("/auth/csrf")).json()) as { csrfToken: string };
  await before.post("/auth/signin/email", { csrfToken, email: "ada@example.com", callbackUrl: "/after" });
  for (const secrets of [
    [newer, secret],
    [newest, newer, secret],
  ]) {
    const later = movedTo(app(secrets), before);
    expect(
      locationOf(await later.post("/auth/callback/credentials", { csrfToken, callbackUrl: "/form" })),
    ).toBe(`${origin}/form`);
  }
  expect(locationOf(await movedTo(app([newest, newer, secret]), before).send(mails[0]!.url))).toBe(
    `${origin}/after`,
  );
  const dropped = movedTo(app([newest]), before);
  expect(locationOf(await dropped.post("/auth/callback/credentials", { csrfToken }))).toContain(
    "MissingCSRF",
  );
});

it("REL-11: of 50 readers nobody notices that servers change one after the other", async () => {
  const app = appsOf(new MemoryStore(), []);
  const servers = [app([secret]), app([newer, secret])];
  let turn = 0;
  // Half of the servers have the newer secret at last, and requests reach any of them.
  const mixed: ReturnType<typeof coreApp> = (request) => servers[Math.min(1, turn++ % 3)]!(request);
  const first = new Browser(servers[0]!);
  const { csrfToken } = (await (await first.send("/auth/csrf")).json()) as { csrfToken: string };
  await first.post("/auth/callback/credentials", { csrfToken });
  servers[0] = app([secret, newer]);
  const readers = Array.from({ length: 50 }, () => movedTo(mixed, first));
  for (let round = 0; round < 4; round++) {
    const sessions = await Promise.all(readers.map((reader) => reader.session()));
    expect(sessions.every((session) => session?.user?.["name"] === "Ada")).toBe(true);
  }
});

it("REL-11: a sign-in at a provider that began before a rotation ends after it, and the session lives on", async () => {
  const fake = new FakeProvider();
  const app = (secrets: string[]) =>
    coreApp({
      secret: secrets,
      trustHost: true,
      providers: [
        {
          id: "op",
          name: "OP",
          type: "oidc",
          issuer,
          clientId: "cid",
          clientSecret: "test-secret",
          checks: ["pkce", "state", "nonce"],
          [customFetch]: fake.fetch,
        },
      ],
      logger: { error: () => undefined, warn: () => undefined },
    });
  const before = new Browser(app([secret]));
  const answer = fake.authorize(locationOf(await before.startSignIn("op")));
  const during = movedTo(app([newer, secret]), before);
  expect(locationOf(await during.send(`/auth/callback/op?${answer}`))).toBe(`${origin}/after`);
  const later = movedTo(app([newest, newer]), during);
  expect((await later.session())?.user?.["name"]).toBe("Olga Pavlova");
  const dropped = movedTo(app([newest]), before);
  expect(locationOf(await dropped.send(`/auth/callback/op?${answer}`))).toContain("error=");
});
