import { expect, it, vi } from "vitest";
import WebAuthn from "../../src/providers/webauthn.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

vi.mock("@simplewebauthn/server", () => {
  throw new Error("Cannot find package '@simplewebauthn/server'");
});

it("says which package to install, in the log only", async () => {
  const logged: Error[] = [];
  const browser = new Browser(
    coreApp({
      secret,
      trustHost: true,
      adapter: new MemoryStore().adapter,
      providers: [WebAuthn()],
      experimental: { enableWebAuthn: true },
      logger: { error: (error) => void logged.push(error), warn: () => undefined },
    }),
  );
  const answer = await browser.send("/auth/webauthn-options/webauthn");
  expect(locationOf(answer)).toBe(`${origin}/auth/error?error=Configuration`);
  expect(logged.map(({ message }) => message).join()).toContain("npm install @simplewebauthn/server");
});
