/**
 * The walk of teams: somebody without an account joins by a mail, adds a project, and is removed with the tab open. Whoever
 * looks after the app then sees it as that person.
 */
import { expect } from "vitest";
import { mailsAt } from "../../e2e/commanded-app.js";
import { createTeam, invite, join, removeMember } from "../../e2e/team-walk.js";
import type { Visit } from "./walks.js";

const colleague = "grace@example.org";

export async function teams({ page, url, printed, auth, choosePerson }: Visit): Promise<void> {
  const mailLink = mailsAt(() => /Mails are not sent; they are at (\S+)/.exec(printed())?.[1] ?? "");
  await page.goto(url);
  expect(new URL(page.url()).pathname).toBe("/sign-in");
  await page.getByRole("button", { name: "Sign in with Google" }).click();
  await choosePerson(page);
  await page.getByRole("link", { name: "New team" }).click();
  await createTeam(page, "Acme");
  await invite(page, colleague, "member");

  const other = await page.context().browser()!.newContext();
  other.setDefaultTimeout(60_000);
  try {
    const tab = await other.newPage();
    expect((await tab.goto(`${url}/teams/acme`))?.url()).toContain("/sign-in");
    await join(tab, await mailLink(/You are invited to Acme/, colleague), "Acme");
    await tab.goto(`${url}/teams/acme`);
    await tab.getByLabel("Title").fill("A bridge");
    await tab.getByRole("button", { name: "Add" }).click();
    await tab.getByRole("listitem").getByText("A bridge").waitFor();

    await page.goto(`${url}/organizations/acme`);
    await removeMember(page, colleague);
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

  const signIn = async () => {
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in with Google" }).click();
    await choosePerson(page);
    await page.getByRole("heading", { name: "Your teams" }).waitFor();
  };
  await signIn();
  expect((await page.goto(`${url}/admin/users`))?.status()).toBe(404);
  const session = (await (await page.request.get(`${url}/api/auth/session`)).json()) as {
    user: { email: string };
  };
  await auth(`users grant ${session.user.email} --yes`, { DATABASE_URL: "file:teams.db" });
  await page.context().clearCookies();
  await signIn();
  await page.goto(`${url}/admin/users`);
  await page.getByRole("link", { name: colleague }).click();
  await page.getByRole("link", { name: /^See the app as/ }).click();
  await page.getByLabel("Reason").fill("Where is my team?");
  await page.getByRole("button", { name: /^See the app as/ }).click();
  await page.getByRole("status").getByText("acts for").waitFor();
  expect((await page.goto(`${url}/teams/acme`))?.status()).toBe(404);
  await page.getByRole("button", { name: "Stop" }).click();
  // Back to the page that it began at.
  await page.waitForURL(/\/admin\/users\/[^/]+$/);
  expect((await page.goto(`${url}/teams/acme`))?.status()).toBe(200);
}
