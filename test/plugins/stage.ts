/** An app with every way to sign in and the plugins of a test, and what its user does at each. */
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { customFetch } from "../../src/runtime/types/symbols.js";
import WebAuthn from "../../src/providers/webauthn.js";
import Steam from "../../src/providers/steam.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";
import { Browser, coreApp, locationOf, origin, secret } from "../support/browser.js";
import { FakeProvider, issuer } from "../oauth/fake-provider.js";
import { type Ceremony, SoftwareAuthenticator } from "../webauthn/authenticator.js";
import { fixedCode, rightCode } from "./fixed-code.js";

export const pendingCookie = "authjs.session-token.pending";
export const challengeUrl = `${origin}/auth/fixed-code`;

export class Stage {
  readonly store = MemoryAdapter();
  readonly provider = new FakeProvider();
  readonly device = new SoftwareAuthenticator(origin);
  readonly mails: { url: string; code?: string }[] = [];
  readonly told: string[] = [];
  readonly errors: Error[] = [];
  readonly config: AuthConfig;

  constructor(more: Partial<AuthConfig> = {}) {
    const client = {
      issuer,
      clientId: "cid",
      clientSecret: "test-secret",
      [customFetch]: this.provider.fetch,
    };
    const events = ["createUser", "linkAccount", "signIn", "signInFailure"];
    this.config = {
      secret,
      trustHost: true,
      adapter: this.store,
      session: { strategy: "jwt" },
      experimental: { enableWebAuthn: true },
      plugins: [fixedCode()],
      providers: [
        { ...client, id: "op", name: "OP", type: "oidc" },
        { ...client, id: "plain", name: "Plain", type: "oauth", userinfo: `${issuer}/userinfo` },
        { ...Steam({ apiKey: "test-key" }), [customFetch]: steamFetch as typeof fetch },
        {
          id: "email",
          name: "E-mail",
          type: "email",
          code: true,
          sendVerificationRequest: (params) => void this.mails.push(params),
        },
        {
          id: "credentials",
          name: "Password",
          type: "credentials",
          credentials: { username: {}, password: {} },
          authorize: ({ password }) =>
            password === "pw" ? { id: "7", name: "Ada", since: new Date(0) } : null,
        },
        WebAuthn({ allowSignUp: true }),
      ],
      logger: { error: (error) => void this.errors.push(error), warn: () => undefined },
      callbacks: {
        signIn: () => {
          this.told.push("callback signIn");
          return true;
        },
      },
      events: Object.fromEntries(events.map((name) => [name, () => void this.told.push(name)])),
      ...more,
    };
  }

  browser(): Browser {
    return new Browser(coreApp(this.config));
  }

  /** Rows that sign-ins make; tokens of mails apart. */
  rows(): number {
    const { users, accounts, sessions, authenticators } = this.store.rows;
    return users.size + accounts.size + sessions.size + authenticators.size;
  }
}

async function steamFetch(url: string): Promise<Response> {
  return url.startsWith("https://steamcommunity.com")
    ? new Response("ns:http://specs.openid.net/auth/2.0\nis_valid:true\n")
    : Response.json({ response: { players: [{ steamid: "1", personaname: "Mira" }] } });
}

const byProvider =
  (id: string): Way =>
  async ({ provider }, browser) => {
    const answer = provider.authorize(locationOf(await browser.startSignIn(id)));
    return locationOf(await browser.send(`/auth/callback/${id}?${answer}`));
  };

async function bySteam(_stage: Stage, browser: Browser): Promise<string> {
  const start = new URL(locationOf(await browser.startSignIn("steam")));
  const url = new URL(start.searchParams.get("openid.return_to") ?? "");
  const account = "https://steamcommunity.com/openid/id/76561197960287930";
  const fields = {
    ns: "http://specs.openid.net/auth/2.0",
    mode: "id_res",
    op_endpoint: "https://steamcommunity.com/openid/login",
    claimed_id: account,
    identity: account,
    return_to: url.href,
    response_nonce: `${new Date().toISOString().slice(0, 19)}Z${Math.random()}`,
    assoc_handle: "1234567890",
    signed: "signed,op_endpoint,claimed_id,identity,return_to,response_nonce,assoc_handle",
    sig: "c2lnbmF0dXJl",
  };
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(`openid.${name}`, value);
  return locationOf(await browser.send(url.href));
}

async function byMail(stage: Stage, browser: Browser): Promise<string> {
  const { csrfToken } = await csrf(browser);
  const form = { csrfToken, email: "ada@example.com", callbackUrl: "/after" };
  await browser.post("/auth/signin/email", form);
  return locationOf(await browser.open(stage.mails.at(-1)?.url ?? ""));
}

async function byMailedCode(stage: Stage, browser: Browser): Promise<string> {
  const form = { ...(await csrf(browser)), callbackUrl: "/after" };
  await browser.post("/auth/signin/email", { ...form, email: "ada@example.com" });
  const code = stage.mails.at(-1)?.code ?? "";
  return locationOf(await browser.post("/auth/callback/email", { ...form, code }));
}

async function byPassword(_stage: Stage, browser: Browser): Promise<string> {
  const form = { ...(await csrf(browser)), username: "ada", password: "pw", callbackUrl: "/after" };
  return locationOf(await browser.post("/auth/callback/credentials", form));
}

async function byScript(_stage: Stage, browser: Browser): Promise<string> {
  const { csrfToken } = await csrf(browser);
  const answer = await browser.send("/auth/callback/credentials", {
    method: "POST",
    headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
    body: JSON.stringify({ csrfToken, username: "ada", password: "pw", callbackUrl: "/after" }),
  });
  return ((await answer.json()) as { url: string }).url;
}

async function byNewPasskey({ device }: Stage, browser: Browser): Promise<string> {
  const { csrfToken } = await csrf(browser);
  const options = await browser.send("/auth/webauthn-options/webauthn?email=ada@example.com");
  const answer = device.answer((await options.json()) as Ceremony);
  return locationOf(
    await browser.post("/auth/callback/webauthn", { csrfToken, callbackUrl: "/after", ...answer }),
  );
}

async function byPasskey(stage: Stage, browser: Browser): Promise<string> {
  const first = stage.browser();
  await byNewPasskey(stage, first);
  await answerCode(first);
  const options = await browser.send("/auth/webauthn-options/webauthn?action=authenticate");
  const answer = stage.device.answer((await options.json()) as Ceremony);
  return locationOf(await browser.post("/auth/callback/webauthn", { ...answer, callbackUrl: "/after" }));
}

/** Proves who the user is. @returns where the browser is sent */
export type Way = (stage: Stage, browser: Browser) => Promise<string>;

export const ways: readonly [string, Way][] = [
  ["OpenID Connect", byProvider("op")],
  ["OAuth 2", byProvider("plain")],
  ["OpenID 2", bySteam],
  ["the link of a mail", byMail],
  ["the code of a mail", byMailedCode],
  ["a password", byPassword],
  ["a password by a script", byScript],
  ["a new passkey", byNewPasskey],
  ["a passkey", byPasskey],
];

export const csrf = async (browser: Browser): Promise<{ csrfToken: string }> =>
  (await (await browser.send("/auth/csrf")).json()) as { csrfToken: string };

/** Sends the form of the step. */
export async function answerCode(browser: Browser, code = rightCode, path = "/auth/fixed-code") {
  return browser.post(path, { ...(await csrf(browser)), code });
}
