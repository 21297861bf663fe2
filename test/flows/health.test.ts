/** Health checks: what is asked, what is said, and what never is. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { health } from "../../src/runtime/index.js";
import { createAuth } from "../../src/runtime/integrations/express.js";
import { FrameworkAuth } from "../../src/runtime/integrations/next/index.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { secret } from "../support/browser.js";

afterEach(() => void vi.unstubAllEnvs());

const logged: Error[] = [];
const configOf = (more: Partial<AuthConfig> = {}): AuthConfig => ({
  secret,
  trustHost: true,
  providers: [],
  logger: { error: (error) => void logged.push(error), warn: () => undefined },
  ...more,
});
const sharedStore = {
  increment: () => 1,
  add: () => true,
  has: () => false,
  delete: () => undefined,
};
const secretText = "password-of-the-database";
const down = () => Promise.reject(new Error(`no route to db, ${secretText}`));
const silent = () => new Promise<never>(() => undefined);

describe("health()", () => {
  test("without stores there is nothing to ask", async () => {
    expect(await health(configOf())).toEqual({
      ok: true,
      store: undefined,
      shared: undefined,
      revocation: undefined,
      problems: [],
    });
  });

  test("asks each store one question that writes nothing", async () => {
    const calls: string[] = [];
    const adapter = new Proxy(MemoryAdapter(), {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        return typeof method !== "function"
          ? method
          : (...given: unknown[]) => {
              calls.push(String(name));
              return Reflect.apply(method, target, given);
            };
      },
    });
    const revocation = { add: () => undefined, has: () => false };
    const said = await health(configOf({ adapter, sharedStore, session: { revocation, strategy: "jwt" } }));
    expect(said).toMatchObject({
      ok: true,
      store: { ok: true },
      shared: { ok: true },
      revocation: { ok: true },
    });
    expect(calls).toEqual(["getSessionAndUser"]);
  });

  test.each([
    ["fails", down],
    ["does not answer", silent],
    [
      "throws at once",
      () => {
        throw new Error(secretText);
      },
    ],
  ])("a store that %s is a problem without its words, and the log has the reason", async (_, call) => {
    logged.length = 0;
    const adapter = { ...MemoryAdapter(), getSessionAndUser: call } as Adapter;
    const store = { ...sharedStore, has: call };
    const start = performance.now();
    const said = await health(configOf({ adapter, sharedStore: store, deadlineSeconds: 0.05 }));
    expect(performance.now() - start).toBeLessThan(5000);
    expect(said).toMatchObject({
      ok: false,
      store: { ok: false },
      shared: { ok: false },
      problems: ["The adapter does not answer", "The shared store does not answer"],
    });
    expect(JSON.stringify(said)).not.toContain(secretText);
    expect(logged.map(({ name }) => name)).toEqual(["AdapterError", "AdapterError"]);
  });

  test("an adapter with few methods is asked what it can", async () => {
    const asked: string[] = [];
    const getUserByEmail = (email: string) => {
      asked.push(email);
      return null;
    };
    const adapter = { getUserByEmail };
    expect((await health(configOf({ adapter, session: { strategy: "jwt" } }))).store).toMatchObject({
      ok: true,
    });
    expect(asked).toHaveLength(1);
    const none = await health(configOf({ adapter: {}, session: { strategy: "jwt" } }));
    expect(none.store).toBeUndefined();
  });

  test("what is wrong with the configuration is named by its type", async () => {
    vi.stubEnv("NODE_ENV", "production");
    expect(await health(configOf({ secret: undefined }))).toMatchObject({
      ok: false,
      problems: ["MissingSecret"],
    });
    expect(await health(undefined as never)).toMatchObject({
      ok: false,
      problems: ["The configuration cannot be read"],
    });
  });
});

test("Express and Next.js read the environment, as their handlers do", async () => {
  vi.stubEnv("NODE_ENV", "production");
  vi.stubEnv("AUTH_SECRET", secret);
  const config = { providers: [], trustHost: true };
  expect(await createAuth(config).health()).toMatchObject({ ok: true });
  expect(await FrameworkAuth(config).auth.health()).toMatchObject({ ok: true });
  const broken = FrameworkAuth(() => Promise.reject(new Error(secretText)));
  expect(await broken.auth.health()).toMatchObject({
    ok: false,
    problems: ["The configuration cannot be read"],
  });
});
