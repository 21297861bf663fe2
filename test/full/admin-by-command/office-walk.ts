/** What an administrator does on the pages of the back office, and what the user meets meanwhile. */
import { expect } from "vitest";
import type { PluginUser } from "../../e2e/plugin-user.js";
import { setUpFactor, signUp, type Walk, walkOf } from "../../e2e/plugin-walk.js";

/** One who looks after the app, and one who uses it; each with a browser of their own. */
export interface People {
  readonly root: Walk;
  readonly ada: Walk;
  readonly hasFactor: boolean;
}

const reason = "Ticket 4711";
/** As the form of the sign-up has it. */
const name = "Ada";

export async function signUpPeople(
  [one, other]: readonly [PluginUser, PluginUser],
  host: string,
  hasFactor: boolean,
): Promise<People> {
  const root = { ...walkOf(one, one), email: `root@${host}` };
  const ada = { ...walkOf(other, other), email: `ada@${host}` };
  for (const walk of [root, ada]) {
    await signUp(walk);
    if (hasFactor) await setUpFactor(walk);
  }
  return { root, ada, hasFactor };
}

async function signIn(
  { laptop: user, email, passwords: [first], secret }: Walk,
  password = first,
): Promise<void> {
  await user.signIn(email, password);
  if (secret === "") return;
  await user.sees("Confirm that it's you");
  await user.answerCode(secret);
}

/** The grant counts from the next sign-in. */
export async function findUser({ root, ada, hasFactor }: People): Promise<void> {
  const { laptop: user } = root;
  await user.open("/admin/users");
  expect(await user.page.getByRole("heading", { name: "Users", level: 1 }).count()).toBe(0);
  await user.signOut();
  await signIn(root);
  await user.open("/admin/users");
  await user.sees("Users");
  expect(await user.page.getByText("No second factor protects").count()).toBe(hasFactor ? 0 : 1);
  await user.fillIn({ "Address or id": ada.email });
  await user.press("Find");
  await user.page.locator("main a", { hasText: ada.email }).first().click();
  await user.sees(name);
}

/** In the form with this button. */
async function give(user: PluginUser, button: string): Promise<void> {
  const form = user.page.locator("form", {
    has: user.page.getByRole("button", { name: button, exact: true }),
  });
  await form.getByLabel("Reason").fill(reason);
  await user.press(button);
}

export async function banAndUnban({ root: { laptop: user }, ada }: People): Promise<void> {
  await give(user, "Ban");
  await user.page.getByText(`Banned: ${reason}`).waitFor();
  expect(await ada.laptop.who()).toBe("nobody");
  await ada.laptop.signIn(ada.email, ada.passwords[0]);
  expect(await ada.laptop.who()).toBe("nobody");
  await user.press("Take the ban back");
  await user.sees(name);
  expect(await user.page.getByText(`Banned: ${reason}`).count()).toBe(0);
  await signIn(ada);
  expect(await ada.laptop.who()).toBe(ada.email);
}

export async function seeTheAppAs({ root, ada }: People): Promise<void> {
  const { laptop: user } = root;
  const { page } = user;
  const back = page.url();
  await user.follow(`See the app as ${name}`);
  await give(user, `See the app as ${name}`);
  expect(await user.who()).toBe(ada.email);
  await user.open("/admin/users");
  expect(await page.getByRole("heading", { name: "Users", level: 1 }).count()).toBe(0);
  await ada.laptop.open("/account");
  expect(await ada.laptop.page.textContent("main")).toContain("sees this app as you");
  await user.open("/impersonation");
  await user.press("Stop");
  await user.sees(name);
  expect(page.url()).toBe(back);
  expect(await user.who()).toBe(root.email);
  await page.goto(back);
}

/** She has lost it: her sessions end, and a mail to her address opens the account. */
export async function removeFactor({ root: { laptop: user }, ada, hasFactor }: People): Promise<void> {
  const button = "Remove it";
  if (!hasFactor) return expect(await user.page.getByRole("button", { name: button }).count()).toBe(0);
  await give(user, button);
  await user.page.getByText(/^The second factor was removed/).waitFor();
  const { laptop: owner, email, passwords } = ada;
  expect(await owner.who()).toBe("nobody");
  await owner.signIn(email, passwords[0]);
  expect(await owner.who()).toBe("nobody");
  expect(await owner.app.mailLink(/^Your second factor at .* was removed/, email)).toMatch(/\/sign-?in\b/);
  await owner.open("/signin");
  await owner.follow("Forgot your password?");
  await owner.fillIn({ Email: email });
  await owner.press("Send link");
  await owner.openMail(/^Choose a new password/, email);
  await owner.fillIn({ "New password": passwords[1] });
  await owner.press("Save password");
  await owner.sees("Your password is changed");
  await owner.signIn(email, passwords[1]);
  expect(await owner.who()).toBe(email);
}
