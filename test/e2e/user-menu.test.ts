/** The user menu in Chromium: rendered on a server, taken over by the browser, under a policy without inline styles. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { gzipSync } from "node:zlib";
import axe from "axe-core";
import { build, transform } from "esbuild";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { createElement as h } from "react";
// @ts-expect-error -- comes without types
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { UserMenu, type MenuUser } from "../../src/runtime/react/user-menu.js";
import { projectRoot } from "../architecture/source-tree.js";
import { launchBrowser } from "../support/chromium.js";

const ada = { name: "Ada Lovelace", email: "ada@example.com" };
const long = {
  name: "Wolfeschlegelsteinhausenbergerdorff-Maximiliana von Hohenlohe-Langenburg",
  email: `${"very.long.address.".repeat(5)}@a-domain-of-some-length.example`,
};
const layla = { name: "ليلى بنت عبد الله", email: "layla@example.com" };

/** What an app puts in: links, and a form as for a server action. */
const rows = [
  h("a", { key: 1, href: "#account" }, "Account"),
  h("form", { key: 2 }, h("button", { type: "button" }, "Sign out")),
];
const menu = (user: MenuUser) => h(UserMenu, { user, children: rows });

let script: string;
let style: string;
let server: Server;
let browser: Browser;

beforeAll(async () => {
  const bundle = await build({
    stdin: {
      contents: `import { createElement as h } from "react";
        import { hydrateRoot } from "react-dom/client";
        import { UserMenu } from "./src/runtime/react/index.ts";
        const user = JSON.parse(document.querySelector("#user").textContent);
        const rows = [h("a", { key: 1, href: "#account" }, "Account"), h("form", { key: 2 }, h("button", { type: "button" }, "Sign out"))];
        hydrateRoot(document.querySelector("#root"), h(UserMenu, { user, children: rows }), {
          onRecoverableError: (error) => console.error(String(error)),
        });
        document.documentElement.dataset.ready = "";`,
      resolveDir: projectRoot,
      loader: "tsx",
    },
    bundle: true,
    write: false,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"development"' },
  });
  script = bundle.outputFiles[0]?.text ?? "";
  style = await readFile(path.join(projectRoot, "src/runtime/react/style.css"), "utf8");
  server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  server?.closeAllConnections();
  server?.close();
});

const page = `:root{color-scheme:light dark;font-family:Inter,system-ui,sans-serif}
body{margin:0;min-height:100vh;background:#fff;color:#171717}
header{display:flex;justify-content:space-between;align-items:center;padding:.75rem 1.25rem;border-bottom:1px solid #8883}
main{padding:1.5rem 1.25rem}
#elsewhere{padding:.5rem 1rem;border:0;border-radius:.5rem;background:#4f46e5;color:#fff;font:inherit}
@media(prefers-color-scheme:dark){body{background:#0a0a0a;color:#ededed}}`;

const answer: Parameters<typeof createServer>[1] = (req, res) => {
  const url = new URL(req.url ?? "/", "http://localhost");
  const files: Readonly<Record<string, readonly [string, string]>> = {
    "/app.js": ["text/javascript", script],
    "/app.css": ["text/css", page + style],
    "/face.svg": ["image/svg+xml", face],
  };
  const [type, body] = files[url.pathname] ?? ["text/html", document(url.searchParams)];
  if (url.pathname === "/none.png") return void res.writeHead(404).end();
  res.setHeader("content-type", `${type}; charset=utf-8`);
  res.setHeader(
    "content-security-policy",
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
  );
  return void res.end(body);
};

const face = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#0f766e"/><circle cx="32" cy="26" r="12" fill="#fff"/><circle cx="32" cy="64" r="24" fill="#fff"/></svg>`;

function document(search: URLSearchParams): string {
  const user = JSON.parse(search.get("user") ?? "{}") as MenuUser;
  const direction = search.get("dir") ?? "ltr";
  const data = JSON.stringify(user).replaceAll("<", "\\u003c");
  return `<!doctype html><html lang="${direction === "rtl" ? "ar" : "en"}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>Lantern</title><link rel="icon" href="/face.svg"><link rel="stylesheet" href="/app.css"></head>
<body><header><strong>Lantern</strong><div id="root">${renderToString(menu(user))}</div></header>
<main><h1>Your projects</h1><p>Everything that you have begun.</p><button id="elsewhere">New project</button></main>
<script type="application/json" id="user">${data}</script><script src="/app.js"></script></body></html>`;
}

/** The page of a user, with what its console said. */
async function open(
  user: MenuUser,
  drive: (page: Page, problems: readonly string[]) => Promise<void>,
  { dir = "ltr", ...options }: BrowserContextOptions & { dir?: string } = {},
): Promise<void> {
  const context = await browser.newContext(options);
  const tab = await context.newPage();
  const problems: string[] = [];
  tab.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  });
  const { port } = server.address() as AddressInfo;
  const query = new URLSearchParams({ user: JSON.stringify(user), dir });
  try {
    await tab.goto(`http://localhost:${port}/?${query}`);
    await tab.waitForSelector("html[data-ready]", { state: "attached" });
    await drive(tab, problems);
  } finally {
    await context.close();
  }
}

const isOpen = (tab: Page) => tab.locator("details").evaluate((element: HTMLDetailsElement) => element.open);
const summary = (tab: Page) => tab.locator("summary");

const lights: Readonly<Record<string, BrowserContextOptions & { dir?: string; user?: MenuUser }>> = {
  light: {},
  dark: { colorScheme: "dark" },
  "320 px": { viewport: { width: 320, height: 480 }, user: long },
  "390 px": { viewport: { width: 390, height: 480 } },
  "a long name": { user: long },
  Arabic: { dir: "rtl", user: layla },
  "Arabic at 320 px, dark": {
    dir: "rtl",
    user: layla,
    colorScheme: "dark",
    viewport: { width: 320, height: 480 },
  },
  "a name from right to left in a page from left to right": { user: layla },
  "forced colours": { forcedColors: "active" },
  "a picture": { user: { ...ada, image: "/face.svg" } },
};

