/** What people do at the pages of an organisation, and at a route that lets its members in. */
import { expect } from "vitest";
import type { PluginUser } from "./plugin-user.js";

/** An organisation, and the people of the walk. */
export interface Team {
  /** Where the app is. */
  readonly url: string;
  readonly name: string;
  readonly slug: string;
  /** Has an account when she is signed in; creates the organisation. */
  readonly owner: PluginUser;
  /** Has no account, but this address. */
  readonly invited: PluginUser;
  readonly invitedAddress: string;
}

export async function createTeam({ owner, url, name, slug }: Team): Promise<void> {
  await owner.page.goto(`${url}/organizations`);
  await owner.follow("New organization");
  await owner.sees("New organization");
  await owner.fillIn({ Name: name, "Address (optional)": slug });
  await owner.press("Create");
  await owner.sees(name);
}

export async function invite({ owner, url, name, slug, invitedAddress }: Team): Promise<void> {
  await owner.page.goto(`${url}/organizations/${slug}`);
  await owner.sees(name);
  await owner.fillIn({ "Email addresses": invitedAddress });
  const form = owner.page.locator("form", { hasText: "Email addresses" });
  await form.getByLabel("Role").selectOption("member");
  await owner.press("Send invitations");
  await owner.page.getByText(invitedAddress).first().waitFor();
}

/** The link of the mail and one press: an account, a session and a membership. */
export async function joinAtOnce({ invited, name, invitedAddress }: Team): Promise<void> {
  expect(await invited.who()).toBe("nobody");
  await invited.openMail(new RegExp(`^You are invited to ${name}`), invitedAddress);
  await invited.sees(`Join ${name}`);
  await invited.press("Join");
  await invited.sees(name);
  expect(await invited.who()).toBe(invitedAddress);
}

export async function removeInvited({ owner, url, slug, name, invitedAddress }: Team): Promise<void> {
  await owner.page.goto(`${url}/organizations/${slug}`);
  await owner.press(`Remove ${invitedAddress}`);
  await owner.sees(name);
  await owner.page.getByText(invitedAddress).waitFor({ state: "detached" });
}

/** @returns the status that somebody gets there, and the heading of the page */
export async function visit({ page }: PluginUser, address: string) {
  const answer = await page.goto(address);
  return { status: answer?.status(), heading: await page.locator("h1").first().textContent() };
}
