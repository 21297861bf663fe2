import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error the package has no declarations
import Provider from "oidc-provider";
import type { Page } from "playwright-core";

/**
 * npm `oidc-provider` on loopback, certified for both ways of a sign-out: one client, whose app is at `app`.
 *
 * @param app origin and base path of the app
 * @param options `tells`: it sends logout tokens; `takesPost`: of a sign-out, by default it takes GET alone
 */
export async function startCertifiedProvider(
  app: string,
  { takesPost = true, tells = false, id = "acme" } = {},
) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "certified", clientSecret: "certified-secret-for-tests-only" };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${app}/callback/${id}`],
        post_logout_redirect_uris: [`${app}/signout/return/${id}`],
        ...(tells && {
          backchannel_logout_uri: `${app}/backchannel-logout/${id}`,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    features: { backchannelLogout: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    claims: { openid: ["sub", "sid"], profile: ["name"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    // It takes POST only together with cookies for other sites, which browsers refuse over http: see below.
    enableHttpPostMethods: takesPost,
    cookies: { keys: ["test-cookie-key"], ...(takesPost && { long: { sameSite: "none" } }) },
    // The dispatcher that it brings is one of another version of undici.
    fetch: (url: string, { method, headers, body }: RequestInit) =>
      fetch(url, { method, headers, body } as RequestInit),
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: `Certified ${accountId}`,
        email: `${accountId}@example.com`,
        email_verified: true,
      }),
    }),
  }) as {
    callback(): Parameters<typeof createServer>[1];
    on(event: string, tell: (...about: unknown[]) => void): void;
  };
  const failures: string[] = [];
  provider.on("backchannel.error", (_context, error) => failures.push(String(error)));
  provider.on("server_error", (_context, error) => failures.push(String(error)));
  const listener = provider.callback()!;
  server.on("request", (request, response) => {
    const set = response.setHeader.bind(response);
    // Ports of one host are one site.
    response.setHeader = (name, value) =>
      name.toLowerCase() === "set-cookie"
        ? set(
            name,
            [value].flat().map((line) => String(line).replace(/samesite=none/i, "samesite=lax")),
          )
        : set(name, value);
    listener(request, response);
  });
  return {
    issuer,
    ...client,
    /** What the provider said went wrong. */
    failures,
    /** Walks through its login and consent pages. */
    async signIn(page: Page, login = "sally"): Promise<void> {
      await page.waitForURL((url) => url.origin === issuer);
      await page.fill("input[name=login]", login);
      await page.fill("input[name=password]", "anything");
      await page.click("button[type=submit]");
      await page.click("form:has(input[name=prompt][value=consent]) button[type=submit]");
    },
    /** Says yes on its sign-out page. */
    async signOut(page: Page): Promise<void> {
      await page.waitForURL((url) => url.origin === issuer);
      await page.click("button[name=logout], button[value=yes], button[type=submit]");
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type CertifiedProvider = Awaited<ReturnType<typeof startCertifiedProvider>>;
