/** `ImpersonationBar` of React, Vue and Svelte in Chromium, rendered on a server and taken over by the browser, over the real endpoints. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { compile } from "svelte/compiler";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { Office, type Person } from "../plugins/admin/office.js";
import { origin } from "../support/browser.js";
import { launchBrowser } from "../support/chromium.js";
import { inTurn, isFull } from "../support/every-run.js";
import { lookAt } from "./inspect-page.js";

/** What an app writes: once for its server, once for its browsers. */
const apps = {
  react: {
    server: `import { createElement as h } from "react";
      import { renderToString } from "react-dom/server.edge";
      import { ImpersonationBar } from "./src/runtime/react/index.ts";
      export const draw = (session) => renderToString(h(ImpersonationBar, { session, basePath: "/auth" }));`,
    browser: `import { createElement as h } from "react";
      import { createRoot, hydrateRoot } from "react-dom/client";
      import { ImpersonationBar, SessionProvider } from "./src/runtime/react/index.ts";
      const element = h(ImpersonationBar, { session, basePath: "/auth" });
      const inside = h(SessionProvider, { basePath: "/auth" }, h(ImpersonationBar));
      if (isRendered) hydrateRoot(root, element);
      else createRoot(root).render(location.search ? inside : element);`,
  },
  vue: {
    server: `import { createSSRApp, h } from "vue";
      import { renderToString } from "vue/server-renderer";
      import { authPlugin, ImpersonationBar } from "./src/runtime/vue/index.ts";
      export const draw = (session) => renderToString(createSSRApp(ImpersonationBar, { basePath: "/auth" }).use(authPlugin, { session }));`,
    browser: `import { createApp, createSSRApp } from "vue";
      import { authPlugin, ImpersonationBar } from "./src/runtime/vue/index.ts";
      (isRendered ? createSSRApp : createApp)(ImpersonationBar, { basePath: "/auth" }).use(authPlugin, { session }).mount(root);`,
  },
  svelte: {
    server: `import { render } from "svelte/server";
      import { ImpersonationBar } from "./src/runtime/svelte/index.ts";
      export const draw = (session) => render(ImpersonationBar, { props: { session } }).body;`,
    browser: `import { hydrate, mount } from "svelte";
      import { ImpersonationBar } from "./src/runtime/svelte/index.ts";
      (isRendered ? hydrate : mount)(ImpersonationBar, { target: root, props: { session } });`,
  },
} as const;
type Framework = keyof typeof apps;
const names = Object.keys(apps) as Framework[];

const given = `const root = document.querySelector("#root");
  const isRendered = root.childNodes.length > 0;
  const session = isRendered ? JSON.parse(document.querySelector("#session").textContent) : undefined;`;

async function bundle(code: string, generate: "client" | "server"): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: projectRoot, loader: "tsx" },
    bundle: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    platform: generate === "client" ? "browser" : "node",
    conditions: generate === "client" ? ["browser"] : [],
    banner: { js: generate === "client" ? given : "" },
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "svelte",
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
            const { js } = compile(await readFile(file, "utf8"), { filename: file, generate, dev: false });
            return { contents: js.code, resolveDir: path.dirname(file) };
          }),
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

const scripts = new Map<string, string>();
const drawers = new Map<Framework, (session: unknown) => string | Promise<string>>();
let browser: Browser;
let town: Office;
let root: Person;
let ada: Person;

beforeAll(async () => {
  await Promise.all([
    launchBrowser().then((launched) => (browser = launched)),
    ...names.map(async (name) => {
      const [server, client] = [
        await bundle(apps[name].server, "server"),
        bundle(apps[name].browser, "client"),
      ];
      const url = `data:text/javascript;base64,${Buffer.from(server).toString("base64")}`;
      drawers.set(name, ((await import(/* @vite-ignore */ url)) as { draw: never }).draw);
      scripts.set(`/${name}.js`, await client);
    }),
  ]);
  town = new Office();
  [root, ada] = [await town.administrator(), await town.person("ada")];
}, 30_000);
afterAll(() => browser?.close());

