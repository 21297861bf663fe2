import { expect } from "vitest";
import type { Browser, Page } from "playwright-core";
import { freePort, run, startServer, type Server } from "../support/process.js";
import { installedCommand, npm, npx, treeOf } from "../support/project.js";
import type { startStrictProvider } from "./strict-provider.js";

/** A project on disk, and the environment its commands run in. */
interface Project {
  readonly folder: string;
  readonly env: (extra: Record<string, string>) => Record<string, string>;
}

/** What starts an app: the variable PORT says where, or the command itself. */
export type StartCommand = readonly string[] | ((port: number) => readonly string[]);

const startedAt = (start: StartCommand, port: number): readonly string[] =>
  typeof start === "function" ? start(port) : start;

/** Where `auth init` puts the built-in pages. */
const pages = { signIn: "/sign-in", signOut: "/sign-out" };

/** `auth …` in a project. */
export const auth = (folder: string, ...args: string[]) =>
  run(installedCommand("auth"), args, { cwd: folder });

/**
 * From the guarded page through the local identity provider and back, then out again.
 * The same walk for every framework: what differs is where the app listens and its base path.
 */
async function signInAndOut(
  page: Page,
  app: { url: string; basePath: string; providerName: string; session: "jwt" | "database" },
): Promise<void> {
  await page.goto(`${app.url}/dashboard`);
  expect(new URL(page.url()).pathname).toBe(pages.signIn);

  await page.getByRole("button", { name: `Sign in with ${app.providerName}` }).click();
  await page.waitForURL(/127\.0\.0\.1/);
  expect(await page.textContent("body")).toContain(app.providerName);
  const person = page.locator("button[name=person]").first();
  const name = (await person.locator("span").last().textContent())?.trim() ?? "";
  expect(name).not.toBe("");
  await person.click();

  await page.waitForURL(`${app.url}/dashboard`);
  expect(await page.textContent("body")).toContain(name);

  await updateSession(page, app, name);
  await page.goto(`${app.url}/dashboard`);
  expect(await page.textContent("body")).toContain(name);

  await page.goto(app.url + pages.signOut);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => url.pathname !== pages.signOut);
  await page.goto(`${app.url}/dashboard`);
  expect(new URL(page.url()).pathname).toBe(pages.signIn);
}

/** As `update()` of the client does it; what a browser sends may not change who the user is. */
async function updateSession(
  page: Page,
  { url, basePath, session }: { url: string; basePath: string; session: "jwt" | "database" },
  name: string,
): Promise<void> {
  const cookie = async () =>
    (await page.context().cookies(url)).find((one) => one.name === "authjs.session-token")?.value;
  const before = await cookie();
  expect(before).toBeDefined();
  const answer = await page.evaluate(async (base) => {
    const { csrfToken } = (await (await fetch(`${base}/csrf`)).json()) as { csrfToken: string };
    const response = await fetch(`${base}/session`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, data: { user: { name: "Somebody else" } } }),
    });
    return { status: response.status, session: (await response.json()) as unknown };
  }, basePath);
  expect(answer).toMatchObject({ status: 200, session: { user: { name } } });
  // A sealed session is sealed anew; a row keeps its token.
  if (session === "jwt") expect(await cookie()).not.toBe(before);
  else expect(await cookie()).toBe(before);
}

/** A new browser window for one walk; what the server printed goes along with a failure. */
async function inBrowser(
  browser: Browser,
  server: Server,
  walk: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext();
  context.setDefaultTimeout(120_000);
  try {
    await walk(await context.newPage());
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await context.close();
    await server.stop();
  }
}

/** `auth dev -- npm run dev`, and {@link signInAndOut} with GitHub played on this machine. */
export async function signInUnderAuthDev(
  browser: Browser,
  project: Project,
  basePath: string,
  {
    start = [npm, "run", "dev"],
    session = "jwt",
    meanwhile = async () => {},
  }: {
    readonly start?: StartCommand;
    readonly session?: "jwt" | "database";
    /** What else is tried while the app runs. */
    readonly meanwhile?: (url: string) => Promise<void>;
  } = {},
): Promise<void> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(installedCommand("auth"), ["dev", "--", ...startedAt(start, port)], {
    cwd: project.folder,
    env: project.env({ PORT: String(port) }),
    url,
  });
  await inBrowser(browser, server, async (page) => {
    await signInAndOut(page, { url, basePath, providerName: "GitHub", session });
    await meanwhile(url);
  });
}

/** In production, with a provider that is not ours: in, the guarded page, out. A stray AUTH_DEV_IDP is refused, loudly. */
export async function signInAtStrictProvider(
  browser: Browser,
  server: Server,
  app: { url: string; basePath: string },
  provider: Awaited<ReturnType<typeof startStrictProvider>>,
): Promise<void> {
  await inBrowser(browser, server, async (page) => {
    await page.goto(`${app.url}/dashboard`);
    await page.getByRole("button", { name: /OpenID Connect/ }).click();
    await provider.signIn(page);
    await page.waitForURL(`${app.url}/dashboard`);
    await page.getByText(provider.personName).first().waitFor();
    await page.goto(app.url + pages.signOut);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL((address) => address.pathname !== pages.signOut);
    await page.goto(`${app.url}/dashboard`);
    expect(new URL(page.url()).pathname).toBe(pages.signIn);
    await expect.poll(() => server.output()).toMatch(/AUTH_DEV_IDP/);
  });
}

/** An env file as a person fills it in: the client of the strict provider. */
export const filledIn = (
  text: string,
  { clientId, clientSecret, issuer }: { clientId: string; clientSecret: string; issuer: string },
): string =>
  text
    .replace(/^AUTH_OIDC_ID=.*$/m, `AUTH_OIDC_ID=${clientId}`)
    .replace(/^AUTH_OIDC_SECRET=.*$/m, `AUTH_OIDC_SECRET=${clientSecret}`)
    .replace(/^AUTH_OIDC_ISSUER=.*$/m, `AUTH_OIDC_ISSUER=${issuer}`);

/** `init` by npx, as a user types it, then `init` again: the second finds nothing to do and changes no byte. */
export async function initTwice(folder: string, ...args: string[]): Promise<void> {
  const init = ["init", "--yes", "--provider", "github", ...args];
  const first = await run(npx, ["auth", ...init], { cwd: folder });
  expect(first.code, first.stdout + first.stderr).toBe(0);
  const after = await treeOf(folder);
  const second = await auth(folder, ...init);
  expect(second.code, second.stdout + second.stderr).toBe(0);
  expect(await treeOf(folder)).toEqual(after);
}