describe.each(Object.entries(lights))("in %s", (light, { user = ada, ...options }) => {
  test("it keeps within the page, is clean for axe, and is taken over as it came", () =>
    open(
      user,
      async (tab, problems) => {
        for (const step of ["closed", "open"]) {
          if (step === "open") await summary(tab).click();
          if (process.env["AUTHWRIGHT_LOOK"] !== undefined)
            await tab.screenshot({
              path: path.join(process.env["AUTHWRIGHT_LOOK"], `${light} ${step}.png`),
              clip: { x: 0, y: 0, width: tab.viewportSize()?.width ?? 0, height: 320 },
            });
          const { width } = tab.viewportSize() ?? { width: 0 };
          expect(await tab.evaluate(() => window.document.documentElement.scrollWidth)).toBe(width);
          for (const box of await tab.locator("summary, details > div").all()) {
            const place = await box.boundingBox();
            if (place) expect(place.x >= 0 && place.x + place.width <= width).toBe(true);
          }
          await tab.evaluate(axe.source);
          const found = await tab.evaluate(async () => {
            const { axe: checker } = globalThis as unknown as {
              axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
            };
            const { violations } = await checker.run();
            return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(", ")}`);
          });
          expect(found).toEqual([]);
        }
        expect(problems).toEqual([]);
      },
      options,
    ));
});

describe("the menu", () => {
  test("by keys: Enter opens, Tab goes through the rows, Escape closes and gives the focus back", () =>
    open(ada, async (tab) => {
      await tab.keyboard.press("Tab");
      await tab.keyboard.press("Enter");
      expect(await isOpen(tab)).toBe(true);
      const focused = () => tab.evaluate(() => window.document.activeElement?.textContent);
      await tab.keyboard.press("Tab");
      expect(await focused()).toBe("Account");
      await tab.keyboard.press("Tab");
      expect(await focused()).toBe("Sign out");
      await tab.keyboard.press("Escape");
      expect(await isOpen(tab)).toBe(false);
      expect(await tab.evaluate(() => window.document.activeElement?.tagName)).toBe("SUMMARY");
      // Who goes on past the last row has left it.
      await tab.keyboard.press("Enter");
      for (let step = 0; step < 3; step++) await tab.keyboard.press("Tab");
      expect(await focused()).toBe("New project");
      expect(await isOpen(tab)).toBe(false);
    }));

  test("a click elsewhere and a link in it close it, a click on its text does not", () =>
    open(ada, async (tab) => {
      await summary(tab).click();
      await tab.getByText("ada@example.com").click();
      expect(await isOpen(tab)).toBe(true);
      await tab.locator("main").click();
      expect(await isOpen(tab)).toBe(false);
      await summary(tab).click();
      await tab.getByRole("link", { name: "Account" }).click();
      expect(await isOpen(tab)).toBe(false);
      expect(new URL(tab.url()).hash).toBe("#account");
    }));

  test("is called by the name, the picture says nothing", () =>
    open({ ...ada, image: "/face.svg" }, async (tab) => {
      const tree = await tab.locator("details").ariaSnapshot();
      expect(tree).toContain("Ada Lovelace");
      expect(tree).not.toMatch(/AL|img/);
    }));

  test.each([
    ["does not load", { ...ada, image: "/none.png" }],
    ["is of a scheme that pages do not show", { ...ada, image: "javascript:alert(1)" }],
  ])("an image that %s gives way to initials", (_, user) =>
    open(user, async (tab) => {
      await tab.locator("details img").waitFor({ state: "detached" });
      expect(await tab.locator(".authwright-user-avatar").textContent()).toBe("AL");
    }),
  );

  test("without a name the address stands for it, once", () =>
    open({ email: "ada@example.com" }, async (tab) => {
      expect(await tab.locator(".authwright-user-head").textContent()).toBe("ada@example.com");
      expect(await tab.locator(".authwright-user-avatar").textContent()).toBe("A");
    }));

  test("takes classes of one's own beside its own", () => {
    const html = renderToString(
      h(UserMenu, { user: ada, className: "mine", classNames: { avatar: "round" } }),
    );
    expect(html).toContain('class="authwright-user mine"');
    expect(html).toContain('class="authwright-user-avatar round"');
  });
});

describe("its stylesheet", () => {
  test("names nothing but its own classes, and is small", async () => {
    const selectors = [...style.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]+)\{/g)]
      .map(([, selector = ""]) => selector.trim())
      .filter((selector) => !selector.startsWith("@"));
    expect(selectors.filter((selector) => !selector.includes(".authwright-"))).toEqual([]);
    const { code } = await transform(style, { loader: "css", minify: true });
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(1_150);
  });

  test.each(["light", "dark"] as const)("the picture of the guide, %s", (colorScheme) =>
    open(
      ada,
      async (tab) => {
        await summary(tab).click();
        await tab.mouse.move(0, 0);
        const shot = await tab.screenshot({ clip: { x: 0, y: 0, width: 560, height: 240 } });
        const file = path.join(projectRoot, `docs/pictures/user-menu-${colorScheme}.png`);
        if (process.env["AUTHWRIGHT_WRITE"] === "1") await writeFile(file, shot);
        expect((await readFile(file)).length).toBeGreaterThan(0);
      },
      { colorScheme, viewport: { width: 560, height: 480 }, deviceScaleFactor: 2 },
    ),
  );
});
