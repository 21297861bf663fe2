/** What the start page of `auth dev` says of each sign-in. */
import path from "node:path";
import express from "express";
import type { Browser as Chromium, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { signInText } from "../../src/runtime/mail/mail-body.js";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import GitHub, { record as github } from "../../src/providers/github.js";
import Google, { record as google } from "../../src/providers/google.js";
import { record as steam } from "../../src/providers/steam.js";
import { projectRoot } from "../architecture/source-tree.js";
import { MiddlewareAuth } from "../../src/runtime/integrations/express.js";
import { listen, type Running } from "../support/app.js";
import { launchBrowser } from "../support/chromium.js";
import { Browser, appWithEnv, locationOf, watched } from "../support/browser.js";

let idp: IdentityProvider;
beforeEach(async () => {
  idp = await startIdentityProvider({
    records: { github, google, steam },
    app: {
      name: "shop",
      providers: [
        { id: "github", name: "GitHub", at: "src/auth.ts:6" },
        { id: "google", name: "Google", at: "src/auth.ts:7" },
      ],
      notes: ["src/auth.ts:9: a <spread> that can't be read."],
    },
  });
  vi.stubEnv("NODE_ENV", "development");
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await idp.close();
});

const startPage = async (headers: Record<string, string> = {}) => (await fetch(idp.url, { headers })).text();
const plain = (page: string) =>
  page
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ");

/** A sign-in at Google, answered with this form. Everything secret that went over the wire comes back. */
async function signIn(form: Record<string, string>) {
  const { config } = watched();
  const browser = new Browser(appWithEnv({ providers: [Google({ clientId: "shop-client" })], ...config }));
  const picker = locationOf(await browser.startSignIn("google"));
  const asked = new URL(picker).searchParams;
  await browser.send(picker);
  const back = locationOf(await browser.post(picker, form));
  return {
    back,
    finish: () => browser.send(back),
    secrets: [
      asked.get("state"),
      asked.get("nonce"),
      asked.get("code_challenge"),
      new URL(back).searchParams.get("code"),
    ].filter((value): value is string => value !== null),
  };
}

test("lists what this app uses, with its place, not every provider there is", async () => {
  const page = await startPage();
  expect(plain(page)).toContain("GitHub src/auth.ts:6");
  expect(plain(page)).toContain("Google src/auth.ts:7");
  expect(page).toContain("a &#60;spread&#62; that can");
  expect(plain(page)).not.toContain("Steam");
});

test("a card per sign-in: user, steps with times and parameters, no secret in full", async () => {
  const { finish, secrets } = await signIn({ person: "mira" });
  await finish();
  const page = await startPage();
  const text = plain(page);
  expect(page.match(/<article/g)).toHaveLength(1);
  expect(text).toContain("Answered: Google has told the app who it is: Mira Osei");
  expect(text).toContain("User Mira Osei mira.osei@example.com");
  for (const step of ["discovery", "authorize", "user chosen", "token (authorization_code)", "keys"])
    expect(text).toContain(`${step}: `);
  expect(text.indexOf("discovery: 200")).toBeLessThan(text.indexOf("authorize: 200"));
  expect(text).toContain("client_id shop-client");
  expect(text).toContain("scope openid profile email");
  expect(text).toContain("response_type code");
  expect(text).toMatch(/state \S{4}… /);
  expect(page).toMatch(/<time datetime="\d{4}-\d\d-\d\dT[\d:.]+Z">\d\d:\d\d:\d\d<\/time>/);
  expect(secrets.length).toBeGreaterThan(2);
  for (const secret of secrets) expect(page).not.toContain(secret);
  expect(page).not.toContain("auth-dev<");
});

test.each([
  [{ deny: "1" }, "Failed: The user refused"],
  [{ person: "jonas", fault: "error-200" }, "Failed: An error with status 200, as chosen"],
  [
    { person: "jonas", fault: "bad-signature" },
    "Failed: The ID token is signed by a key that isn't published",
  ],
  [{ person: "jonas", fault: "wrong-issuer" }, "Failed: The answer and the ID token name another issuer"],
])("says in words why it failed: %o", async (form, words) => {
  const { finish } = await signIn(form);
  await finish();
  const text = plain(await startPage());
  expect(text).toContain(words);
  expect(text).toContain("Made to fail");
});

test("an app that never asks for tokens has refused the answer; it says so after five seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await signIn({ person: "mira" });
  expect(plain(await startPage())).toContain("Waiting: The answer is on its way to the app.");
  vi.setSystemTime(Date.now() + 6000);
  expect(plain(await startPage())).toContain(
    "Failed: The app never asked for tokens, so it refused the answer, or nothing answers at http://localhost:3000/auth/callback/google.",
  );
});

