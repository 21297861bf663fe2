/** Who has lost the second factor deletes by a mail, in a week at the earliest; whoever has it takes that back. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { account, deleteDueUsers } from "../../../src/runtime/plugins/account/index.js";
import { accountDeletions } from "../../../src/runtime/plugins/account/tables.js";
import { removeFactor } from "../../../src/runtime/plugins/two-factor/factor-store.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import { locationOf } from "../../support/browser.js";
import { ada, type PasswordApp, right, type User } from "../password/drive.js";
import { ownerOf, trustedCookie } from "../two-factor/visit.js";
import { houseOf, idOf, recordsOf, strategies, type Strategy, withFactor } from "./house.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const json = { accept: "application/json" };
const minute = 60_000;
const day = 24 * 60 * minute;

const form = async (user: User, path: string, fields: Record<string, string> = {}) =>
  user.post(`/auth/${path}`, { csrfToken: await user.csrfToken(), ...fields });

const script = async (user: User, path: string, fields: Record<string, string> = {}) =>
  user.send(`/auth/${path}`, {
    method: "POST",
    headers: { ...json, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken: await user.csrfToken(), ...fields }),
  });

/** Signs in with the factor. */
async function withCode(user: User, secret: string, more: Record<string, string> = {}) {
  vi.advanceTimersByTime(minute);
  await user.signIn(ada, right);
  await form(user, "two-factor", { code: await codeAt(secret, stepAt(Date.now())), ...more });
  return user;
}

/** Ada in a trusted browser, in a session of the password alone: the factor is lost. */
async function lost(strategy: Strategy, days = 0) {
  const app = houseOf({ strategy });
  if (days > 0)
    app.config.plugins = app.config.plugins!.map((plugin) =>
      plugin.id === "account" ? account({ cacheSeconds: 0, deleteAfterDays: days }) : plugin,
    );
  await app.withUser();
  const secret = await withFactor(app);
  const user = await withCode(app.browser(), secret, { trust: "yes" });
  for (const name of user.cookies.keys()) if (name !== trustedCookie) user.cookies.delete(name);
  await user.signIn(ada, right);
  expect(await user.isSignedIn()).toBe(true);
  return { app, user, secret };
}

async function linkOf(app: PasswordApp): Promise<{ address: string; fields: Record<string, string> }> {
  const { url } = await app.lastMail(ada);
  const { pathname, search, searchParams } = new URL(url);
  return { address: pathname + search, fields: Object.fromEntries(searchParams) };
}

const planOf = async (app: PasswordApp) => recordsOf(app, accountDeletions).find({ userId: await idOf(app) });

/** As far as the press. */
async function planned(strategy: Strategy) {
  const made = await lost(strategy);
  expect((await form(made.user, "account/delete-mail")).status).toBe(200);
  const { fields } = await linkOf(made.app);
  expect((await form(made.app.browser(), "account/delete-link", fields)).status).toBe(200);
  expect(await planOf(made.app)).toMatchObject({ deleteAt: expect.any(Date) });
  return made;
}

