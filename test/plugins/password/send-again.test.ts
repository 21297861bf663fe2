/** F-14: what the pages of a sign-up offer beside their form: the providers, the same mail once more, another link. */
import { expect, test } from "vitest";
import { locationOf } from "../../support/browser.js";
import { ada, other, PasswordApp, right } from "./drive.js";

const begin = async (app: PasswordApp, secret = right) => {
  const user = app.browser();
  const page = await (await user.form("sign-up", { email: ada, password: secret, name: "Ada" })).text();
  return { user, page };
};

test("sign-up offers the providers, and says where to go with an account", async () => {
  const page = await (await new PasswordApp().browser().page("sign-up")).text();
  expect(page).toContain('action="http://localhost:3000/auth/signin/other"');
  expect(page).toContain("Already have an account? Sign in");
  const alone = await (await new PasswordApp({ providers: [] }).browser().page("sign-up")).text();
  expect(alone).not.toContain("/auth/signin/");
});

test("Send again mails a new link for what was typed, and both make the one account", async () => {
  const app = new PasswordApp();
  const { user, page } = await begin(app);
  expect(page).toMatch(/name="again" value="true"[\s\S]*Send again/);
  const first = await app.token();
  const again = await user.form("sign-up", { email: ada, again: "true" });
  expect([again.status, await again.text()]).toEqual([200, expect.stringContaining("Check your email")]);
  const second = await app.token();
  expect(second).not.toBe(first);
  await user.form("verify", { token: second });
  expect((await user.session())?.user).toMatchObject({ email: ada, name: "Ada" });
  const late = await user.form("verify", { token: first, password: other });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining("There is an account already"),
  ]);
  const elsewhere = app.browser();
  await elsewhere.signIn(ada, right);
  expect(await elsewhere.isSignedIn()).toBe(true);
});

test("the password of the newest form counts", async () => {
  const app = new PasswordApp();
  const { user } = await begin(app);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await user.form("sign-up", { email: ada, password: other });
  await user.form("sign-up", { email: ada, again: "true" });
  await user.form("verify", { token: await app.token() });
  const elsewhere = app.browser();
  await elsewhere.signIn(ada, other);
  expect(await elsewhere.isSignedIn()).toBe(true);
});

test("another browser sends nothing again: it has typed no password, and gets the form", async () => {
  const app = new PasswordApp();
  await begin(app);
  await app.lastMail();
  const stranger = await app.browser().form("sign-up", { email: ada, again: "true" });
  expect([stranger.status, await stranger.text()]).toEqual([400, expect.stringContaining('name="password"')]);
  await Promise.all(app.queued);
  expect(app.mails).toHaveLength(1);
});

test("known and unknown addresses answer alike, and each mail is counted", async () => {
  const app = new PasswordApp();
  await app.withUser();
  const { user, page } = await begin(app);
  const unknown = await new PasswordApp().browser().form("sign-up", { email: ada, password: right });
  const plain = (text: string) => text.replace(/value="[0-9a-f]{64}"|nonce="\w+"/g, "");
  expect(plain(page)).toBe(plain(await unknown.text()));
  const statuses: number[] = [];
  for (let tries = 0; tries < 12; tries += 1)
    statuses.push((await user.form("sign-up", { email: ada, again: "true" })).status);
  expect(statuses.at(0)).toBe(200);
  expect(statuses.at(-1)).toBe(429);
  expect((await app.lastMail()).subject).toBe("You have an account at localhost:3000");
  expect(app.mails.length).toBeLessThanOrEqual(11);
});

test.each([
  ["reset", "forgot"],
  ["verify", "sign-up"],
  ["confirm-address", "address"],
])("the page of a link for %s that is over leads to %s", async (page, asked) => {
  const answer = await new PasswordApp().browser().page(`${page}?token=${"0".repeat(64)}`);
  const text = await answer.text();
  expect([answer.status, text]).toEqual([400, expect.stringContaining("Ask for a new one</a>")]);
  expect(text).toContain(`href="http://localhost:3000/auth/password/${asked}"`);
});

test("a link to choose a new password can be sent again", async () => {
  const app = new PasswordApp();
  await app.withUser();
  const page = await (await app.browser().form("forgot", { email: ada })).text();
  expect(page).toMatch(/action="http:\/\/localhost:3000\/auth\/password\/forgot"[\s\S]*Send again/);
  expect(page).toContain(`name="email" value="${ada}"`);
  expect(locationOf(await app.browser().form("sign-up", { email: ada, again: "true" }))).toBe("");
});
