import { expect } from "vitest";
import type { Page } from "playwright-core";
import { run } from "../support/process.js";
import { npx, treeOf } from "../support/project.js";

/** `npx auth …` in a project, as a user types it. */
export const auth = (folder: string, ...args: string[]) => run(npx, ["auth", ...args], { cwd: folder });

/**
 * From the guarded page through the local identity provider and back, then out again.
 * The same walk for every framework: what differs is where the app listens and its base path.
 */
export async function signInAndOut(
  page: Page,
  app: { url: string; basePath: string; providerName: string },
): Promise<void> {
  await page.goto(`${app.url}/account`);
  expect(new URL(page.url()).pathname).toBe(`${app.basePath}/signin`);

  await page.getByRole("button", { name: `Sign in with ${app.providerName}` }).click();
  await page.waitForURL(/127\.0\.0\.1/);
  expect(await page.textContent("body")).toContain(app.providerName);
  const person = page.locator("button[name=person]").first();
  const name = (await person.locator("span").last().textContent())?.trim() ?? "";
  expect(name).not.toBe("");
  await person.click();

  await page.waitForURL(`${app.url}/account`);
  expect(await page.textContent("body")).toContain(name);

  await page.goto(`${app.url}${app.basePath}/signout`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/signout"));
  await page.goto(`${app.url}/account`);
  expect(new URL(page.url()).pathname).toBe(`${app.basePath}/signin`);
}

/** `init`, then `init` again: the first does the work, the second finds nothing to do and changes no byte. */
export async function initTwice(folder: string, ...args: string[]): Promise<void> {
  const first = await auth(folder, "init", "--yes", "--provider", "github", ...args);
  expect(first.code, first.stdout + first.stderr).toBe(0);
  const after = await treeOf(folder);
  const second = await auth(folder, "init", "--yes", "--provider", "github", ...args);
  expect(second.code, second.stdout + second.stderr).toBe(0);
  expect(await treeOf(folder)).toEqual(after);
}
