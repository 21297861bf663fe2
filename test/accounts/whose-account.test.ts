/** Whose account is it? Walked more than once: strangers come back. */
import { beforeEach, describe, expect, test } from "vitest";
import Discord from "../../src/providers/discord.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { after, notLinked, Stage, stores } from "./stage.js";

const vouches = { emailVerified: Discord({}).emailVerified };

/** The process dies between the two writes. */
const dies: Partial<Adapter> = {
  linkAccount: () => new Promise<never>(() => undefined),
  deleteUser: () => new Promise<never>(() => undefined),
};

describe.each(Object.keys(stores))("over %s", (kind) => {
  let adapter: Adapter;
  beforeEach(async () => {
    adapter = await stores[kind]!();
  });
  const stageWith = (op: object = vouches, more: Partial<AuthConfig> = {}) =>
    new Stage({ adapter, op, more: { session: { strategy: "jwt" }, ...more } });

  async function dieInSignUp(stage: Stage, claims: object = {}): Promise<void> {
    void stage.oauth(claims, stage.browser(dies));
    await expect.poll(async () => adapter.getUserByEmail?.("olga@example.com")).not.toBeNull();
  }

  describe.each(["jwt", "database"] as const)("with %s sessions", (strategy) => {
    test("TR-01: a stranger who is denied stays out, however often they come back", async () => {
      const stage = stageWith(vouches, { session: { strategy } });
      expect(await stage.oauth({ verified: false })).toBe(after);
      const { id } = await stage.owner();
      const owner = stage.browser();
      expect(await stage.mail(owner)).toBe(after);
      for (let round = 0; round < 4; round++) {
        const stranger = stage.browser();
        expect(await stage.oauth({ verified: false }, stranger)).toBe(notLinked);
        expect(await stranger.session()).toBeNull();
        expect(await stage.ownerOf()).toBeNull();
      }
      expect((await stage.owner()).id).toBe(id);
      expect(await stage.mail(owner)).toBe(after);
    });
  });

  test("TR-01: the stranger who comes back with the denial gone, or with another look, stays out too", async () => {
    const stage = stageWith();
    await stage.oauth({ verified: false });
    await stage.mail();
    expect(await stage.oauth({ verified: false })).toBe(notLinked);
    for (const claims of [{}, { verified: undefined }, { name: "Another" }, { verified: "false" }])
      expect(await stage.oauth(claims)).toBe(notLinked);
    expect(await stage.ownerOf()).toBeNull();
  });

  test("TR-02: an account that was unlinked stays unlinked", async () => {
    const stage = stageWith();
    for (const claims of [{}, { verified: true }, { verified: false }]) {
      await stage.oauth(claims);
      await adapter.unlinkAccount?.({ provider: "op", providerAccountId: "user-1" });
      for (let round = 0; round < 4; round++) expect(await stage.oauth(claims)).toBe(notLinked);
      expect(await stage.ownerOf()).toBeNull();
      await adapter.deleteUser?.((await stage.owner()).id);
    }
  });

  test("TR-02: the mark that a fault of the store has left goes with the next sign-in", async () => {
    const stage = stageWith();
    const marks = new Set<string>();
    const useVerificationToken: Adapter["useVerificationToken"] = async (row) => {
      if (!row.identifier.startsWith("sign-up:")) return adapter.useVerificationToken!(row);
      // The first time it is asked for before it is made, so that it is there once.
      if (marks.has(row.identifier)) throw new Error("the store is down");
      marks.add(row.identifier);
      return adapter.useVerificationToken!(row);
    };
    expect(await stage.oauth({}, stage.browser({ useVerificationToken }))).toBe(after);
    expect(await stage.oauth()).toBe(after);
    await adapter.unlinkAccount?.({ provider: "op", providerAccountId: "user-1" });
    for (let round = 0; round < 4; round++) expect(await stage.oauth()).toBe(notLinked);
  });

  test.each([
    ["a provider that vouches", { verified: true }],
    ["a provider that says nothing", {}],
  ])("RT-07: a first sign-in at %s that was cut off signs in at the next try", async (_title, claims) => {
    const stage = stageWith();
    await dieInSignUp(stage, claims);
    expect(await stage.oauth(claims)).toBe(after);
    expect((await stage.ownerOf())?.id).toBe((await stage.owner()).id);
    // It is complete now: what is unlinked stays so.
    await adapter.unlinkAccount?.({ provider: "op", providerAccountId: "user-1" });
    expect(await stage.oauth(claims)).toBe(notLinked);
  });

  test("RT-07: what was cut off does not go on against the provider's word", async () => {
    const stage = stageWith();
    await dieInSignUp(stage, { verified: true });
    // No more than null goes on without that word.
    for (const claims of [{ verified: false }, {}, { verified: true, sub: "somebody-else" }])
      expect(await stage.oauth(claims)).toBe(notLinked);
    expect(await stage.oauth({ verified: true })).toBe(after);
  });

  test("RT-07: what was cut off is over once its user has come by mail", async () => {
    const stage = stageWith({}, { session: { strategy: "database" } });
    await dieInSignUp(stage);
    await stage.mail();
    for (let round = 0; round < 4; round++) expect(await stage.oauth()).toBe(notLinked);
  });
});

describe("a row that is in use is no first sign-in that was cut off", () => {
  test("TR-01: whose user has another account, a session, a password or a passkey", async () => {
    const { password } = await import("../../src/runtime/plugins/password/index.js");
    const { passwordTable } = await import("../../src/runtime/plugins/password/tables.js");
    const { default: Passkey } = await import("../../src/providers/passkey.js");
    const ways: Record<string, (adapter: Adapter, userId: string) => unknown> = {
      account: (adapter, userId) =>
        adapter.linkAccount?.({ provider: "gone", providerAccountId: "1", type: "oauth", userId }),
      session: (adapter, userId) =>
        adapter.createSession?.({ sessionToken: "s", userId, expires: new Date(Date.now() + 1e6) }),
      password: (adapter, userId) =>
        adapter.records?.(passwordTable).insert({ userId, hash: "h", version: 1, changedAt: new Date() }),
      passkey: (adapter, userId) =>
        adapter.createAuthenticator?.({
          userId,
          credentialID: "key",
          providerAccountId: "key",
          credentialPublicKey: "",
          counter: 0,
          credentialDeviceType: "singleDevice",
          credentialBackedUp: false,
        }),
    };
    for (const [name, use] of Object.entries(ways)) {
      const adapter = await stores["memory"]!();
      const stage = new Stage({
        adapter,
        more: {
          session: { strategy: "database" },
          plugins: [password({ sendMail: () => undefined })],
          experimental: { enableWebAuthn: true },
        },
      });
      stage.config.providers = [...(stage.config.providers ?? []), Passkey({})];
      void stage.oauth({}, stage.browser(dies));
      await expect.poll(async () => adapter.getUserByEmail?.("olga@example.com")).not.toBeNull();
      await use(adapter, (await stage.owner()).id);
      expect([name, await stage.oauth()]).toEqual([name, notLinked]);
    }
  });
});
