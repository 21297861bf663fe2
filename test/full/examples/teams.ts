/** The walk of teams: somebody without an account joins by a mail, adds a project, and is removed with the tab open. */
import { expect } from "vitest";
import { mailsAt } from "../../e2e/commanded-app.js";
import type { Visit } from "./walks.js";

const colleague = "grace@example.org";

export async function teams({ page, url, printed, choosePerson }: Visit): Promise<void> {
  const mailLink = mailsAt(() => /Mails are not sent; they are at (\S+)/.exec(printed())?.[1] ?? "");
  await page.goto(url);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await choosePerson(page);
  await page.getByRole("link", { name: "New team" }).click();
  await page.getByLabel("Name").fill("Acme");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByLabel("Email addresses").fill(colleague);
  await page.locator("form", { hasText: "Email addresses" }).getByLabel("Role").selectOption("member");
  await page.getByRole("button", { name: "Send invitations" }).click();
  await page.getByText(colleague).first().waitFor();

  const other = await page.context().browser()!.newContext();
  other.setDefaultTimeout(60_000);
  try {
    const tab = await other.newPage();
    const join = await mailLink(/You are invited to Acme/, colleague);
    expect((await tab.goto(`${url}/teams/acme`))?.url()).toContain("/sign-in");
    await tab.goto(join);
    await tab.getByRole("button", { name: "Join" }).click();
    await tab.getByRole("heading", { name: "Acme", exact: true }).waitFor();
    await tab.goto(`${url}/teams/acme`);
    await tab.getByLabel("Title").fill("A bridge");
    await tab.getByRole("button", { name: "Add" }).click();
    await tab.getByRole("listitem").getByText("A bridge").waitFor();

    await page.goto(`${url}/organizations/acme`);
    await page.getByRole("button", { name: `Remove ${colleague}` }).click();
    await page.getByText(colleague).first().waitFor({ state: "detached" });
    await tab.getByLabel("Title").fill("A tunnel");
    await tab.getByRole("button", { name: "Add" }).click();
    await tab.getByText("404").first().waitFor();
    expect((await tab.goto(`${url}/teams/acme`))?.status()).toBe(404);
  } finally {
    await other.close();
  }

  await page.goto(`${url}/teams/acme`);
  await page.getByRole("heading", { name: "Projects of Acme" }).waitFor();
  expect(await page.getByRole("listitem").allTextContents()).toEqual(["A bridge"]);
  await page.goto(url);
  await page.getByRole("link", { name: "sign out" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL((at) => at.pathname === "/sign-in");
}
