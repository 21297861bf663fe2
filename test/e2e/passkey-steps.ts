/** What somebody who is signed in does with a passkey, by the built-in pages alone. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { type Device, keysOf } from "../support/authenticator.js";

export const added = (page: Page) => page.getByRole("status").filter({ hasText: "Passkey added" });
export const addButton = (page: Page) =>
  page.locator("#passkeys").getByRole("button", { name: "Add a passkey" });

/** Makes one on the account page, names it, comes by it in a browser without cookies, and takes it away. */
export async function livePasskey(page: Page, origin: string, device: Device): Promise<void> {
  await page.goto(`${origin}/account`);
  await addButton(page).click();
  await added(page).waitFor();
  expect(await keysOf(device)).toHaveLength(1);
  const row = page.locator("#passkeys li");
  expect(await row.innerText()).toContain("Chrome on Linux");
  await row.getByText("Rename").click();
  await row.getByRole("textbox", { name: "Name" }).fill("Laptop");
  await row.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Remove Laptop" }).waitFor();

  await page.context().clearCookies();
  // The virtual device answers the offer in the field at once.
  await page.goto(`${origin}/sign-in?callbackUrl=/account`, { waitUntil: "commit" });
  await page.waitForURL(`${origin}/account`);
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  expect(await row.innerText()).toMatch(/Laptop.*last used/s);
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.locator("#passkeys li").waitFor({ state: "detached" });
}
