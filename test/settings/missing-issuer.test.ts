import { afterEach, expect, it, vi } from "vitest";
import OpenIDConnect from "../../src/providers/oidc.js";
import { resolveConfigWithEnv } from "../../src/runtime/settings/resolve-config.js";

const secret = "test-secret-test-secret-test-secret-000";
const problem = () => resolveConfigWithEnv({ secret, providers: [OpenIDConnect] }).problem?.message;

afterEach(() => vi.unstubAllEnvs());

it("a missing issuer is an error that names the variable to set", () => {
  expect(problem()).toContain("Set AUTH_OIDC_ISSUER");
  vi.stubEnv("AUTH_OIDC_ISSUER", "https://idp.example.com");
  expect(problem()).toBeUndefined();
});

it("it may be missing while auth dev plays the provider, and in production never", () => {
  vi.stubEnv("AUTH_DEV_IDP", "http://127.0.0.1:4000");
  vi.stubEnv("NODE_ENV", "development");
  expect(problem()).toBeUndefined();
  vi.stubEnv("NODE_ENV", "production");
  expect(problem()).toContain("AUTH_OIDC_ISSUER");
});
