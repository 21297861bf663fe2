/** A whole sign-in over a store, through the handler. */
import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { Browser, coreApp, locationOf, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import type { StoreAdapter } from "../../src/runtime/adapters/adapter-over.js";
import { customFetch } from "../../src/runtime/types/symbols.js";

/** Once by OpenID Connect, once by mail, and out again. */
export async function signInAndOut(adapter: StoreAdapter) {
  const fake = new FakeProvider();
  const mails: { url: string }[] = [];
  const errors: string[] = [];
  const app = coreApp({
    secret,
    trustHost: true,
    adapter,
    providers: [
      {
        id: "op",
        name: "OP",
        type: "oidc",
        issuer,
        clientId: "cid",
        clientSecret: "test-secret",
        [customFetch]: fake.fetch,
      },
      { id: "email", name: "E-mail", type: "email", sendVerificationRequest: (one) => void mails.push(one) },
    ],
    logger: { error: (error) => void errors.push(String(error)), warn: () => undefined },
  });

  const first = new Browser(app);
  const answer = fake.authorize(locationOf(await first.startSignIn("op")));
  await first.send(`/auth/callback/op?${answer}`);
  const signedIn = await first.session();
  expect(errors).toEqual([]);
  expect(signedIn).toMatchObject({
    user: { email: expect.stringContaining("@") },
    expires: expect.any(String),
  });

  const second = new Browser(app);
  const { csrfToken } = (await (await second.send("/auth/csrf")).json()) as { csrfToken: string };
  const email = `${randomUUID()}@example.com`;
  await second.send("/auth/signin/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, email }),
  });
  const link = new URL(mails[0]?.url ?? "http://no.mail");
  await second.send(link.pathname + link.search);
  expect(errors).toEqual([]);
  expect(await second.session()).toMatchObject({ user: { email } });
  expect(await adapter.getUserByEmail(email)).toMatchObject({ email, emailVerified: expect.any(Date) });
  const fresh = (await (await second.send("/auth/csrf")).json()) as { csrfToken: string };
  await second.post("/auth/signout", { csrfToken: fresh.csrfToken });
  expect(await second.session()).toBeNull();
  expect(await first.session()).not.toBeNull();
}
