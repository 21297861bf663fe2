/** Visits in Chromium: components render on the server, come alive without an error, and send what a click asks for. */
import { setTimeout } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { addressOf, type Placed } from "./next-app.js";
import type { RunningApp } from "./visits.js";

const files: readonly string[] = ["client.tsx", "form.tsx", "actions.ts"];

export const isRendered = ({ snippet }: Placed): boolean => files.includes(snippet.file);

/** What is not of the app is refused: nothing leaves the machine. */
async function openContext(browser: Browser, { origin }: RunningApp): Promise<BrowserContext> {
  const context = await browser.newContext();
  context.setDefaultTimeout(10_000);
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  return context;
}

/** A page with what it sends, and what goes wrong in it. */
async function openPage(context: BrowserContext, address: string) {
  const page = await context.newPage();
  const requests: string[] = [];
  const errors: string[] = [];
  page.on("request", (one) => requests.push(`${one.method()} ${one.url()}`));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => {
    // The browser's own line about an answer such as 401.
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource"))
      errors.push(line.text());
  });
  await page.goto(address, { waitUntil: "load" });
  return { page, requests, errors };
}

const textOf = (page: Page): Promise<string> => page.locator("body").innerText();

async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  said: () => unknown,
): Promise<void> {
  const end = Date.now() + 5000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(await said()).slice(0, 400)}`);
    await setTimeout(25);
  }
}

async function component(app: RunningApp, placed: Placed, context: BrowserContext, nobody: BrowserContext) {
  const { shown, refused, click } = placed.snippet.sees ?? {};
  const address = app.origin + addressOf(placed);
  if (refused) {
    const { page } = await openPage(nobody, address);
    await until(
      `shows ${String(refused)} to nobody`,
      async () => refused.test(await textOf(page)),
      () => textOf(page),
    );
  }
  const { page, requests, errors } = await openPage(context, address);
  if (shown)
    await until(
      `shows ${String(shown)}`,
      async () => shown.test(await textOf(page)),
      () => textOf(page),
    );
  if (click) {
    const before = requests.length;
    // A click before the page is alive is lost: it is repeated.
    await until(
      `a click sends ${String(click)}`,
      async () => {
        if (requests.slice(before).some((one) => click.test(one))) return true;
        await page
          .locator("button")
          .first()
          .click({ timeout: 1000 })
          .catch(() => undefined);
        await page.waitForTimeout(150);
        return requests.slice(before).some((one) => click.test(one));
      },
      () => requests.slice(before),
    );
  }
  if (errors.length > 0) throw new Error(errors.join("; ").slice(0, 400));
}

/** A wrong password is told, a right one leads on. */
async function action(app: RunningApp, placed: Placed, nobody: BrowserContext): Promise<void> {
  const { refused, shown } = placed.snippet.sees ?? {};
  const { page, errors } = await openPage(nobody, app.origin + addressOf(placed));
  const submit = async (password: string, pattern: RegExp | undefined) =>
    until(
      `${password}: shows ${String(pattern)}`,
      async () => {
        if (pattern?.test(await textOf(page))) return true;
        const field = page.locator("input[name=password]");
        if (await field.isVisible()) {
          await field.fill(password, { timeout: 1000 }).catch(() => undefined);
          await page
            .locator("button")
            .first()
            .click({ timeout: 1000 })
            .catch(() => undefined);
        }
        await page.waitForTimeout(300);
        return pattern?.test(await textOf(page)) ?? true;
      },
      async () => [page.url(), await textOf(page)],
    );
  await submit("no", refused);
  await submit("x", shown);
  if (errors.length > 0) throw new Error(errors.join("; ").slice(0, 400));
}

/** Ends in time, also where the browser waits for something that never comes. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  const late = new AbortController();
  const end = setTimeout(milliseconds, undefined, { signal: late.signal }).then(() => {
    throw new Error(`nothing came of it in ${milliseconds} ms`);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    late.abort();
    end.catch(() => undefined);
  }
}

async function close(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}

/** @returns what is wrong, by the number of the snippet */
export async function renderAll(
  browser: Browser,
  app: RunningApp,
  all: readonly Placed[],
  signIn: (context: BrowserContext) => Promise<void>,
): Promise<ReadonlyMap<number, string>> {
  const wrong = new Map<number, string>();
  for (const placed of all) {
    const [somebody, nobody] = [await openContext(browser, app), await openContext(browser, app)];
    await signIn(somebody);
    const visit =
      placed.snippet.file === "actions.ts"
        ? action(app, placed, nobody)
        : component(app, placed, somebody, nobody);
    await within(30_000, visit).catch((error: unknown) => wrong.set(placed.at, String(error)));
    // A context that does not end goes with the browser.
    await within(5000, Promise.all([close(somebody), close(nobody)])).catch(() => undefined);
  }
  return wrong;
}
