/**
 * The browser side, in Chromium: the client of next-auth 5 against our handler in a Next.js 16 app, and ours against
 * the reference's handler and our own. One page, one walk for all of them.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Auth as ReferenceAuth } from "@auth/core";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/browser.js";
import { nextProject } from "../support/next-project.js";
import { freePort, mustRun, startServer } from "../support/process.js";
import { npm, npx } from "../support/project.js";
import { Auth } from "../../src/runtime/index.js";
import type { AuthConfig } from "../../src/runtime/types/config.js";

const secret = "test-secret-test-secret-test-secret-000";

/** The page: what it shows and does is the same with either client. */
const panel = (client: string) => `"use client";
import { useState } from "react";
import { SessionProvider, getProviders, signIn, signOut, useSession } from "${client}";

function Panel() {
  const { data, status, update } = useSession();
  const [answer, setAnswer] = useState("");
  const show = async (promise) => setAnswer(JSON.stringify((await promise) ?? null));
  const form = (password, rest) => ({ username: "bob", password, ...rest });
  return (
    <main>
      <output id="status">{status}</output>
      <output id="name">{data?.user?.name ?? ""}</output>
      <output id="answer">{answer}</output>
      <button id="sign-in" onClick={() => show(signIn("credentials", form("pw", { redirect: false })))}>in</button>
      <button id="sign-in-wrong" onClick={() => show(signIn("credentials", form("no", { redirect: false })))}>wrong</button>
      <button id="sign-in-redirect" onClick={() => signIn("credentials", form("pw", { redirectTo: "/?back=1" }))}>in, redirect</button>
      <button id="update" onClick={() => show(update({ name: "Robert" }))}>update</button>
      <button id="providers" onClick={() => show(getProviders())}>providers</button>
      <button id="sign-out" onClick={() => show(signOut({ redirect: false }))}>out</button>
      <button id="sign-out-redirect" onClick={() => signOut({ redirectTo: "/?out=1" })}>out, redirect</button>
    </main>
  );
}

export default function Page() {
  return <SessionProvider><Panel /></SessionProvider>;
}
`;

/** Everything the client can do, as a visitor sees it. */
async function walk(page: Page, url: string, basePath: string): Promise<void> {
  const text = (id: string) => page.locator(`#${id}`);
  const says = (id: string, value: string | RegExp, tab = page) =>
    tab.waitForFunction(
      ([element, wanted]) =>
        new RegExp(wanted).test(document.querySelector(`#${element}`)?.textContent ?? ""),
      [id, value instanceof RegExp ? value.source : `^${value}$`] as const,
      { timeout: 120_000 },
    );
  const click = async (id: string) => page.locator(`#${id}`).click();

  await page.goto(url);
  await says("status", "unauthenticated");
  await click("providers");
  await says("answer", /"credentials":\{/);

  await click("sign-in-wrong");
  await says("answer", /"error":"CredentialsSignin"/);
  expect(JSON.parse((await text("answer").textContent()) ?? "")).toMatchObject({
    error: "CredentialsSignin",
    code: "credentials",
    status: 200,
    url: null,
  });
  await says("status", "unauthenticated");

  await click("sign-in");
  await says("answer", /"ok":true,"url":"http/);
  await says("status", "authenticated");
  await says("name", "Bob");

  await click("update");
  await says("name", "Robert");
  await says("answer", /"user"/);
  expect(JSON.parse((await text("answer").textContent()) ?? "")).toMatchObject({ user: { name: "Robert" } });

  // Another tab ends the session; this one hears of it when it is looked at, or by the other tab's word.
  const reads: string[] = [];
  page.on("request", (request) => request.url().endsWith(`${basePath}/session`) && reads.push(request.url()));
  await page.context().clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await says("status", "unauthenticated");
  expect(reads.length).toBeGreaterThan(0);

  await click("sign-in-redirect");
  await page.waitForURL("**/?back=1");
  await says("status", "authenticated");
  await says("name", "Bob");

  const other = await page.context().newPage();
  await other.goto(url);
  await says("status", "authenticated", other);
  await other.locator("#sign-out").click();
  await says("status", "unauthenticated", other);
  await says("status", "unauthenticated");
  await other.close();

  await click("sign-in");
  await says("status", "authenticated");
  await click("sign-out-redirect");
  await page.waitForURL("**/?out=1");
  await says("status", "unauthenticated");
}

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

/** A page over our client, served beside a handler, in a browser context of its own. */
async function onPage(
  source: string,
  answer: (request: Request) => Promise<Response>,
  drive: (page: Page, url: string) => Promise<void>,
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
  const script = bundle.outputFiles[0]?.text ?? "";
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

describe("authwright/react", () => {
  test.each(handlers)("drives $name: sign-in, update, focus, other tabs, sign-out", ({ answer }) =>
    onPage(panel("./src/runtime/react/index.ts"), answer, (page, url) => walk(page, url, "/api/auth")),
  );

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

describe("next-auth/react 5 in a Next.js 16 app", { timeout: 600_000 }, () => {
  test("drives our handler: sign-in, update, focus, other tabs, sign-out", async () => {
    const project = await nextProject("16.4.3");
    try {
      await mustRun(
        npm,
        [
          "install",
          "--prefer-offline",
          "--no-audit",
          "--no-fund",
          "--legacy-peer-deps",
          "next-auth@5.0.0-beta.32",
        ],
        {
          cwd: project.folder,
        },
      );
      const route = path.join(project.folder, "app/api/auth/[...auth]");
      await mkdir(route, { recursive: true });
      await writeFile(
        path.join(project.folder, "auth.ts"),
        `import { FrameworkAuth } from "authwright/next";
import Credentials from "authwright/providers/credentials";

export const { handlers } = FrameworkAuth({
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: "password" } },
      authorize: ({ username, password }) =>
        username === "bob" && password === "pw" ? { id: "1", name: "Bob", email: "bob@example.com" } : null,
    }),
  ],
  callbacks: {
    jwt: ({ token, trigger, session }) => (trigger === "update" ? { ...token, name: session.name } : token),
  },
});
`,
      );
      await writeFile(
        path.join(route, "route.ts"),
        `import { handlers } from "../../../../auth";\n\nexport const { GET, POST } = handlers;\n`,
      );
      await writeFile(
        path.join(project.folder, "app/page.tsx"),
        `// @ts-nocheck\n${panel("next-auth/react")}`,
      );
      const port = await freePort();
      const url = `http://localhost:${port}/`;
      const server = await startServer(npx, ["next", "dev", "--port", String(port)], {
        cwd: project.folder,
        env: project.env({ AUTH_SECRET: secret }),
        url,
      });
      const context = await browser.newContext();
      context.setDefaultTimeout(120_000);
      try {
        await walk(await context.newPage(), url, "/api/auth");
      } catch (error) {
        throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
      } finally {
        await context.close();
        await server.stop();
      }
    } finally {
      await project.dispose();
    }
  });
});