/** The page of an app, which shows nothing but the bar. */
async function pageOf(name: Framework, cookie: string, isRendered: boolean): Promise<string> {
  const answer = await town.app()(new Request(`${origin}/auth/session`, { headers: { cookie } }));
  const session: unknown = await answer.json();
  const drawn = isRendered ? await drawers.get(name)?.(session) : "";
  const data = JSON.stringify(session).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root">${drawn}</div><main><h1>Shop</h1></main>
    <script type="application/json" id="session">${data}</script><script type="module" src="/${name}.js"></script></body></html>`;
}

/** A window of an administrator who acts for Ada. */
async function open(
  address: string,
  options: BrowserContextOptions,
  drive: (page: Page, problems: readonly string[]) => Promise<void>,
): Promise<void> {
  const at = town.visitor(root);
  const begin = `/admin/users/${ada.id}/impersonate`;
  await at.send(await at.open(begin), begin, { reason: "Ticket 4711" });
  const context = await browser.newContext(options);
  const cookies = [...at.browser.cookies].map(([name, value]) => ({ name, value, url: origin }));
  await context.addCookies(cookies);
  const app = town.app();
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const headers: Record<string, string> = {
      ...(await request.allHeaders()),
      "sec-fetch-site": "same-origin",
    };
    const script = scripts.get(pathname);
    if (script !== undefined) return route.fulfill({ contentType: "text/javascript", body: script });
    const name = names.find((one) => pathname === `/${one}`);
    if (name !== undefined) {
      const body = await pageOf(name, headers["cookie"] ?? "", search === "?rendered");
      return route.fulfill({ contentType: "text/html", body });
    }
    if (!pathname.startsWith("/auth/")) return route.fulfill({ status: 404 });
    const body = request.postData();
    const response = await app(new Request(request.url(), { method: request.method(), headers, body }));
    // Where a redirect leads would not come by here.
    const to = request.isNavigationRequest() ? response.headers.get("location") : null;
    return route.fulfill({
      status: to === null ? response.status : 200,
      headers: {
        ...(to === null ? Object.fromEntries(response.headers) : { "content-type": "text/html" }),
        "set-cookie": response.headers.getSetCookie().join("\n"),
      },
      body: to === null ? await response.text() : `<meta http-equiv="refresh" content="0;url=${to}">`,
    });
  });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  try {
    await page.goto(origin + address);
    await drive(page, problems);
  } finally {
    await context.close();
  }
}

const bar = (page: Page) => page.getByRole("status");
const stop = (page: Page) => page.getByRole("button", { name: "Stop" });
const back = () => `${origin}/auth/admin/users/${ada.id}`;
const said = "root acts for ada.";

/** In every run one of each framework, in turn; all of them in the group `admin`. */
const ways = ["rendered on a server", "read in the browser", "without JavaScript"] as const;
const rows = names.flatMap((name, at) => inTurn(ways, at).map((way) => ({ name, way })));

test.each(rows)(
  "$name, $way: it says who acts for whom, and Stop gives one's own session back",
  async ({ name, way }) => {
    const hasScripts = way !== "without JavaScript";
    const address = way === "read in the browser" ? `/${name}` : `/${name}?rendered`;
    await open(address, { javaScriptEnabled: hasScripts }, async (page, problems) => {
      await bar(page).waitFor();
      expect(await bar(page).locator("mark").textContent()).toBe(said);
      if (hasScripts) expect((await lookAt(page)).findings).toEqual([]);
      await stop(page).click();
      if (!hasScripts) {
        await page.waitForURL(`${origin}/auth/impersonation?`);
        await stop(page).click();
      }
      await page.waitForURL(back());
      expect(problems).toEqual([]);
      await page.goto(`${origin}/${name}?rendered`);
      expect(await bar(page).count()).toBe(0);
    });
  },
);

test.each(names)("%s: in a session of her own nobody sees it", async (name) => {
  expect(await pageOf(name, ada.cookie, true)).not.toContain("authwright-acting");
});

test.each(names)("%s: words in English are read from left to right on every page", async (name) => {
  const session = { user: { name: "ليلى" }, impersonatedBy: { id: "1", name: "Root" } };
  const drawn = (await drawers.get(name)?.(session))?.replaceAll(/<!--.*?-->/g, "");
  expect(drawn).toMatch(
    /<span lang="en" dir="ltr"[^>]*><bdi>Root<\/bdi> acts for <bdi>ليلى<\/bdi>\.<\/span>/,
  );
});

test.runIf(isFull)("react: below a SessionProvider it shows its session (group admin)", async () => {
  await open("/react?provider", {}, async (page) => {
    await bar(page).waitFor();
    expect(await bar(page).locator("mark").textContent()).toBe(said);
  });
});