test("a code that is used twice is a failure with a reason", async () => {
  const { back, finish } = await signIn({ person: "mira" });
  await finish();
  const answer = await fetch(`${idp.url}/play/google/https/oauth2.googleapis.com/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(back).searchParams.get("code") ?? "",
      client_id: "shop-client",
      client_secret: "hunter2-hunter2-hunter2",
    }),
  });
  expect(answer.status).toBe(400);
  const page = await startPage();
  expect(plain(page)).toContain("Failed: The code was used before");
  expect(page).not.toContain("hunter2-");
});

test("cookies show by name where the browser sends them to the same host name", async () => {
  const { finish, back } = await signIn({ person: "mira" });
  const local = { host: "localhost" };
  const see = async (cookie: string) => {
    const { request } = await import("node:http");
    const { port } = new URL(idp.url);
    const headers = { host: `${local.host}:${port}`, accept: "text/html", cookie };
    return new Promise<string>((resolve, reject) => {
      request(`${idp.url}/`, { headers }, (response) => {
        let body = "";
        response.on("data", (data: Buffer) => (body += data.toString()));
        response.on("end", () => resolve(body));
      })
        .on("error", reject)
        .end();
    });
  };
  await see("authjs.state=s3cret-state; authjs.pkce.code_verifier=s3cret-pkce; theme=dark");
  await finish();
  const page = await see("authjs.session-token=s3cret-session");
  expect(plain(page)).toContain(
    "Cookies set: authjs.session-token; dropped: authjs.state, authjs.pkce.code_verifier",
  );
  expect(page).not.toContain("s3cret");
  expect(page).not.toContain("theme");
  expect(back).toContain("localhost:3000");
});

test("keeps 50 sign-ins, the newest first", async () => {
  const ask = (state: string) =>
    fetch(
      `${idp.url}/play/google/https/accounts.google.com/o?${new URLSearchParams({
        response_type: "code",
        client_id: "c",
        redirect_uri: "http://localhost:3000/cb",
        scope: state,
      })}`,
    );
  for (let at = 0; at < 52; at += 1) await ask(`scope-${at}`);
  const page = await startPage();
  expect(page.match(/<article/g)).toHaveLength(50);
  expect(page.indexOf("scope-51")).toBeLessThan(page.indexOf("scope-50"));
  expect(page).not.toContain("scope-1<");
});

describe("simulated APIs take the tokens of simulated sign-ins", () => {
  test.each([
    ["github", "https/api.github.com/user", 200, { login: "jonas" }],
    ["github", "https/api.github.com/user/emails", 200, [{}, { email: "Jonas.Lindqvist@Example.com" }]],
    ["github", "https/api.github.com/user/repos", 404, { error: "not_found" }],
    [
      "google",
      "https/openidconnect.googleapis.com/v1/userinfo",
      200,
      { email: "Jonas.Lindqvist@Example.com" },
    ],
  ])("%s %s", async (id, address, status, body) => {
    const { config } = watched();
    let token = "";
    const provider = id === "github" ? GitHub({}) : Google({});
    const browser = new Browser(
      appWithEnv({
        providers: [provider],
        ...config,
        callbacks: {
          jwt: ({ token: jwt, account }) => {
            if (account) token = String(account.access_token);
            return jwt;
          },
        },
      }),
    );
    const picker = locationOf(await browser.startSignIn(id));
    await browser.send(locationOf(await browser.post(picker, { person: "jonas" })));
    const call = (authorization: string) =>
      fetch(`${idp.url}/play/${id}/${address}`, { headers: { authorization } });
    const answer = await call(`Bearer ${token}`);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject(body);
    expect((await call("Bearer made-up")).status).toBe(401);
  });
});

describe("in a browser", () => {
  let chromium: Chromium;
  let app: Running;
  let loaded = 0;
  beforeAll(async () => {
    chromium = await launchBrowser();
  }, 60_000);
  afterAll(() => chromium.close());
  beforeEach(async () => {
    const server = express();
    const secret = "test-secret-test-secret-test-secret-000";
    server.use("/auth", MiddlewareAuth({ secret, trustHost: true, providers: [GitHub({}), Google({})] }));
    server.get("/", (_req, res) => void res.send("<p>home</p>"));
    server.get("/pixel", (_req, res) => void res.send(String((loaded += 1))));
    app = await listen(server);
  });
  afterEach(() => app.close());

  const shown = (page: Page, name: string) =>
    process.env["SCREENSHOTS"] === undefined
      ? undefined
      : page.screenshot({ path: `${process.env["SCREENSHOTS"]}/${name}.png`, fullPage: true });

  /** The pictures of docs/dev.md and of the site's first page. */
  async function drawn(page: Page): Promise<void> {
    if (process.env["AUTHWRIGHT_WRITE"] === undefined) return;
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 480, height: 320 });
      const file = path.join(projectRoot, `docs/pictures/dev-picker-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
    }
  }

  test("a sign-in shows without a reload, with its cookies, and the form that is filled in stays", async () => {
    const context = await chromium.newContext({ viewport: { width: 900, height: 700 } });
    const watching = await context.newPage();
    const errors: string[] = [];
    watching.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await watching.goto(idp.url.replace("127.0.0.1", "localhost"));
    await watching.getByText("Add a user for this run").click();
    await watching.getByLabel("Name").fill("Somebody");
    const user = await context.newPage();
    await user.goto(`${app.origin.replace("127.0.0.1", "localhost")}/auth/signin`);
    await user.getByText("Google").click();
    await shown(user, "picker");
    await drawn(user);
    await watching.getByText("Waiting: Nobody has been chosen yet.").waitFor();
    await user.getByText("Mira Osei").click();
    await user.waitForURL(/localhost:\d+\/(?!play)/);
    await watching.getByText("Answered: Google has told the app who it is: Mira Osei").waitFor();
    await watching.getByText(/set: authjs.session-token; dropped: authjs.*state/).waitFor();
    expect(await watching.getByLabel("Name").inputValue()).toBe("Somebody");
    await watching.getByText(/\d steps/).click();
    await shown(watching, "start");
    expect(errors).toEqual([]);
    await context.close();
  });

  test("a mail shows whole, its HTML in a box that runs and loads nothing", async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    await page.goto(`${idp.url}/mail`);
    const url = "http://localhost:3000/auth/callback/resend?token=123456";
    const send = (mail: object) =>
      fetch(`${idp.url}/mail`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          provider: "resend",
          to: "mira@example.com",
          url,
          ...mail,
        }),
      });
    await send(signInText({ identifier: "mira@example.com", url, provider: {}, theme: {} }));
    await page.getByText("Sign in to localhost:3000").first().waitFor();
    await page.getByText("type the code 123456").waitFor();
    await page.getByText("Text", { exact: true }).click();
    await page.getByText("If you didn't ask for this mail").waitFor();
    // The picture of the newest mail is open.
    await page.frameLocator("iframe").getByRole("link", { name: "Sign in" }).waitFor();
    await shown(page, "mail");
    await send({
      subject: "Own <b>subject</b>",
      text: "own text",
      html: `<p>own</p><script>top.location="https://evil.example/"</script><img src="${app.origin}/pixel">`,
    });
    await page.getByText("Own <b>subject</b>").waitFor();
    await page.frameLocator("iframe").first().getByText("own").waitFor();
    expect(page.url()).toBe(`${idp.url}/mail`);
    expect(loaded).toBe(0);
    await context.close();
  });

  test("a mail shows the app's own logo, and no image from elsewhere", async () => {
    const context = await chromium.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    const refused: string[] = [];
    page.on("requestfinished", (request) => void asked.push(request.url()));
    page.on(
      "requestfailed",
      (request) => void refused.push(`${request.url()} ${request.failure()?.errorText}`),
    );
    const url = `${app.origin}/auth/callback/resend?token=123456`;
    const theme = { name: "Lantern", logo: "/pixel" };
    const mail = signInText({ identifier: "mira@example.com", url, provider: {}, theme });
    const html = mail.html.replace("</body>", '<img src="https://evil.example/x.png" /></body>');
    await fetch(`${idp.url}/mail`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...mail, html, provider: "resend" }),
    });
    await page.goto(`${idp.url}/mail`);
    const frame = page.frameLocator("iframe").first();
    await frame.getByRole("link", { name: "Sign in" }).waitFor();
    await frame.getByAltText("Lantern").waitFor({ state: "attached" });
    await expect.poll(() => asked).toContain(`${app.origin}/pixel`);
    await expect.poll(() => refused).toEqual(["https://evil.example/x.png csp"]);
    const answer = await fetch(`${idp.url}${await page.locator("iframe").first().getAttribute("src")}`);
    expect(answer.headers.get("content-security-policy")).toMatch(/^default-src 'none';.*; sandbox$/);
    expect((await fetch(`${idp.url}/mail/1`)).status).toBe(404);
    await context.close();
  });

  test("without JavaScript a reload shows the same, and nothing overflows at 320 pixels", async () => {
    const context = await chromium.newContext({
      javaScriptEnabled: false,
      viewport: { width: 320, height: 640 },
      colorScheme: "dark",
    });
    const page = await context.newPage();
    const { finish } = await signIn({ person: "zoya", fault: "bad-nonce" });
    await finish();
    await page.goto(idp.url);
    await page.getByText("Failed: The ID token carries another nonce.").waitFor();
    await page.getByText(/\d steps/).click();
    await shown(page, "start-320");
    const { width } = (await page.locator("html").boundingBox()) ?? { width: 0 };
    expect(width).toBeLessThanOrEqual(320);
    await context.close();
  });
});
