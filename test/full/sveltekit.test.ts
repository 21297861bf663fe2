/**
 * A SvelteKit app in production with the components of `authwright/svelte`: rendered on the server, after a navigation,
 * in a second tab, after an update and a sign-out; and forms without JavaScript.
 *
 * npm run test:full -- --only sveltekit
 */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installedProject, npx } from "../support/project.js";

let browser: Browser;
let project: Awaited<ReturnType<typeof installedProject>>;
let server: Server;
let url: string;

const layoutServer = `import type { LayoutServerLoad } from "./$types";

export const load: LayoutServerLoad = async ({ locals }) => ({ session: await locals.auth() });
`;
const layout = `<script lang="ts">
  import { SessionProvider, SignedIn, SignedOut, SignInButton, UserButton } from "authwright/svelte";
  import "authwright/react/style.css";
  import Nick from "./Nick.svelte";

  let { data, children } = $props();
</script>

<SessionProvider session={data.session}>
  <nav>
    <a href="/">Home</a>
    <a href="/dashboard">To the dashboard</a>
    <SignedIn>{#snippet children(session)}<b id="who">{session.user?.name}</b>{/snippet}</SignedIn>
    <SignedOut><SignInButton /></SignedOut>
    <UserButton />
  </nav>
  <Nick />
  {@render children()}
</SessionProvider>
`;
const nick = `<script lang="ts">
  import { useSession } from "authwright/svelte";
  import type { auth } from "$lib/server/auth";

  const session = useSession<typeof auth>();
  // The type is that of the server's callback.
  const lengthOf = (one: string | undefined): number => one?.length ?? 0;
</script>

<p id="nick">{$session.data?.nick}/{lengthOf($session.data?.nick)}</p>
<button onclick={() => session.update({ nick: "Ace" })}>Be Ace</button>
`;
const callbacks = `providers: [GitHub, Apple],
	callbacks: {
		jwt: ({ token, session, trigger }) =>
			trigger === "update" ? { ...token, nick: String((session as { nick?: unknown }).nick) } : token,
		session: ({ session, token }) => ({ ...session, nick: token["nick"] as string | undefined }),
	},`;

beforeAll(async () => {
  [browser, project] = await Promise.all([launchBrowser(), installedProject("sveltekit-ts")]);
  const { folder } = project;
  const done = await auth(folder, "init", "--yes", "--provider", "github");
  expect(done.code, done.stderr).toBe(0);
  const apple = await auth(folder, "add-provider", "apple", "--yes");
  expect(apple.code, apple.stderr).toBe(0);
  const authFile = path.join(folder, "src/lib/server/auth.ts");
  const text = await readFile(authFile, "utf8");
  const own = text.replace("providers: [GitHub, Apple],", callbacks);
  expect(own).toContain("nick");
  await writeFile(authFile, own);
  const routes = path.join(folder, "src/routes");
  await writeFile(path.join(routes, "+layout.server.ts"), layoutServer);
  await writeFile(path.join(routes, "+layout.svelte"), layout);
  await writeFile(path.join(routes, "Nick.svelte"), nick);
  await mkdir(path.join(routes, "about"));
  await writeFile(path.join(routes, "about/+page.ts"), "export const prerender = true;\n");
  await writeFile(path.join(routes, "about/+page.svelte"), '<a href="/auth/signin">Sign in here</a>\n');
  const build = ["-c", "svelte-kit sync && svelte-check --threshold warning && vite build"];
  await mustRun(npx, build, { cwd: folder, env: cleanEnv(), timeoutSeconds: 300 });
  const port = await freePort();
  url = `http://localhost:${port}`;
  const env = cleanEnv({ ORIGIN: url, PORT: String(port) });
  server = await startServer(npx, ["auth", "dev", "--", "node", "build"], { cwd: folder, env, url });
}, 600_000);
afterAll(async () => {
  await server?.stop();
  await Promise.all([browser?.close(), project?.dispose()]);
});

