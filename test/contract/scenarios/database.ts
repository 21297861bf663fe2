import { randomUUID } from "node:crypto";
import { customFetch } from "../../../src/runtime/types/symbols.js";
import { FakeProvider } from "../../oauth/fake-provider.js";
import { MemoryStore } from "../../support/memory-store.js";
import type { Exchange } from "../compare.js";
import { baseConfig } from "../trace.js";
import { credentials, idpHost, throughProvider, type Scenario } from "./scenario.js";

const dayMs = 86_400_000;

function databaseScenario(): Scenario {
  const fake = new FakeProvider(`http://${idpHost}`);
  const store = new MemoryStore();
  const mails: { token: string }[] = [];
  const provider = {
    type: "oidc" as const,
    issuer: fake.issuer,
    clientId: "cid",
    clientSecret: "csecret",
    [customFetch]: fake.fetch,
  };

  const uno = { sub: "sub-uno", name: "Uno", email: "uno@example.com", picture: "https://p" };
  const claims: Record<string, object> = {
    "same-email-strict": { ...uno, sub: "sub-strict" },
    "same-email-dangerous": { ...uno, sub: "sub-other" },
    "link-when-signed-in": { ...uno, sub: "sub-linked" },
    "second-user": { sub: "sub-two", name: "Two", email: "two@example.com", picture: undefined },
    "account-of-other-user": { ...uno, sub: "sub-linked" },
  };
  /** How long a session row has been lying there, by step. */
  const ages: Record<string, number> = {
    "session-younger-than-updateAge": dayMs / 2,
    "session-older-than-updateAge": 2 * dayMs,
    "session-expired": 31 * dayMs,
  };
  const stepOf = ({ id }: Exchange): string => id.slice(id.indexOf("/") + 1);

  return {
    hosts: () => ({ "<idp>": idpHost }),
    prepare(exchange) {
      const step = stepOf(exchange);
      fake.faults.tokens = (given) => ({ ...given, scope: "openid profile email" });
      const person = claims[step.replace(/-(?:signin|callback)$/, "")] ?? uno;
      fake.faults.claims = (given) => ({ ...given, ...person });
      if (step === "email-expired") {
        for (const row of store.verificationTokens) row.expires = new Date(Date.now() - 1000);
      }
    },
    cookieValues(exchange) {
      const age = ages[stepOf(exchange)];
      if (age === undefined) return {};
      const sessionToken = randomUUID();
      const userId = [...store.users.values()].find(({ email }) => email === uno.email)!.id;
      store.sessions.set(sessionToken, {
        sessionToken,
        userId,
        expires: new Date(Date.now() + 30 * dayMs - age),
      });
      return { "authjs.session-token": sessionToken };
    },
    rewrite(request, exchange, location) {
      const token =
        stepOf(exchange) === "email-callback-badtoken" ? "0".repeat(64) : (mails.at(-1)?.token ?? "");
      return throughProvider(
        fake,
        { ...request, path: request.path.replace("token=<token>", `token=${token}`) },
        location,
      );
    },
    config: (trace) => ({
      ...baseConfig(trace),
      adapter: trace.adapter(store.adapter),
      pages: { newUser: "/welcome" },
      providers: [
        { ...provider, id: "myoidc", name: "My OIDC" },
        { ...provider, id: "other", name: "Other", allowDangerousEmailAccountLinking: true },
        { ...provider, id: "strict", name: "Strict" },
        {
          id: "email",
          name: "Email",
          type: "email",
          maxAge: 86_400,
          sendVerificationRequest(params) {
            trace.add(`provider:sendVerificationRequest(${Object.keys(params).sort().join(",")})`);
            mails.push(params);
          },
        },
      ],
    }),
  };
}

const secure = new FakeProvider(`http://${idpHost}`);

export const providerScenarios: Record<string, Scenario> = {
  "core-db": databaseScenario(),
  "core-https": {
    origin: "https://app.example.com",
    hosts: () => ({ "<idp>": idpHost }),
    config: (trace) => ({
      ...baseConfig(trace),
      basePath: "/api/auth",
      providers: [
        credentials(trace),
        {
          id: "myoidc",
          name: "My OIDC",
          type: "oidc",
          issuer: secure.issuer,
          clientId: "cid",
          clientSecret: "csecret",
          checks: ["pkce", "state", "nonce"],
          [customFetch]: secure.fetch,
        },
      ],
    }),
  },
};
