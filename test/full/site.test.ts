/**
 * The site over docs/: built as its README says, served, and driven as readers do.
 *
 * npm run test:full -- --only site
 */
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { lookAt } from "../e2e/inspect-page.js";
import { launchBrowser } from "../support/chromium.js";
import { mustRun } from "../support/process.js";
import { npm } from "../support/project.js";
import { sentencesOver } from "../docs/sentences.js";
import { compileExamples } from "./site/examples.js";
import { questions } from "./site/questions.js";

const site = path.join(projectRoot, "site");
const built = path.join(site, ".vitepress/dist");
/** Bytes of a page with all that it loads, compressed. */
const heaviest = 150_000;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

let browser: Browser;
let server: Server;
let url: string;

/** The file of an address, as servers with clean addresses find it. */
function fileOf(pathname: string): string | undefined {
  const plain = path.join(built, decodeURIComponent(pathname));
  const names = pathname.endsWith("/") ? [path.join(plain, "index.html")] : [plain, `${plain}.html`];
  return names.find((name) => existsSync(name) && statSync(name).isFile());
}

beforeAll(async () => {
  await mustRun(npm, ["ci", "--no-audit", "--no-fund"], { cwd: site, timeoutSeconds: 300 });
  await mustRun(npm, ["run", "build"], { cwd: site, timeoutSeconds: 600 });
  server = createServer((request, response) => {
    const file = fileOf(new URL(request.url ?? "/", "http://localhost").pathname);
    if (file === undefined) return void response.writeHead(404).end();
    response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
}, 900_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});

async function onPage(walk: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(20_000);
  try {
    await walk(await context.newPage());
  } finally {
    await context.close();
  }
}

async function search(page: Page, words: string): Promise<readonly string[]> {
  await page.goto(`${url}/quick-start`);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("searchbox").fill(words);
  await page.locator(".VPLocalSearchBox .result").first().waitFor();
  await page.waitForTimeout(400);
  const found = await page
    .locator(".VPLocalSearchBox a.result")
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
  return [...new Set(found)];
}

const addressesIn = (html: string): readonly string[] =>
  [...html.matchAll(/href="(\/[^"#]*)[#"]/g)]
    .map(([, to = ""]) => to)
    .filter((to) => !to.startsWith("/assets/"));

const htmlOf = (pathname: string): string => {
  const file = fileOf(pathname);
  return file === undefined ? "" : readFileSync(file, "utf8");
};

const allPages = (): readonly string[] =>
  readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".html") && name !== "404.html")
    .map((name) => `/${name.replace(/(?:^|(?<=\/))index\.html$/, "").replace(/\.html$/, "")}`);

describe("what was built", () => {
  test("no link leads nowhere, and every page has a title and a description", () => {
    const pages = allPages();
    expect(pages.length).toBeGreaterThan(300);
    const wrong: string[] = [];
    for (const page of pages) {
      const html = htmlOf(page);
      for (const to of addressesIn(html)) if (fileOf(to) === undefined) wrong.push(`${page} → ${to}`);
      if (!/<title>[^<]{5,}<\/title>/.test(html)) wrong.push(`${page}: no title`);
      if (!/<meta name="description" content="[^"]{20,}">/.test(html)) wrong.push(`${page}: no description`);
    }
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("links to headings lead to one that is there", () => {
    const idsOf = new Map<string, ReadonlySet<string>>();
    const hasId = (page: string, id: string): boolean => {
      if (!idsOf.has(page))
        idsOf.set(page, new Set([...htmlOf(page).matchAll(/ id="([^"]+)"/g)].map(([, one = ""]) => one)));
      return idsOf.get(page)!.has(id);
    };
    const wrong = allPages().flatMap((page) =>
      [...htmlOf(page).matchAll(/href="((?!\/assets)\/[^"#]*)?#([^"]+)"/g)]
        .filter(([, to = page, id = ""]) => !hasId(to, decodeURIComponent(id)))
        .map(([, to = "", id]) => `${page} → ${to}#${id}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
  });

  test("no page loads more than 150 kB, compressed", async () => {
    const weights: [number, string][] = [];
    const css = gzipSync(
      Buffer.concat(
        readdirSync(path.join(built, "assets"))
          .filter((name) => name.endsWith(".css"))
          .map((name) => readFileSync(path.join(built, "assets", name))),
      ),
    ).length;
    for (const page of allPages()) {
      const html = htmlOf(page);
      const assets = new Set(
        [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file),
      );
      // Those that are lazy come when somebody scrolls there.
      const pictures = new Set(
        [...html.matchAll(/<img(?![^>]* loading="lazy")[^>]* src="(\/[^"]+)"/g)].map(([, file = ""]) => file),
      );
      const bytes = [...assets, ...pictures].map(
        (file) => gzipSync(readFileSync(path.join(built, file))).length,
      );
      weights.push([bytes.reduce((a, b) => a + b, gzipSync(html).length + css), page]);
    }
    weights.sort(([a], [b]) => b - a);
    console.log(
      weights
        .slice(0, 12)
        .map(([bytes, page]) => `${bytes} ${page}`)
        .join("\n"),
    );
    expect(weights.filter(([bytes]) => bytes > heaviest)).toEqual([]);
  });
});

describe("the reference", () => {
  test("each subpath of the package has a page, each export a place on it", () => {
    const { exports } = JSON.parse(
      readFileSync(path.join(projectRoot, "test/stability/api.json"), "utf8"),
    ) as { exports: Record<string, Record<string, string>> };
    const wrong: string[] = [];
    for (const [subpath, names] of Object.entries(exports).filter(([name]) => !name.endsWith("/index"))) {
      const plain = subpath === "." ? "authwright" : subpath.slice(2);
      const page = [`/${plain}`, `/reference/api/${plain}/`, `/reference/api/${plain}`].find(
        (address) => /^\/(?:providers\/.|reference)/.test(address) && fileOf(address) !== undefined,
      );
      const html = page === undefined ? "" : htmlOf(page);
      const isThere = (name: string) =>
        html.includes(` id="${name}"`) || html.includes(`<code>${name}</code>`);
      const missing = Object.keys(names).filter(
        (name) => !["default", "record"].includes(name) && !isThere(name),
      );
      if (page === undefined || missing.length > 0) wrong.push(`${subpath}: ${missing.join(", ")}`);
    }
    expect(wrong).toEqual([]);
  });

  test("its examples compile", async () => {
    const { count, wrong } = await compileExamples();
    expect(count).toBeGreaterThan(280);
    expect(wrong).toEqual([]);
  }, 120_000);

  test("its sentences are short", () => {
    const folder = path.join(site, "pages/reference/api");
    const wrong = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".md"))
      .flatMap((name) =>
        sentencesOver(30, readFileSync(path.join(folder, name), "utf8").replaceAll("<br>", "\n\n"))
          .filter((sentence) => !/^\d+: See /.test(sentence))
          .map((sentence) => `${name}: ${sentence}`),
      );
    expect(wrong).toEqual([]);
  });

  test("the search finds an option at its place", async () =>
    onPage(async (tab) => {
      for (const [words, id] of [
        ["maxAge", "AuthConfig-session-maxAge"],
        ["trustHost", "AuthConfig-trustHost"],
        ["minLength", "PasswordOptions-minLength"],
      ]) {
        await search(tab, words!);
        const places = await tab
          .locator(".VPLocalSearchBox a.result")
          .evaluateAll((links) =>
            links.map((link) => new URL((link as HTMLAnchorElement).href).hash.slice(1)),
          );
        expect(places.slice(0, 8)).toContain(id);
      }
    }));

  test("the search says that it loads, and needs no text of the pages for its first results", async () =>
    onPage(async (tab) => {
      const held: (() => Promise<void>)[] = [];
      await tab.route("**/search-*.json", (route) => void held.push(() => route.continue()));
      await tab.goto(`${url}/quick-start`);
      await tab.getByRole("button", { name: "Search" }).click();
      await tab.getByRole("searchbox").fill("organizations");
      const status = tab.locator(".VPLocalSearchBox").getByRole("status");
      expect(await status.textContent()).toBe("Loading the search…");
      expect((await lookAt(tab)).findings).toEqual([]);
      await held[0]!();
      await tab.locator(".VPLocalSearchBox .result").first().waitFor();
      expect(await status.textContent()).toContain("the text is being loaded");
      await tab.keyboard.press("Enter");
      await tab.waitForURL(/\/plugins\/organizations$/);
      expect(await tab.locator(".VPLocalSearchBox").count()).toBe(0);
    }));

  test.each([
    ["pwnedPasswords", "/reference/api/plugins/password"],
    ["SessionProvider", "/reference/api/react"],
    ["createAuth", "/reference/api/express"],
  ])("the search finds %s", async (words, wanted) =>
    onPage(async (tab) => expect(await search(tab, words)).toContain(wanted)),
  );
});

describe.each(["light", "dark"] as const)("%s", (colorScheme) => {
  test.each([
    "/",
    "/quick-start",
    "/guides/protect",
    "/providers/",
    "/providers/github",
    "/cli/init",
    "/frameworks/",
    "/reference/api/express",
    "/plugins/account",
    "/compare/auth-js",
  ])("%s: axe finds nothing", async (page) =>
    onPage(
      async (tab) => {
        await tab.goto(url + page);
        await tab.waitForLoadState("networkidle");
        expect((await lookAt(tab)).findings).toEqual([]);
      },
      { colorScheme },
    ),
  );
});

test.each([
  "/",
  "/quick-start",
  "/guides/protect",
  "/providers/",
  "/frameworks/",
  "/reference/config",
  "/errors/project",
  "/reference/api/types",
  "/plugins/account",
  "/compare/auth-js",
])("%s fits 320 px: nothing is cut off, nothing scrolls sideways", async (page) =>
  onPage(
    async (tab) => {
      await tab.goto(url + page);
      await tab.waitForLoadState("networkidle");
      const wider = await tab.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect(wider).toBeLessThanOrEqual(0);
    },
    { viewport: { width: 320, height: 700 } },
  ),
);

test("without JavaScript every page is read, all frameworks on it", async () =>
  onPage(
    async (tab) => {
      await tab.goto(`${url}/guides/protect`);
      for (const name of ["Express", "Next.js: page"])
        expect(await tab.getByRole("heading", { name }).first().isVisible()).toBe(true);
      await tab.goto(`${url}/providers/`);
      expect(await tab.getByRole("link", { name: "GitHub", exact: true }).count()).toBeGreaterThan(0);
    },
    { javaScriptEnabled: false },
  ));

test("a framework is chosen once: other ones' sections go on every page, and come back", async () =>
  onPage(async (tab) => {
    const seen = (name: string) => tab.locator("h2", { hasText: name }).first().isVisible();
    await tab.goto(`${url}/guides/protect`);
    expect([await seen("Express"), await seen("Next.js: page")]).toEqual([true, true]);
    await tab.getByLabel("Framework").first().selectOption({ label: "Express" });
    expect([await seen("Express"), await seen("Next.js: page")]).toEqual([true, false]);
    await tab.goto(`${url}/guides/session-data`);
    expect([await seen("Express"), await seen("Next.js")]).toEqual([true, false]);
    await tab.goto(`${url}/guides/sign-in-buttons`);
    await tab.getByLabel("Framework").first().selectOption({ label: "Nuxt" });
    expect([await seen("SvelteKit and Nuxt: a button"), await seen("Servers: your page")]).toEqual([
      true,
      false,
    ]);
    await tab.goto(`${url}/guides/session-data`);
    await tab.getByLabel("Framework").first().selectOption({ label: "all" });
    expect([await seen("Express"), await seen("Next.js")]).toEqual([true, true]);
  }));

const outline = (tab: Page) =>
  tab
    .locator(".VPDocAsideOutline a.outline-link")
    .evaluateAll((links) => links.map((one) => one.textContent));

test("the outline lists what is seen, and an address shows the section that it names", async () =>
  onPage(async (tab) => {
    await tab.goto(`${url}/guides/protect`);
    await tab.getByLabel("Framework").first().selectOption({ label: "Express" });
    expect(await outline(tab)).toContain("Express");
    expect(await outline(tab)).not.toContain("Next.js: route handler");
    // From outside, by a link on another page, and by one on the same page.
    const section = tab.locator("h2", { hasText: "Next.js: route handler" });
    const isInSight = async () => {
      await section.waitFor();
      await expect.poll(async () => (await section.boundingBox())?.y ?? -1).toBeGreaterThan(0);
      expect((await section.boundingBox())!.y).toBeLessThan(400);
      expect(await outline(tab)).toContain("Next.js: route handler");
      expect(await outline(tab)).not.toContain("Next.js: server action");
    };
    await tab.goto("about:blank");
    await tab.goto(`${url}/guides/protect#nextjs-route-handler`);
    await isInSight();
    await tab.goto(`${url}/quick-start`);
    await tab.evaluate(() => {
      const link = document.createElement("a");
      link.href = "/guides/protect#nextjs-route-handler";
      link.textContent = "there";
      document.querySelector("main h1")!.append(link);
    });
    await tab.getByRole("link", { name: "there" }).click();
    await isInSight();
    await tab.goto(`${url}/guides/protect`);
    await tab.evaluate(() => void (location.hash = "nextjs-route-handler"));
    await isInSight();
  }));

test("on a phone the menu and the list of pages open, lead on, and close", async () =>
  onPage(
    async (tab) => {
      await tab.goto(`${url}/guides/protect`);
      const sidebar = tab.locator("aside.VPSidebar");
      // Nobody tabs through a list of pages that is not seen.
      expect(await sidebar.isVisible()).toBe(false);
      await tab.getByRole("button", { name: "Menu", exact: true }).tap();
      await sidebar.waitFor();
      expect((await lookAt(tab)).findings).toEqual([]);
      await sidebar.getByRole("link", { name: "Give users roles" }).tap();
      await tab.waitForURL(/\/guides\/roles$/);
      await sidebar.waitFor({ state: "hidden" });

      const menu = tab.getByRole("button", { name: "mobile navigation" });
      expect(await menu.getAttribute("aria-expanded")).toBe("false");
      await menu.tap();
      const screen = tab.locator(".VPNavScreen");
      await screen.waitFor();
      expect(await menu.getAttribute("aria-expanded")).toBe("true");
      await screen.getByRole("link", { name: "Providers" }).first().tap();
      await tab.waitForURL(/\/providers\/$/);
      await screen.waitFor({ state: "hidden" });
    },
    { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true },
  ));

test("providers are found by name and by kind", async () =>
  onPage(async (tab) => {
    await tab.goto(`${url}/providers/`);
    await tab.getByLabel("Name").fill("gitla");
    const found = await tab.locator(".provider-list li").allTextContents();
    expect(found.map((one) => one.trim().slice(0, 6))).toEqual(["GitLab", "GitLab"]);
    await tab.getByLabel("Kind").selectOption("oidc");
    expect(await tab.locator(".provider-list li").count()).toBe(1);
    await tab.getByLabel("Kind").selectOption("");
    await tab.getByRole("link", { name: "GitLab", exact: true }).click();
    await tab.waitForURL(/\/providers\/gitlab$/);
    await tab.locator("h1", { hasText: "Sign in with GitLab" }).waitFor();
  }));

test("below a path every address leads there", async () => {
  const below = mkdtempSync(path.join(tmpdir(), "authwright site "));
  try {
    const flags = ["--base", "/docs/", "--outDir", below];
    await mustRun(npm, ["run", "build", "--", ...flags], { cwd: site, timeoutSeconds: 600 });
    const pages = readdirSync(below, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".html"),
    );
    expect(pages.length).toBeGreaterThan(400);
    const wrong = pages.flatMap((page) =>
      [...readFileSync(path.join(below, page), "utf8").matchAll(/ (?:href|src)="(\/[^"#?]*)/g)]
        .map(([, to = ""]) => to)
        .filter((to) => {
          const plain = path.join(below, decodeURIComponent(to.slice("/docs".length)));
          const names = to.endsWith("/") ? [path.join(plain, "index.html")] : [plain, `${plain}.html`];
          return (
            !to.startsWith("/docs/") || !names.some((name) => existsSync(name) && statSync(name).isFile())
          );
        })
        .map((to) => `${page} → ${to}`),
    );
    expect([...new Set(wrong)]).toEqual([]);
  } finally {
    rmSync(below, { recursive: true, force: true });
  }
}, 900_000);

describe("a newcomer's question", () => {
  const within = (clicks: number, from: string): ReadonlySet<string> => {
    let reached = new Set([from]);
    for (let click = 0; click < clicks; click += 1)
      reached = new Set([...reached, ...[...reached].flatMap((page) => addressesIn(htmlOf(page)))]);
    return reached;
  };

  test.each(questions)("$ask", async ({ words, page: wanted }) =>
    onPage(async (tab) => {
      const found = await search(tab, words);
      const isReached = within(2, "/").has(wanted);
      expect({
        found: found.slice(0, 5).includes(wanted) || isReached,
        wanted,
        list: found.slice(0, 5),
      }).toMatchObject({
        found: true,
      });
    }),
  );

  test("most are answered by the search alone", async () =>
    onPage(async (tab) => {
      const answered: boolean[] = [];
      for (const { words, page: wanted } of questions)
        answered.push((await search(tab, words)).slice(0, 5).includes(wanted));
      console.log(questions.map(({ ask }, at) => `${answered[at] ? "search" : "clicks"}  ${ask}`).join("\n"));
      expect(answered.filter(Boolean).length).toBeGreaterThanOrEqual(17);
    }));
});
