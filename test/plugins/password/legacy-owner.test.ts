/** The app's own hashes, by address, when the address changes hands. */
import { describe, expect, test } from "vitest";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { hashPassword } from "../../../src/runtime/plugins/password/hashes/password-hash.js";
import { ada, other, PasswordApp } from "./drive.js";

const old = "the old owner's password";

async function appWithHashes(strategy: "jwt" | "database") {
  const hash = await hashPassword(old);
  const app = new PasswordApp({
    strategy,
    options: { cacheSeconds: 0, legacyHash: (email) => (email === ada ? hash : null) as never },
  });
  app.config.plugins = [...(app.config.plugins ?? []), account({ cacheSeconds: 0 })];
  const newUser = () =>
    app.config.adapter!.createUser!({
      id: crypto.randomUUID(),
      email: ada,
      emailVerified: new Date(),
    } as never);
  const signsIn = async (secretText: string, email = ada) => {
    const browser = app.browser();
    await browser.signIn(email, secretText);
    return browser.isSignedIn();
  };
  return { app, newUser, signsIn };
}

describe.each(["jwt", "database"] as const)("with %s sessions, the old owner's password", (strategy) => {
  test("TR-14: does not open the account of who has the address after a change of address", async () => {
    const { app, newUser, signsIn } = await appWithHashes(strategy);
    await newUser();
    const owner = app.browser();
    await owner.signIn(ada, old);
    expect(await owner.isSignedIn()).toBe(true);
    await owner.form("address", { email: "later@example.com", current: old });
    await owner.form("confirm-address", { token: await app.token("later@example.com") });
    expect(await signsIn(old, "later@example.com")).toBe(true);
    await newUser();
    expect(await signsIn(old)).toBe(false);
  });

  test("TR-14: does not open it after the old owner was deleted, who signed in by it or not", async () => {
    for (const hasSignedIn of [true, false]) {
      const { app, newUser, signsIn } = await appWithHashes(strategy);
      const { id } = await newUser();
      const owner = app.browser();
      if (!hasSignedIn) await owner.form("reset", { token: await owner.askReset(), password: other });
      await owner.signIn(ada, hasSignedIn ? old : other);
      const form = { csrfToken: await owner.csrfToken(), confirm: "delete" };
      await owner.post("/auth/account/delete", form);
      expect(await app.config.adapter!.getUser!(id)).toBeNull();
      await newUser();
      expect(await signsIn(old)).toBe(false);
    }
  });
});
