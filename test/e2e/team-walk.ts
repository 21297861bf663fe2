/** What people do at the pages of an organisation, and at routes that let its members in. */
import type { Page } from "playwright-core";

const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true, level: 1 });

/** At the form of a new one. Without a slug it is made of the name. */
export async function createTeam(page: Page, name: string, slug = ""): Promise<void> {
  await heading(page, "New organization").waitFor();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Address").fill(slug);
  await page.getByRole("button", { name: "Create" }).click();
  await heading(page, name).waitFor();
}

/** At the page of the organisation. */
export async function invite(page: Page, address: string, role: string): Promise<void> {
  await page.getByLabel("Email addresses").fill(address);
  await page.locator("form", { hasText: "Email addresses" }).getByLabel("Role").selectOption(role);
  await page.getByRole("button", { name: "Send invitations" }).click();
  await page.getByText(address).first().waitFor();
}

/** By the link of the mail and one press. */
export async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link);
  await page.getByRole("button", { name: "Join" }).click();
  await heading(page, name).waitFor();
}

/** At the page of the organisation. */
export async function removeMember(page: Page, address: string): Promise<void> {
  await page.getByRole("button", { name: `Remove ${address}` }).click();
  await page.getByText(address).first().waitFor({ state: "detached" });
}

/** @returns the status that somebody gets there, and whether the answer has this heading, be it below `<Suspense>` */
export async function visit(page: Page, address: string, name: string) {
  const answer = await page.goto(address);
  const headings = await page.locator("h1").allTextContents();
  return { status: answer?.status(), isServed: headings.includes(name) };
}
