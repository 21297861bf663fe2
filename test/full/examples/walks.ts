import type { Page } from "playwright-core";
import { expect } from "vitest";

interface Visit {
  readonly page: Page;
  /** Where the README says to look. */
  readonly url: string;
  /** Chooses somebody at the simulated provider; returns their name. */
  readonly choosePerson: (page: Page) => Promise<string>;
}

/** What a script of the page gets. */
const statusOf = (page: Page, path: string) =>
  page.evaluate((asked) => fetch(asked).then(({ status }) => status), path);

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
};
