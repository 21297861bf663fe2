/** The same with the local identity provider, which plays Google, and refuses refresh tokens when it is told to. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../../src/commands/dev/server/index.js";
import Google from "../../../src/providers/google.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { appWithEnv, Browser, locationOf } from "../../support/browser.js";
import { askerOf, configOf, setHoursLater } from "./renewing.js";

let idp: IdentityProvider;

beforeEach(async () => {
  idp = await startIdentityProvider({ records: {}, onMail: () => undefined });
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  for (const name of ["AUTH_URL", "NEXTAUTH_URL"]) vi.stubEnv(name, undefined);
});
afterEach(async () => {
  setHoursLater(0);
  vi.unstubAllEnvs();
  await idp.close();
});

async function signedIn(choice: Record<string, string>) {
  const config = configOf({
    server: "http://127.0.0.1:1",
    adapter: MemoryAdapter(),
    strategy: "jwt",
    more: { providers: [Google] },
  });
  const browser = new Browser(appWithEnv(config));
  const start = locationOf(await browser.startSignIn("google"));
  const chosen = await fetch(start, {
    method: "POST",
    body: new URLSearchParams(choice),
    redirect: "manual",
  });
  const done = await browser.send(locationOf(chosen));
  expect(locationOf(done)).toContain("/after");
  const cookie = [...browser.cookies].map((pair) => pair.join("=")).join("; ");
  const ask = askerOf(config);
  return () => ask(cookie, "google");
}

it("a token is renewed by the simulated provider", async () => {
  const ask = await signedIn({ person: "mira" });
  const first = await ask();
  setHoursLater(2);
  const second = await ask();
  expect([first, second].every((token) => token.length > 5)).toBe(true);
  expect(second).not.toBe(first);
});

it("a refresh token that the simulated provider refuses leads to a new sign-in", async () => {
  const ask = await signedIn({ person: "mira", fault: "revoked-refresh" });
  await ask();
  setHoursLater(2);
  await expect(ask()).rejects.toMatchObject({ code: "sign-in-again", provider: "google" });
});
