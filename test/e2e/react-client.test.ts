/**
 * The browser side, in Chromium: the client of next-auth 5 against our handler, and ours against the reference's handler
 * and our own. One page, one walk for all of them. test/full/react-client has that of next-auth 5 in a Next.js app.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Auth as ReferenceAuth } from "@auth/core";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/chromium.js";
import { gate } from "../support/gate.js";
import { panel, walk } from "./react-walk.js";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";

const secret = "test-secret-test-secret-test-secret-000";

const config: AuthConfig = {
  secret,
  trustHost: true,
  basePath: "/api/auth",
  providers: [
    {
      id: "credentials",
      name: "Credentials",
      type: "credentials",
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ username, password }) =>
        username === "bob" && password === "pw" ? { id: "1", name: "Bob", email: "bob@example.com" } : null,
    },
  ],
  callbacks: {
    jwt: ({ token, trigger, session }) =>
      trigger === "update" ? { ...token, name: (session as { name: string }).name } : token,
  },
};

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

const handlers: readonly { name: string; answer: (request: Request) => Promise<Response> }[] = [
  {
    name: "the reference's handler",
    answer: (request) => ReferenceAuth(request, { ...config } as never) as Promise<Response>,
  },
  { name: "our handler", answer: (request) => Auth(request, config) },
];

/**
 * A page over a client, served beside a handler, in a browser context of its own.
 * @param before code in front of the page's
 */
async function onPage(
  source: string,
  answer: (request: Request) => Promise<Response>,
  drive: (page: Page, url: string) => Promise<void>,
  before = "",
): Promise<void> {
  const bundle = await build({
    stdin: {
      contents: `${source.replace('"use client";', "")}
        import { createRoot } from "react-dom/client";
        createRoot(document.querySelector("#root")).render(<Page />);`,
      resolveDir: projectRoot,
      loader: "tsx",
    },
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  const script = before + (bundle.outputFiles[0]?.text ?? "");
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", async () => {
      if (!req.url?.startsWith("/api/auth")) {
        res.setHeader("content-type", req.url === "/app.js" ? "text/javascript" : "text/html");
        res.end(
          req.url === "/app.js"
            ? script
            : '<!doctype html><div id="root"></div><script src="/app.js"></script>',
        );
        return;
      }
      const response = await answer(
        new Request(`http://${req.headers.host}${req.url}`, {
          method: req.method ?? "GET",
          headers: req.headers as Record<string, string>,
          ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
        }),
      );
      res.statusCode = response.status;
      for (const [name, value] of response.headers) if (name !== "set-cookie") res.setHeader(name, value);
      res.setHeader("set-cookie", response.headers.getSetCookie());
      res.end(await response.text());
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  const context = await browser.newContext();
  try {
    await drive(await context.newPage(), url);
  } finally {
    await context.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const parts = `
import { SessionProvider, SignedIn, SignedOut, SignInButton, UserButton } from "./src/runtime/react/index.ts";

export default function Page() {
  return (
    <SessionProvider>
      <SignedOut><SignInButton redirectTo="/after" className="big">Come in</SignInButton></SignedOut>
      <SignedIn>{(session) => <p id="hello">Hello {session.user?.name}</p>}</SignedIn>
      <UserButton redirectTo="/gone"><a href="/account">Account</a></UserButton>
    </SessionProvider>
  );
}
`;

test("next-auth/react 5 drives our handler: sign-in, update, focus, other tabs, sign-out", () =>
  onPage(
    panel("next-auth/react"),
    (request) => Auth(request, config),
    (page, url) => walk(page, url, "/api/auth"),
    // Its bundler puts that in; ours needs none.
    "globalThis.process = { env: {} };\n",
  ));

describe("authwright/react", () => {
  test.each(handlers)("drives $name: sign-in, update, focus, other tabs, sign-out", ({ answer }) =>
    onPage(panel("./src/runtime/react/index.ts"), answer, (page, url) => walk(page, url, "/api/auth")),
  );

  test("no answer is no sign-out, and a late one does not undo what came after it", () =>
    onPage(
      panel("./src/runtime/react/index.ts"),
      (request) => Auth(request, config),
      async (page, url) => {
        const is = (status: string) => page.locator("#status").getByText(status, { exact: true }).waitFor();
        const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        const endpoint = "**/api/auth/session";
        await page.goto(url);
        await is("unauthenticated");
        await page.locator("#sign-in").click();
        await is("authenticated");

        await page.route(endpoint, (route) => route.abort("internetdisconnected"), { times: 1 });
        const failed = page.waitForEvent("requestfailed");
        await look();
        await failed;
        await page.waitForTimeout(100);
        expect(await page.locator("#status").textContent()).toBe("authenticated");

        const [held, late] = [gate(), gate()];
        await page.route(
          endpoint,
          async (route) => {
            const response = await route.fetch();
            await held.opened;
            await route.fulfill({ response, headers: { ...response.headers(), "set-cookie": "" } });
            late.open();
          },
          { times: 1 },
        );
        const asked = page.waitForRequest(endpoint);
        await look();
        await asked;
        await page.locator("#sign-out").click();
        await is("unauthenticated");
        held.open();
        await late.opened;
        await page.waitForTimeout(200);
        expect(await page.locator("#status").textContent()).toBe("unauthenticated");
      },
    ));

  test("its components show who is signed in, lead to sign-in and back, and sign out", () =>
    onPage(
      parts,
      (request) => Auth(request, config),
      async (page, url) => {
        await page.goto(url);
        const enter = page.getByRole("button", { name: "Come in" });
        expect(await enter.getAttribute("class")).toBe("big");
        expect(await page.locator("details, #hello").count()).toBe(0);
        await enter.click();
        await page.waitForURL(/\/api\/auth\/signin/);
        await page.getByLabel(/username/i).fill("bob");
        await page.locator('input[type="password"]').fill("pw");
        await page
          .locator('form[action*="credentials"] button[type="submit"], form[action*="credentials"] button')
          .last()
          .click();
        await page.waitForURL(`${url}after`);
        await page.locator("#hello").getByText("Hello Bob").waitFor();
        expect(await page.getByRole("button", { name: "Come in" }).count()).toBe(0);
        const menu = page.locator("details");
        expect(await menu.locator("a").isVisible()).toBe(false);
        await menu.locator("summary").click();
        expect(await menu.locator("summary bdi").textContent()).toBe("Bob");
        await menu.getByRole("link", { name: "Account" }).waitFor();
        await menu.getByRole("button", { name: "Sign out" }).click();
        await page.waitForURL(`${url}gone`);
        await page.getByRole("button", { name: "Come in" }).waitFor();
        expect(await page.locator("details, #hello").count()).toBe(0);
      },
    ));
});