async function inContext(
  options: Parameters<Browser["newContext"]>[0],
  walk: (context: BrowserContext, page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  try {
    await walk(context, await context.newPage());
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await context.close();
  }
}

/** On the sign-in page. @returns the name of who signs in */
async function choosePerson(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Sign in with GitHub" }).click();
  const person = page.locator("button[name=person]").first();
  const name = (await person.locator("span").last().textContent())?.trim() ?? "";
  await person.click();
  return name;
}

test("the server renders for who asks", async () => {
  const html = await (await fetch(url)).text();
  // The compiler of Svelte leaves comments where blocks begin.
  expect(html).toMatch(/<button type="button">(?:<!--[^>]*-->)*Sign in/);
  expect(html).not.toContain('id="who"');
});

test("a page is prerendered, and the sign-in that it links to is not", async () => {
  expect(await (await fetch(`${url}/about`)).text()).toContain("Sign in here");
  const files = await readdir(path.join(project.folder, "build/prerendered"), { recursive: true });
  expect(files.filter((file) => file.endsWith(".html"))).toEqual(["about.html"]);
});

test("components show the session, after navigations, in another tab, after an update and a sign-out", async () => {
  await inContext({}, async (context, page) => {
    const failures: string[] = [];
    page.on("pageerror", (error) => failures.push(String(error)));
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in" }).click();
    const name = await choosePerson(page);
    await page.waitForURL(`${url}/`);
    await expect.poll(() => page.textContent("#who")).toBe(name);

    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByRole("link", { name: "To the dashboard" }).click();
    await page.getByText("Signed in as").waitFor();
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    expect(await page.textContent("#who")).toBe(name);

    const tab = await context.newPage();
    // A page that was rendered for nobody: its browser asks.
    await tab.goto(`${url}/about`);
    await expect.poll(() => tab.textContent("#who")).toBe(name);
    await tab.goto(url);
    expect(await tab.textContent("#who")).toBe(name);
    await page.getByRole("button", { name: "Be Ace" }).click();
    await expect.poll(() => page.textContent("#nick")).toBe("Ace/3");
    await expect.poll(() => tab.textContent("#nick")).toBe("Ace/3");

    await page.locator("summary").click();
    await page.locator(".authwright-user-menu").getByRole("button", { name: "Sign out" }).click();
    await tab.getByRole("button", { name: "Sign in" }).waitFor();
    expect(await tab.locator("#who").count()).toBe(0);
    // In this tab the guarded page leads to sign-in, by a navigation of Kit.
    await tab.getByRole("link", { name: "To the dashboard" }).click();
    await tab.waitForURL((address) => address.pathname === "/sign-in");
    expect(failures).toEqual([]);
  });
});

test("without JavaScript a guarded page, the way back and the form that signs out work", async () => {
  await inContext({ javaScriptEnabled: false }, async (_context, page) => {
    await page.goto(`${url}/dashboard`);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    const name = await choosePerson(page);
    await page.waitForURL(`${url}/dashboard`);
    expect(await page.textContent("main")).toContain(`Signed in as ${name}`);
    await page.locator("main").getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL(`${url}/`);
    expect(await page.locator("#who").count()).toBe(0);
    await page.goto(`${url}/dashboard`);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });
});

test("a form of another site is refused, whatever it says", async () => {
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: url, "sec-fetch-site": "cross-site" },
  ]) {
    const body = new URLSearchParams({ redirectTo: "/" });
    const sent = await fetch(`${url}/dashboard?/signOut`, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
    });
    expect(sent.status).toBe(403);
  }
});

test("Apple's form reaches its callback, and nothing else of the app", async () => {
  const post = (at: string, origin: string) =>
    fetch(url + at, {
      method: "POST",
      redirect: "manual",
      headers: { origin, "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ state: "x", code: "y", redirectTo: "/" }),
    });
  const apple = "https://appleid.apple.com";
  const reached = await post("/auth/callback/apple", apple);
  expect(reached.status).not.toBe(403);
  expect(await reached.text()).not.toContain("Cross-site POST form submissions are forbidden");
  const kept = await post("/dashboard?/signOut", apple);
  expect([kept.status, await kept.text()]).toEqual([403, expect.stringContaining("sent by another site")]);
  const elsewhere = await post("/auth/callback/apple", "https://evil.example");
  expect(await elsewhere.text()).toBe("Cross-site POST form submissions are forbidden");
});
