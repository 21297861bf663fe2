import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expenses } from "./expenses.js";
import { teams } from "./teams.js";

export interface Visit {
  readonly page: Page;
  /** Where the README says to look. */
  readonly url: string;
  /** Those of all servers, in the order in which they were started. */
  readonly urls: readonly string[];
  /** What the servers have printed. */
  readonly printed: () => string;
  /** A line of the command line, in the folder of the example. */
  readonly auth: (line: string, env: Readonly<Record<string, string>>) => Promise<unknown>;
  /** Chooses somebody at the simulated provider, the first unless said; returns their name. */
  readonly choosePerson: (page: Page, at?: number) => Promise<string>;
}

/** What a script of the page gets. */
const statusOf = (page: Page, path: string, method = "GET") =>
  page.evaluate(([asked, by]) => fetch(asked, { method: by }).then(({ status }) => status), [
    path,
    method,
  ] as const);

const sessionId = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === "sid")?.value;

/** A page of Nuxt is there before its script is. */
const hydrated = (page: Page) =>
  page.waitForFunction(() => {
    const { useNuxtApp } = window as { useNuxtApp?: () => { isHydrating?: boolean } };
    return useNuxtApp?.().isHydrating === false;
  });

/** Somebody comes to the app of an example, signs in, does what it is for, and signs out. */
export const walks: Readonly<Record<string, (visit: Visit) => Promise<void>>> = {
  "express-react": async ({ page, url, choosePerson }) => {
    await page.goto(url);
    expect(await statusOf(page, "/api/notes")).toBe(401);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    await page.getByLabel("Note").fill("Feed the cat");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByText(`Feed the cat ${who}`).waitFor();
    expect(new URL(page.url()).origin).toBe(url);
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await statusOf(page, "/api/notes")).toBe(401);
  },
  "oauth-client": async ({ page, url, choosePerson }) => {
    await page.goto(url);
    const before = await sessionId(page);
    await page.getByRole("link", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    await page.getByText(`Welcome, ${who}`).waitFor();
    expect(await sessionId(page)).not.toBe(before);
    await page.getByLabel("Entry").fill("We saw an ibex");
    await page.getByRole("button", { name: "Write" }).click();
    await page.getByText("We saw an ibex").waitFor();
    expect(await page.locator("blockquote").first().textContent()).toBe(`We saw an ibex${who}`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in with GitHub" }).waitFor();
    const answer = await page.request.post(`${url}/entries`, { form: { text: "Nobody" }, maxRedirects: 0 });
    expect(answer.headers()["location"]).toBe("/login");
  },
  "fastify-drizzle": async ({ page, url, choosePerson }) => {
    await page.goto(url);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    const who = await choosePerson(page);
    await page.getByRole("heading", { name: `What ${who} reads` }).waitFor();
    await page.getByLabel("Title").fill("The Waves");
    await page.getByRole("button", { name: "Add" }).click();
    await page.getByRole("listitem").getByText("The Waves").waitFor();
    await page.getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL((at) => at.pathname === "/sign-in");
    expect(await statusOf(page, "/books")).toBe(401);
    // Another one has another list.
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    const other = await choosePerson(page, 1);
    await page.getByRole("heading", { name: `What ${other} reads` }).waitFor();
    expect(await page.getByRole("listitem").count()).toBe(0);
  },
  sveltekit: async ({ page, url, choosePerson }) => {
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    const voteFor = async (choice: string) => {
      await page.getByRole("button", { name: choice }).click();
      await page.getByText(`${choice} 1`).waitFor();
    };
    await page.goto(url);
    // A vote of nobody leads to sign-in, and back.
    await page.getByRole("button", { name: "Sea" }).click();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    await page.locator("summary").getByText(who).waitFor();
    await voteFor("Sea");
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn.waitFor();
    // The button is there before its script is.
    await page.waitForLoadState("networkidle");
    await signIn.click();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    await choosePerson(page);
    await voteFor("Mountains");
    await page.getByText("Sea 0").waitFor();
  },
  "hono-workers": async ({ page, url, choosePerson }) => {
    await page.goto(url);
    const form = { url: "https://example.com/long" };
    const made = () => page.request.post(`${url}/links`, { form, headers: { origin: url }, maxRedirects: 0 });
    expect((await made()).headers()["location"]).toContain("/sign-in");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    await page.getByText(`Signed in as ${who}`).waitFor();
    await page.getByLabel("Address").fill(form.url);
    await page.getByRole("button", { name: "Shorten" }).click();
    const short = await page
      .getByRole("listitem")
      .filter({ hasText: form.url })
      .getByRole("link")
      .innerText();
    const followed = await page.request.get(`${url}${short}`, { maxRedirects: 0 });
    expect(followed.headers()["location"]).toBe(form.url);
    await page.getByRole("link", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("link", { name: "Sign in" }).waitFor();
    expect((await made()).headers()["location"]).toContain("/sign-in");
  },
  nuxt: async ({ page, url, choosePerson }) => {
    const signIn = page.getByRole("button", { name: "Sign in", exact: true });
    await page.goto(url);
    expect(await statusOf(page, "/api/lunch", "POST")).toBe(401);
    await hydrated(page);
    await signIn.click();
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    const guest = page.getByRole("listitem").getByText(who);
    await page.getByRole("button", { name: "I am in" }).waitFor();
    expect(await guest.count()).toBe(0);
    await hydrated(page);
    await page.getByRole("button", { name: "I am in" }).click();
    await guest.waitFor();
    await page.locator("summary").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await signIn.waitFor();
    expect(await statusOf(page, "/api/lunch", "POST")).toBe(401);
  },
  "next-auth-alias": async ({ page, url, choosePerson }) => {
    const signIn = page.getByRole("button", { name: "Sign in with GitHub" });
    await page.goto(url);
    await signIn.click();
    const who = await choosePerson(page);
    await page.getByLabel("Wish").fill("Snow in December");
    await page.getByRole("button", { name: "Wish", exact: true }).click();
    await page.getByRole("listitem").getByText(`Snow in December ${who}`).waitFor();
    // The core is this package: the page of the published one may be framed.
    const asked = await page.request.get(`${url}/api/auth/signin`);
    expect(asked.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
    await page.getByRole("button", { name: `Sign out ${who}` }).click();
    await signIn.waitFor();
  },
  "next-prisma": expenses,
  teams,
  monorepo: async ({ page, url, urls: [api = ""], choosePerson }) => {
    const asked = () => page.request.get(`${api}/me`);
    expect((await asked()).status()).toBe(401);
    await page.goto(url);
    expect(new URL(page.url()).pathname).toBe("/sign-in");
    await page.getByRole("button", { name: "Sign in with GitHub" }).click();
    const who = await choosePerson(page);
    await page.getByText(`${who}: sign out`).waitFor();
    await page.getByLabel("Ticket").fill("The lamp is broken");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("listitem").getByText(`The lamp is broken ${who}`).waitFor();
    expect(await (await asked()).json()).toMatchObject({ name: who, id: expect.any(String) });
    await page.getByRole("link", { name: "sign out" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL((at) => at.pathname === "/sign-in");
    expect((await asked()).status()).toBe(401);
  },
};
