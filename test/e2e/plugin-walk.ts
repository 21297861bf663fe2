/** What users do with the plugins of an app, in the order of a life: each step goes on where the last one ended. */
import { readFile } from "node:fs/promises";
import { expect } from "vitest";
import type { PluginUser } from "./plugin-user.js";

/** A user in two browsers, and what the user knows. */
export interface Walk {
  readonly laptop: PluginUser;
  readonly phone: PluginUser;
  email: string;
  /** The first password, and those that come after it. */
  readonly passwords: readonly [string, string, string];
  /** Of the authenticator app. */
  secret: string;
  /** To recover. */
  codes: readonly string[];
}

export const walkOf = (laptop: PluginUser, phone: PluginUser): Walk => ({
  laptop,
  phone,
  email: "ada@example.com",
  passwords: ["correct horse battery", "staple of the barn", "seven green lamps"],
  secret: "",
  codes: [],
});

export async function signUp({ laptop: user, email, passwords: [first] }: Walk): Promise<void> {
  await user.open("/signin?callbackUrl=/");
  await user.sees(/^Sign in(?: to|$)/, "plugin-sign-in");
  await user.follow("Create an account");
  await user.sees("Create an account");
  await user.fillIn({ Email: email, Password: "short" });
  await user.press("Create account");
  await user.seesProblem(/at least 10/, "Password");
  await user.sees("Create an account");
  await user.fillIn({ "Name (optional)": "Ada", Email: email, Password: first });
  await user.press("Create account");
  await user.sees("Check your email");
  await user.openMail(/^Confirm your email/);
  await user.sees("Confirm your email");
  await user.press("Create account");
  expect(await user.who()).toBe(email);
}

/** A session that does not tell when its user signed in asks for the sign-in once more. */
async function openSetUp({ laptop: user, email, passwords: [first] }: Walk): Promise<void> {
  await user.open("/account");
  await user.follow("Two-step sign-in: Set up");
  const [again, setUp] = ["Sign in again first", "Set up two-step sign-in"];
  if ((await user.seesOneOf(again, setUp)) === setUp) return;
  await user.sees(again);
  await user.press("Sign in again");
  await user.fillIn({ Email: email, Password: first });
  await user.press("Sign in");
}

