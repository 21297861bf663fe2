import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error the package has no declarations
import Provider from "oidc-provider";
import type { Page } from "playwright-core";

/**
 * npm `oidc-provider` on loopback: a certified implementation that is not ours, with one confidential client.
 * Claims come in the ID token (`conformIdTokenClaims: false`), as with most hosted providers.
 */
export async function startStrictProvider(redirectUri: string) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = "strict-client";
  const clientSecret = "strict-client-secret-for-tests-only";
  const personName = "Strict Sally";
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    cookies: { keys: ["test-cookie-key"] },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, name: personName, email: "sally@example.com", email_verified: true }),
    }),
  });
  server.on("request", provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    personName,
    /** Walks through the provider's own login and consent pages. */
    async signIn(page: Page): Promise<void> {
      await page.waitForURL((url) => url.origin === issuer);
      await page.fill("input[name=login]", "sally");
      await page.fill("input[name=password]", "anything");
      await page.click("button[type=submit]");
      // Both pages have such a button: the second one is meant, not the first while it is being left.
      await page.click("form:has(input[name=prompt][value=consent]) button[type=submit]");
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
