/** The walk of next-prisma: a password whose address is confirmed, a second factor, and the account page. */
import { expect } from "vitest";
import { mailsAt, nextCode } from "../../e2e/commanded-app.js";
import { PluginUser, type WalkedApp } from "../../e2e/plugin-user.js";
import { setUpFactor, signUp, walkOf } from "../../e2e/plugin-walk.js";
import type { Visit } from "./walks.js";

/** Whether somebody is signed in, the app itself says: its front page is guarded. */
async function who(page: Visit["page"], url: string): Promise<string> {
  await page.goto(url);
  if (new URL(page.url()).pathname === "/sign-in") return "nobody";
  const session = await page.request.get(`${url}/api/auth/session`);
  return ((await session.json()) as { user: { email: string } }).user.email;
}

export async function expenses({ page, url, printed }: Visit): Promise<void> {
  const app: WalkedApp = {
    authUrl: `${url}/api/auth`,
    patience: 60_000,
    provider: "none",
    chooseAccount: () => Promise.reject(new Error("There is no provider")),
    mailLink: mailsAt(() => /Mails are not sent; they are at (\S+)/.exec(printed())?.[1] ?? ""),
    nextCode,
    who: (asked) => who(asked, url),
  };
  const user = await PluginUser.in(page.context(), app);
  const walk = walkOf(user, user);
  const { email, passwords } = walk;
  const front = async () => {
    await user.page.goto(url);
    await user.sees("Expenses");
  };

  expect(await user.who()).toBe("nobody");
  await signUp(walk);
  await front();
  await user.fillIn({ What: "Bread", Amount: "4.20" });
  await user.page.getByRole("button", { name: "Add" }).click();
  await user.page.getByRole("listitem").getByText("Bread 4.20").waitFor();
  await setUpFactor(walk);

  await front();
  await user.follow("sign out");
  await user.press("Sign out");
  expect(await user.who()).toBe("nobody");
  await user.signIn(email, passwords[0]);
  await user.sees("Confirm that it's you");
  expect(await user.who()).toBe("nobody");
  await user.open("/two-factor");
  await user.answerCode(walk.secret);
  await front();
  await user.page.getByRole("listitem").getByText("Bread 4.20").waitFor();
  await user.follow("your account");
  await user.sees("Your account");
  await user.page.getByText("Recovery codes left: 10").waitFor();

  await front();
  await user.follow("sign out");
  await user.press("Sign out");
  expect(await user.who()).toBe("nobody");
}
