/** What users do with a passkey in an app with plugins, in a browser with a device that holds it. */
import { expect } from "vitest";
import type { Walk } from "./plugin-walk.js";

const name = "Laptop";

/** To add a way in asks for the factor, which was shown in the last five minutes. */
export async function addPasskey({ laptop: user }: Walk): Promise<void> {
  await user.page.goto(new URL("/passkey", user.app.authUrl).href);
  await user.page.getByRole("button", { name: "Add a passkey" }).click();
  await user.sees("Your account");
  const passkey = user.page
    .getByRole("listitem")
    .filter({ has: user.page.getByRole("button", { name: /^Remove/ }) });
  const field = passkey.getByRole("textbox", { name: "Name", exact: true, includeHidden: true });
  expect(await field.inputValue()).toMatch(/^Chrome on /);
  await passkey.getByText("Rename").click();
  await field.fill(name);
  await passkey.getByRole("button", { name: "Save" }).click();
  await user.page.getByRole("button", { name: `Remove ${name}` }).waitFor();
  await user.sees("Your account");
  expect(await field.inputValue()).toBe(name);
}

export async function signInByPasskeyAsFactor({
  laptop: user,
  email,
  passwords: [first],
}: Walk): Promise<void> {
  await user.signOut();
  await user.signIn(email, first);
  await user.sees("Confirm that it's you");
  expect(await user.who()).toBe("nobody");
  await user.open("/two-factor");
  await user.page.getByRole("button", { name: "Use a passkey" }).click();
  await user.page.waitForURL(({ pathname }) => pathname === "/");
  expect(await user.who()).toBe(email);
}

/** What has signed in is no second factor: the page asks for a code alone. */
export async function signInByPasskey({ laptop: user, email, secret }: Walk): Promise<void> {
  await user.signOut();
  await user.open("/signin?callbackUrl=/");
  await user.sees("Sign in to Shop");
  await user.page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await user.sees("Confirm that it's you");
  expect(await user.page.getByRole("button", { name: "Use a passkey" }).count()).toBe(0);
  await user.answerCode(secret);
  expect(await user.who()).toBe(email);
}

export async function removePasskey({
  laptop: user,
  email,
  passwords: [first],
  secret,
}: Walk): Promise<void> {
  await user.open("/account");
  await user.press(`Remove ${name}`);
  await user.sees("Your account");
  expect(await user.page.locator("#passkeys").getByRole("listitem").count()).toBe(0);
  await user.signOut();
  await user.open("/signin?callbackUrl=/");
  await user.page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await user.sees("This passkey is not known");
  expect(await user.who()).toBe("nobody");
  await user.signIn(email, first);
  await user.sees("Confirm that it's you");
  expect(await user.page.getByRole("button", { name: "Use a passkey" }).count()).toBe(0);
  await user.answerCode(secret);
  expect(await user.who()).toBe(email);
}