describe.each(strategies)("with %s sessions", (strategy) => {
  test("F1: the page and the refusal offer a mail, where a factor is set up", async () => {
    const { app, user } = await lost(strategy);
    const page = await (await user.send("/auth/account")).text();
    expect(page).toContain('name="do" value="delete-mail"');
    const refused = await script(user, "account/delete", { confirm: "delete" });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      error: "factor",
      url: "http://localhost:3000/auth/two-factor/confirm",
      mailUrl: "http://localhost:3000/auth/account/delete-mail",
    });
    await removeFactor(ownerOf(app, await idOf(app)));
    expect(await (await user.send("/auth/account")).text()).not.toContain("delete-mail");
    expect((await script(user, "account/delete-mail")).status).toBe(400);
  });

  test("F1: looking at the link plans nothing; the press does, ends all sessions and tells the owner", async () => {
    const { app, user } = await lost(strategy);
    const asked = await script(user, "account/delete-mail");
    expect(await asked.json()).toEqual({ ok: true, next: "mail" });
    const { address, fields } = await linkOf(app);
    const elsewhere = app.browser();
    for (let count = 0; count < 3; count += 1) {
      const page = await elsewhere.send(address);
      expect(page.status).toBe(200);
      expect(page.headers.get("referrer-policy")).toBe("strict-origin");
      expect(await page.text()).toContain("Yes, delete my account");
    }
    expect(await planOf(app)).toBeUndefined();
    expect(await user.isSignedIn()).toBe(true);
    const now = Date.now();
    const pressed = await form(elsewhere, "account/delete-link", fields);
    expect(pressed.status).toBe(200);
    expect(((await planOf(app))!["deleteAt"] as Date).valueOf()).toBe(now + 7 * day);
    expect(await user.isSignedIn()).toBe(false);
    const told = await app.lastMail(ada);
    expect(told.text).toContain("Your account will be deleted on");
    expect(told.text).toContain("second factor before that day keeps it");
    expect(told.url).toBe("http://localhost:3000/auth/account");
  });

  test("F1: it is carried out on the seventh day, and by no sign-in with the password alone taken back", async () => {
    const { app, user } = await planned(strategy);
    await user.signIn(ada, right);
    expect(await user.isSignedIn()).toBe(true);
    expect(await planOf(app)).toMatchObject({ deleteAt: expect.any(Date) });
    vi.advanceTimersByTime(7 * day - minute);
    expect(await deleteDueUsers(app.config)).toBe(0);
    vi.advanceTimersByTime(2 * minute);
    const runs = await Promise.all([deleteDueUsers(app.config), deleteDueUsers(app.config)]);
    expect(runs[0] + runs[1]).toBe(1);
    expect(await app.config.adapter!.getUserByEmail!(ada)).toBeNull();
  });

  test("F1: a sign-in with the factor takes it back, and the link does not plan it once more", async () => {
    const { app, secret } = await planned(strategy);
    const waiting = app.browser();
    await waiting.signIn(ada, right);
    expect(await planOf(app)).toMatchObject({ deleteAt: expect.any(Date) });
    const owner = await withCode(app.browser(), secret);
    expect(await owner.isSignedIn()).toBe(true);
    expect(await planOf(app)).toBeUndefined();
    const link = app.mails.find(({ url }) => url.includes("delete-link"))!;
    const fields = Object.fromEntries(new URL(link.url).searchParams);
    expect((await form(app.browser(), "account/delete-link", fields)).status).toBe(404);
    expect((await script(app.browser(), "account/delete-link", fields)).status).toBe(404);
    expect(await planOf(app)).toBeUndefined();
    vi.advanceTimersByTime(8 * day);
    expect(await deleteDueUsers(app.config)).toBe(0);
  });

  test("F1: a longer delay of the app holds, and so do plans that were made with the factor", async () => {
    const { app, user, secret } = await lost(strategy, 30);
    await form(user, "account/delete-mail");
    const { fields } = await linkOf(app);
    const now = Date.now();
    await form(app.browser(), "account/delete-link", fields);
    expect(((await planOf(app))!["deleteAt"] as Date).valueOf()).toBe(now + 30 * day);
    const owner = await withCode(app.browser(), secret);
    await form(owner, "account/delete", { confirm: "delete" });
    expect(await planOf(app)).toMatchObject({ deleteAt: expect.any(Date) });
    await user.signIn(ada, right);
    expect(await planOf(app)).toBeUndefined();
  });

  test("F1: of two presses at once one plans, and the link ends in 24 hours and with the address", async () => {
    const { app, user } = await lost(strategy);
    await form(user, "account/delete-mail");
    const { fields } = await linkOf(app);
    const presses = [app.browser(), app.browser()].map((each) => form(each, "account/delete-link", fields));
    expect((await Promise.all(presses)).map(({ status }) => status).sort()).toEqual([200, 404]);
    const again = await lost(strategy);
    await form(again.user, "account/delete-mail");
    const second = await linkOf(again.app);
    const wrong = { ...second.fields, token: "0".repeat(64) };
    expect((await form(again.app.browser(), "account/delete-link", wrong)).status).toBe(404);
    const id = await idOf(again.app);
    const { adapter } = again.app.config;
    await adapter!.updateUser!({ id, email: "moved@example.com" });
    expect((await form(again.app.browser(), "account/delete-link", second.fields)).status).toBe(404);
    await adapter!.updateUser!({ id, email: ada });
    vi.advanceTimersByTime(day + 1000);
    expect((await form(again.app.browser(), "account/delete-link", second.fields)).status).toBe(404);
    expect(await planOf(again.app)).toBeUndefined();
  });

  test("F1: needs a sign-in of just now, a proven address and something that sends; else it is refused as before", async () => {
    const { app, user } = await lost(strategy);
    const mails = app.mails.length;
    const { adapter } = app.config;
    const id = await idOf(app);
    await adapter!.updateUser!({ id, emailVerified: null });
    expect(locationOf(await form(user, "account/delete-mail"))).toContain("/two-factor/confirm");
    expect(await (await user.send("/auth/account")).text()).not.toContain("delete-mail");
    const refused = await script(user, "account/delete", { confirm: "delete" });
    expect(await refused.json()).not.toHaveProperty("mailUrl");
    await adapter!.updateUser!({ id, emailVerified: new Date() });
    vi.advanceTimersByTime(11 * minute);
    expect((await script(user, "account/delete-mail")).status).toBe(401);
    expect((await script(app.browser(), "account/delete-mail")).status).toBe(401);
    expect(app.mails).toHaveLength(mails);
  });

  test("F1, M1: the eleventh mail of a session is refused", async () => {
    const { app, user } = await lost(strategy);
    for (let count = 0; count < 10; count += 1)
      expect((await form(user, "account/delete-mail")).status).toBe(200);
    const mails = app.mails.length;
    expect((await form(user, "account/delete-mail")).status).toBe(429);
    expect(app.mails).toHaveLength(mails);
  });
});
