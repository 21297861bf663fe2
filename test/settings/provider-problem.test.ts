import { describe, expect, it } from "vitest";
import Keycloak from "../../src/providers/keycloak.js";
import Resend from "../../src/providers/resend.js";
import { encode } from "../../src/runtime/jwt.js";
import { readSession, refreshSession } from "../../src/runtime/operations.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";
import { siteAt } from "../../src/runtime/settings/origin.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import type { Provider } from "../../src/runtime/types/provider.js";
import { appWithEnv, secret, watched } from "../support/browser.js";

const origin = "http://localhost:3000";
const name = "authjs.session-token";
const signedIn = async () =>
  `${name}=${await encode({ token: { sub: "1", name: "Ada" }, secret, salt: name })}`;

function setUp(providers: Provider[], more: Partial<AuthConfig> = {}) {
  const { seen, config } = watched();
  const given = { providers, ...config, ...more };
  const compiled = resolveConfigWithEnv(given);
  const mount = siteAt(compiled, origin);
  return {
    seen,
    app: appWithEnv(given),
    read: async (cookie: string) => readSession(compiled, mount, cookie),
    refresh: async (cookie: string) => refreshSession(compiled, mount, cookie),
  };
}

describe("F-59 a provider with a wrong setting", () => {
  it.each<[string, Provider]>([
    ["without an issuer", Keycloak],
    ["that needs a store", Resend],
    ["without authorize()", { id: "credentials", name: "C", type: "credentials" } as unknown as Provider],
    [
      "with a bad list of origins",
      { ...Keycloak({ issuer: "https://op.example" }), redirectProxyUrl: { url: origin, origins: ["*"] } },
    ],
  ])("%s does not keep server code from reading a session, and is logged once", async (_case, provider) => {
    const { seen, read, refresh } = setUp([provider]);
    const cookie = await signedIn();
    for (let at = 0; at < 3; at++) {
      expect((await read(cookie)).session?.user).toMatchObject({ name: "Ada" });
      expect((await refresh(cookie)).session?.user).toMatchObject({ name: "Ada" });
      expect((await read("")).session).toBeNull();
    }
    expect(seen.errors).toHaveLength(1);
  });

  it("is still an error 500 at every endpoint", async () => {
    const { app, seen } = setUp([Keycloak]);
    for (const path of ["session", "providers", "csrf"])
      expect((await app(new Request(`${origin}/auth/${path}`))).status).toBe(500);
    expect(String(seen.errors[0])).toContain("AUTH_KEYCLOAK_ISSUER");
  });

  it("does not hide what reading a session needs", async () => {
    await expect(setUp([Keycloak], { secret: "" }).read("")).rejects.toThrow("AUTH_SECRET");
    await expect(setUp([Keycloak], { session: { strategy: "database" } }).read("")).rejects.toThrow(
      "adapter",
    );
    await expect(setUp([], { adapter: {} }).read("")).rejects.toThrow("lacks these methods");
  });
});
