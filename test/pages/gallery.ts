/** Every built-in page, each in the state in which it has most to show, in a browser that asks no server. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { encode } from "../../src/runtime/jwt.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import Apple from "../../src/providers/apple.js";
import Auth0 from "../../src/providers/auth0.js";
import Credentials from "../../src/providers/credentials.js";
import Discord from "../../src/providers/discord.js";
import EntraId from "../../src/providers/microsoft-entra-id.js";
import GitHub from "../../src/providers/github.js";
import GitLab from "../../src/providers/gitlab.js";
import Google from "../../src/providers/google.js";
import Kakao from "../../src/providers/kakao.js";
import LinkedIn from "../../src/providers/linkedin.js";
import Nodemailer from "../../src/providers/nodemailer.js";
import Notion from "../../src/providers/notion.js";
import Passkey from "../../src/providers/passkey.js";
import Twitch from "../../src/providers/twitch.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { account } from "../../src/runtime/plugins/account/index.js";
import { password as passwordPlugin } from "../../src/runtime/plugins/password/index.js";
import { coreApp, origin, secret } from "../support/browser.js";
import { MemoryStore } from "../support/memory-store.js";

export interface Exhibit {
  /** Path below the base path. */
  readonly path: string;
  /** The name of a button that is pressed there: the page is what follows. */
  readonly press?: string;
  readonly config?: Partial<AuthConfig>;
  readonly isSignedIn?: true;
  readonly cookies?: Readonly<Record<string, string>>;
}

const client = { clientId: "id", clientSecret: "secret" };
const password = Credentials({
  credentials: {
    email: { label: "Email", type: "email" },
    password: { label: "Password", type: "password" },
  },
});
const store = new MemoryStore().adapter;
const withStore: Partial<AuthConfig> = {
  adapter: store,
  session: { strategy: "jwt" },
  experimental: { enableWebAuthn: true },
};
const few = [Google(client), GitHub(client), EntraId(client)];
const many = [
  ...few,
  Apple(client),
  Discord(client),
  GitLab(client),
  LinkedIn(client),
  Notion(client),
  Twitch(client),
  Kakao(client),
  Auth0({ ...client, issuer: "https://shop.auth0.test" }),
];

const codeSalt = "authjs.session-token.mail";
const waiting = {
  identifier: "ann@example.com",
  row: "0".repeat(64),
  hash: "",
  until: Date.now() + 86_400_000,
};
const codeCookie = await encode({
  token: { value: JSON.stringify(waiting), provider: "nodemailer" },
  secret,
  salt: codeSalt,
});
const withCode: Partial<AuthConfig> = {
  ...withStore,
  providers: [Nodemailer({ confirm: true, code: true })],
};

const withPasswords: Partial<AuthConfig> = {
  adapter: MemoryAdapter(),
  providers: few,
  plugins: [passwordPlugin({ sendMail: () => undefined })],
  theme: { name: "Shop" },
};

const withAccounts: Partial<AuthConfig> = {
  adapter: MemoryAdapter(),
  plugins: [account({ sendMail: () => undefined })],
};
const deletionLink = "account/delete-link?user=1&token=0";

export const gallery: Readonly<Record<string, Exhibit>> = {
  "sign-in": {
    path: "signin",
    config: { ...withStore, providers: [...few, Nodemailer()] },
    cookies: { "authjs.last-provider": "github" },
  },
  "sign-in-many": {
    path: "signin",
    config: { ...withStore, providers: [...many, password, Passkey({ enableConditionalUI: false })] },
    cookies: { "authjs.last-provider": "discord" },
  },
  "sign-in-again": {
    path: "signin?error=OAuthAccountNotLinked&auth_provider=github",
    config: { providers: few },
    isSignedIn: true,
  },
  "sign-in-password": {
    path: "signin?error=CredentialsSignin",
    config: {
      providers: [password],
      theme: { name: "Shop", brandColor: "#ffcc00", footer: { terms: "/terms", privacy: "/privacy" } },
    },
  },
  "sign-up": { path: "password/sign-up", config: withPasswords },
  "link-over": { path: "password/reset?token=0", config: withPasswords },
  "delete-link": { path: deletionLink, config: withAccounts },
  "delete-link-over": { path: deletionLink, press: "Yes, delete my account", config: withAccounts },
  "sign-out": { path: "signout", isSignedIn: true },
  "error-retry": { path: "error?error=Configuration&auth_reason=slow&auth_provider=github" },
  "error-denied": { path: "error?error=AccessDenied" },
  "error-link": { path: "error?error=Verification" },
  "check-email": {
    path: "verify-request?provider=nodemailer&type=email",
    config: { ...withStore, providers: [Nodemailer()] },
  },
  "check-email-code": {
    path: "verify-request?provider=nodemailer&type=email",
    config: withCode,
    cookies: { [codeSalt]: codeCookie },
  },
  "confirm-elsewhere": { path: "callback/nodemailer?token=t&email=ann%40example.com", config: withCode },
  confirm: {
    path: "callback/nodemailer?token=t&email=ann%40example.com",
    config: { ...withStore, providers: [Nodemailer({ confirm: true })] },
  },
};

/** A window whose requests are answered by an app in this process. */
export async function openExhibit(
  browser: Browser,
  exhibit: Exhibit,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly context: BrowserContext; readonly problems: readonly string[] }> {
  const app = coreApp({
    secret,
    trustHost: true,
    providers: few,
    theme: { name: "Shop" },
    logger: { error: () => undefined, warn: () => undefined },
    ...exhibit.config,
  });
  const context = await browser.newContext({ viewport: { width: 480, height: 320 }, ...options });
  const problems: string[] = [];
  const cookies: Record<string, string> = { ...exhibit.cookies };
  if (exhibit.isSignedIn) {
    const salt = "authjs.session-token";
    cookies[salt] = await encode({ token: { sub: "1", email: "ann@example.com" }, secret, salt });
  }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })));
  await context.route("**/*", async (route) => {
    const request = route.request();
    const response = await app(
      new Request(request.url(), {
        method: request.method(),
        // The browser adds some of its headers behind the place where a route sees them.
        headers: {
          ...(await request.allHeaders()),
          "sec-fetch-dest": "document",
          "sec-fetch-site": "same-origin",
        },
        body: request.postData(),
      }),
    );
    const setCookie = response.headers.getSetCookie().join("\n");
    const headers = {
      ...Object.fromEntries(response.headers),
      ...(setCookie !== "" && { "set-cookie": setCookie }),
    };
    await route.fulfill({ status: response.status, headers, body: await response.text() });
  });
  const page = await context.newPage();
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  await page.goto(`${origin}/auth/${exhibit.path}`);
  if (exhibit.press !== undefined)
    await Promise.all([
      page.waitForEvent("domcontentloaded"),
      page.getByRole("button", { name: exhibit.press }).click(),
    ]);
  return { page, context, problems };
}