export async function setUpFactor(walk: Walk): Promise<void> {
  const { laptop: user } = walk;
  await openSetUp(walk);
  await user.sees("Set up two-step sign-in", "plugin-set-up");
  walk.secret = (await user.page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
  await user.typeCode("000000");
  await user.seesProblem(/not right/, "Six-digit code");
  await user.sees("Set up two-step sign-in");
  await user.answerCode(walk.secret);
  await user.sees("Save your recovery codes");
  walk.codes = await user.page.locator(".codes code").allTextContents();
  expect(walk.codes).toHaveLength(10);
  await user.press("I have saved them");
  await user.sees("Your account");
  expect(await user.page.textContent("main")).toContain("Recovery codes left: 10");
}

/** A wrong password, the right one with a code, and the same browser, which is trusted then. */
export async function signInByCode({ laptop: user, email, passwords: [first], secret }: Walk): Promise<void> {
  await user.signOut();
  await user.signIn(email, "not the password");
  await user.seesProblem(/did not work/);
  await user.signIn(email, first);
  await user.sees("Confirm that it's you", "plugin-code");
  expect(await user.who()).toBe("nobody");
  await user.open("/two-factor");
  await user.page.getByLabel(/Don't ask again/).check();
  await user.answerCode(secret);
  expect(await user.who()).toBe(email);
}

export async function signInTrusted({ laptop: user, email, passwords: [first] }: Walk): Promise<void> {
  await user.signOut();
  await user.signIn(email, first);
  expect(await user.who()).toBe(email);
}

/** In a session without the factor: a page that asks for it, and the way back. */
export async function showFactorAgain(
  { laptop: user, secret }: Walk,
  page: string,
  heading: string,
): Promise<void> {
  await user.page.goto(page);
  await user.sees("Confirm that it's you");
  await user.answerCode(secret);
  await user.sees(heading);
  expect(user.page.url()).toBe(page);
  await user.page.goto(page);
  await user.sees(heading);
}

export async function signInByRecoveryCode(walk: Walk): Promise<void> {
  const {
    phone: user,
    email,
    passwords: [first],
  } = walk;
  const useCode = async () => {
    await user.signIn(email, first);
    await user.page.getByText("I can't use the app").click();
    await user.fillIn({ "Recovery code": walk.codes[0] ?? "" });
    await user.press("Use the recovery code");
  };
  await useCode();
  expect(await user.who()).toBe(email);
  await user.signOut();
  await useCode();
  await user.seesProblem(/none of your unused recovery codes/);
  await user.answerCode(walk.secret);
  expect(await user.who()).toBe(email);
}

export async function linkAccount({ laptop: user, secret }: Walk): Promise<void> {
  const { app } = user;
  await user.open("/account");
  await user.follow(`Link ${app.provider}`);
  // A trusted browser is asked for the factor all the same.
  await user.sees("Confirm that it's you");
  await user.answerCode(secret);
  await user.sees("Link an account");
  await user.press(`Link ${app.provider}`);
  await app.chooseAccount(user.page);
  await user.sees("Your account");
  expect(await user.page.textContent("main")).not.toContain("No account is linked.");
}

/** Both sessions, the end of the other one, a new name, the download. */
export async function useAccountPage({ laptop: user, phone, email }: Walk): Promise<void> {
  await user.open("/account");
  await user.sees("Your account");
  expect(await user.page.locator('section:has(h2:text("Where you are signed in")) li time').count()).toBe(2);
  await user.press("Sign out all others");
  expect(await user.page.locator('section:has(h2:text("Where you are signed in")) li time').count()).toBe(1);
  expect([await phone.who(), await user.who()]).toEqual(["nobody", email]);
  await user.open("/account");
  await user.fillIn({ Name: "Ada Lovelace" });
  await user.press("Save");
  expect(await user.page.getByLabel("Name").inputValue()).toBe("Ada Lovelace");
  const [file] = await Promise.all([
    user.page.waitForEvent("download"),
    user.page.getByRole("link", { name: "Download my data" }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ user: { email } });
}

export async function unlinkAccount({ laptop: user }: Walk): Promise<void> {
  await user.open("/account");
  await user.sees("Your account", "plugin-account");
  await user.press(`Unlink ${user.app.provider}`);
  expect(await user.page.getByRole("button", { name: /^Unlink/ }).count()).toBe(0);
}

export async function changePassword({
  laptop: user,
  passwords: [first, second],
  secret,
}: Walk): Promise<void> {
  await user.open("/account");
  await user.follow("Change password");
  await user.sees("Change password");
  await user.fillIn({ "Current password": "not the password", "New password": second });
  await user.press("Change password");
  await user.seesProblem(/current password is wrong/, "Current password");
  await user.fillIn({ "Current password": first, "New password": second });
  await user.press("Change password");
  if (new URL(user.page.url()).pathname.endsWith("/two-factor")) await user.answerCode(secret);
  await user.sees("Your account");
  expect(await user.app.mailLink(/^Your password .* was changed/)).toContain("/forgot");
}

/** Both addresses hear of it, and the link goes to the new one; the link signs everybody out. */
export async function changeAddress(walk: Walk): Promise<void> {
  const {
    laptop: user,
    email: old,
    passwords: [, current],
  } = walk;
  const { app } = user;
  const email = "lovelace@example.com";
  await user.open("/account");
  await user.follow("Change email address");
  await user.sees("Change email");
  await user.fillIn({ "New email": email, "Current password": "not the password" });
  await user.press("Send link");
  await user.seesProblem(/current password is wrong/, "Current password");
  await user.fillIn({ "Current password": current });
  await user.press("Send link");
  await user.sees("Check your email");
  expect(await app.mailLink(/^A new email was asked for/, old)).toContain("/forgot");
  expect(await user.who()).toBe(old);
  await user.openMail(/^An account at .* wants to use this address/, email);
  await user.sees("Change the email of an account");
  await user.press("Use this email");
  await user.sees("Your email is changed");
  for (const to of [old, email])
    expect(await app.mailLink(/^Your email .* was changed/, to)).toMatch(/\/sign-?in\b/);
  expect(await user.who()).toBe("nobody");
  await user.signIn(old, current);
  await user.seesProblem(/did not work/);
  await user.signIn(email, current);
  if (new URL(user.page.url()).pathname.endsWith("/two-factor")) await user.answerCode(walk.secret);
  expect(await user.who()).toBe(email);
  walk.email = email;
}

export async function resetPassword({
  laptop,
  phone: user,
  email,
  passwords: [, , third],
  secret,
}: Walk): Promise<void> {
  await user.open("/signin");
  await user.follow("Forgot your password?");
  await user.sees("Forgot your password?");
  await user.fillIn({ Email: email });
  await user.press("Send link");
  await user.sees("Check your email");
  await user.openMail(/^Choose a new password/);
  await user.sees("Choose a new password");
  await user.fillIn({ "New password": third });
  await user.press("Save password");
  await user.sees("Your password is changed");
  expect(await laptop.who()).toBe("nobody");
  await user.signIn(email, third);
  await user.answerCode(secret);
  expect(await user.who()).toBe(email);
}

export async function switchFactorOff({ phone: user }: Walk): Promise<void> {
  await user.open("/two-factor/manage");
  await user.press("Make new recovery codes");
  await user.sees("Your new recovery codes");
  await user.follow("Back");
  await user.sees("Two-step sign-in");
  await user.press("Switch off");
  expect(await user.page.textContent("main")).toContain("Two-step sign-in is off.");
}

/** @param password the one that no longer opens anything afterwards */
export async function deleteAccount(user: PluginUser, email: string, password: string): Promise<void> {
  await user.open("/account");
  await user.page.getByText("Delete my account").first().click();
  await user.press("Yes, delete my account");
  await user.sees(/^Sign in(?: to|$)/);
  await user.signIn(email, password);
  await user.seesProblem(/did not work/);
}

/** A user without an address, whose only way in is the account of a provider. */
export async function keepLastWayIn(user: PluginUser): Promise<void> {
  const { app } = user;
  await user.open(`/signin?callbackUrl=${encodeURIComponent(`${new URL(app.authUrl).pathname}/account`)}`);
  await user.press(`Sign in with ${app.provider}`);
  await app.chooseAccount(user.page, { withoutEmail: true });
  await user.sees("Your account");
  await user.press(`Unlink ${app.provider}`);
  await user.seesProblem(/only way to sign in/);
  await user.sees("Your account");
}
