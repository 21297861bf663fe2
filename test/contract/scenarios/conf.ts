import WebAuthn from "../../../src/providers/webauthn.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { AuthConfig } from "../../../src/runtime/types/config.js";
import type { Scenario } from "./scenario.js";
import { baseConfig, type Trace } from "../trace.js";
import { listedOidc } from "./core.js";
import { credentials } from "./scenario.js";

const email = {
  id: "email",
  name: "Email",
  type: "email" as const,
  maxAge: 86_400,
  sendVerificationRequest: () => undefined,
};

const webauthn = {
  ...WebAuthn(),
  id: "webauthn",
  name: "WebAuthn",
  type: "webauthn" as const,
  enableConditionalUI: true,
  simpleWebAuthnBrowserVersion: "v9.0.1",
  formFields: { email: { label: "Email", required: true, autocomplete: "username webauthn" } },
};

const methods = [
  "createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount", "createSession",
  "getSessionAndUser", "updateSession", "deleteSession", "createVerificationToken", "useVerificationToken",
  "getAccount", "getAuthenticator", "createAuthenticator", "listAuthenticatorsByUserId", "updateAuthenticatorCounter",
]; // prettier-ignore

/** A store with every method but these; none of them is ever called. */
function storeWithout(...missing: string[]): Adapter {
  const present = methods.filter((name) => !missing.includes(name));
  return Object.fromEntries(
    present.map((name) => [name, () => Promise.reject(new Error("not for use"))]),
  ) as Adapter;
}

const experimental = { enableWebAuthn: true };

const differing: Record<string, (trace: Trace) => Partial<AuthConfig>> = {
  "no-secret": () => ({ secret: undefined }),
  "empty-secret": () => ({ secret: [] }),
  "short-secret": () => ({ secret: "x" }),
  "untrusted-host": () => ({ trustHost: undefined }),
  "bad-endpoints": () => ({ providers: [{ id: "x", name: "X", type: "oidc", clientId: "a" }] }),
  "bad-endpoints-userinfo": () => ({
    providers: [
      {
        id: "x",
        name: "X",
        type: "oauth",
        clientId: "a",
        authorization: "https://a.example/a",
        token: "https://a.example/t",
      },
    ],
  }),
  "db-no-adapter": () => ({ providers: [listedOidc], session: { strategy: "database" } }),
  "email-no-adapter": () => ({ providers: [email] }),
  "creds-only-db": () => ({ session: { strategy: "database" } }),
  "email-missing-methods": () => ({
    providers: [email],
    adapter: storeWithout("useVerificationToken", "getUserByEmail"),
  }),
  "session-missing-methods": () => ({
    providers: [listedOidc],
    adapter: storeWithout("createSession", "getUser"),
  }),
  "email-db-only-email-methods-checked": () => ({
    providers: [email],
    adapter: storeWithout("createSession", "getUser"),
  }),
  "no-authorize": (trace) => ({ providers: [{ ...credentials(trace), authorize: undefined as never }] }),
  debug: () => ({ debug: true }),
  "pages-error": () => ({ secret: undefined, pages: { error: "/oops" } }),
  "webauthn-disabled": () => ({ providers: [webauthn], adapter: storeWithout() }),
  "webauthn-no-adapter": () => ({ providers: [webauthn], experimental }),
  "webauthn-two-conditional": () => ({
    providers: [webauthn, { ...webauthn, id: "second" }],
    adapter: storeWithout(),
    experimental,
  }),
  "webauthn-no-autocomplete": () => ({
    providers: [{ ...webauthn, formFields: { email: { label: "Email" } } }],
    adapter: storeWithout(),
    experimental,
  }),
  "webauthn-bad-semver": () => ({
    providers: [{ ...webauthn, simpleWebAuthnBrowserVersion: "9.0.1" }],
    adapter: storeWithout(),
    experimental,
  }),
};

export const confScenarios: Record<string, Scenario> = Object.fromEntries(
  Object.entries(differing).map(([name, differs]) => [
    `conf-${name}`,
    {
      config: (trace: Trace) => ({
        ...baseConfig(trace),
        providers: [credentials(trace)],
        ...differs(trace),
      }),
    },
  ]),
);
