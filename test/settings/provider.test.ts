import { describe, expect, it } from "vitest";
import GitHub from "../../src/providers/github.js";
import { inferProvider, normalizeProvider } from "../../src/runtime/settings/provider.js";
import type { AnyProviderConfig, EmailConfig, OAuth2Config } from "../../src/runtime/types/provider.js";

const env = { AUTH_OWN_ID: "env-id", AUTH_OWN_SECRET: "env-test-secret", AUTH_OWN_KEY: "env-test-key" };
const own = (more: Partial<OAuth2Config> = {}): OAuth2Config => ({
  id: "own",
  name: "Own",
  type: "oauth",
  authorization: "https://own.example/authorize",
  token: "https://own.example/token",
  userinfo: "https://own.example/me",
  ...more,
});
const finished = (provider: AnyProviderConfig | (() => AnyProviderConfig)) =>
  normalizeProvider(inferProvider(provider, env)) as unknown as Record<string, unknown>;

describe("F-40 a provider factory that ignores its options", () => {
  it("gets id and secret of the environment, as an object does", () => {
    const filled = { clientId: "env-id", clientSecret: "env-test-secret" };
    expect(finished(() => own())).toMatchObject(filled);
    expect(finished(own())).toMatchObject(filled);
  });

  it("keeps what it says itself, at either place", () => {
    expect(finished(() => own({ clientId: "said" }))).toMatchObject({ clientId: "said" });
    expect(finished(() => own({ options: { clientId: "said" } }))).toMatchObject({
      clientId: "said",
      clientSecret: "env-test-secret",
    });
  });

  it("gets the key of a mail provider", () => {
    const mail = (): EmailConfig => ({
      id: "own",
      name: "Own",
      type: "email",
      sendVerificationRequest: () => undefined,
    });
    expect(finished(mail)).toMatchObject({ apiKey: "env-test-key" });
  });

  it("does not change what it returned, also when that is one object for all calls", () => {
    const made = Object.freeze(own());
    expect(finished(() => made)).toMatchObject({ clientId: "env-id" });
    expect(made).not.toHaveProperty("clientId");
  });
});

describe("F-51 an authorization address that the app wrote", () => {
  const authorizationOf = (authorization: string | object) =>
    normalizeProvider(GitHub({ authorization } as Parameters<typeof GitHub>[0])) as unknown as {
      authorization: { url: string; params: object };
    };

  it("says the scope, over the one that the provider declares", () => {
    const { authorization } = authorizationOf("https://github.com/login/oauth/authorize?scope=repo&x=1#end");
    expect(authorization).toMatchObject({
      url: "https://github.com/login/oauth/authorize#end",
      params: { scope: "repo", x: "1" },
    });
  });

  it("loses against params beside it, and leaves the rest to the provider", () => {
    const both = { url: "https://github.com/x?scope=repo", params: { scope: "gist" } };
    expect(authorizationOf(both).authorization.params).toEqual({ scope: "gist" });
    expect(authorizationOf("https://github.com/x").authorization.params).toEqual({
      scope: "read:user user:email",
    });
  });
});
