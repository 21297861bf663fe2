/** Setting up in a session, and what a user changes later. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { browserTable, recoveryTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { locationOf } from "../../support/browser.js";
import {
  ada,
  after,
  byPassword,
  challenge,
  codeOf,
  first,
  hiddenOf,
  ownerOf,
  send,
  setUp,
  signedIn,
  stageWith,
  trustedCookie,
  withFactor,
  byMail,
  vault,
  confirmPath,
  guarded,
  mailUser,
  copyOf,
} from "./visit.js";

afterEach(() => void vi.useRealTimers());

describe("a user who is signed in", () => {
  it("sets up with a JWT session that has just begun", async () => {
    const stage = stageWith();
    const browser = await signedIn(stage);
    const page = guarded(stage);
    for (const [name, value] of browser.cookies) page.cookies.set(name, value);
    expect(await vault(page)).toBe(confirmPath);
    expect(locationOf(await page.send(confirmPath))).toContain("/two-factor/set-up?callbackUrl=");
    const { secret, codes, target } = await setUp(page, "/two-factor/set-up");
    expect([target, codes.length]).toEqual([after, 10]);
    expect(await vault(page)).toBe("open");
    const later = stage.browser();
    expect(await byPassword(stage, later)).toBe(challenge);
    expect((await send(later, "/two-factor", { code: await codeOf(secret) })).status).toBe(401);
    expect(locationOf(await send(later, "/two-factor", { code: await codeOf(secret, 1) }))).toBe(after);
  });

  it.each(["jwt", "database"] as const)("a while ago signs in once more to set up: %s", async (strategy) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stage = stageWith({}, { session: { strategy } });
    const browser = stage.browser();
    await mailUser(stage, browser);
    vi.setSystemTime(Date.now() + 601_000);
    const page = await (await browser.send("/auth/two-factor/set-up?callbackUrl=/after")).text();
    expect(page).toContain("Sign in again first");
    expect(page).not.toContain("<svg");
    for (const path of ["/two-factor/set-up", "/two-factor/set-up/save"])
      expect(await (await send(browser, path)).text()).toContain("Sign in again first");
    expect(locationOf(await send(browser, "/two-factor/set-up/again"))).toContain(
      "/auth/signin?callbackUrl=",
    );
    // Another user's sign-in in this browser is not led there.
    if (strategy === "jwt") expect(await byPassword(stage, copyOf(stage, browser))).toBe(after);
    expect(await byMail(stage, browser)).toBe(first);
    const left = copyOf(stage, browser);
    const { target } = await setUp(browser);
    expect(target).toBe(after);
    expect([...browser.cookies.keys()].some((name) => name.endsWith("set-up"))).toBe(false);
    expect(locationOf(await send(left, "/two-factor/first/skip"))).toContain("error=");
  });

  it("may leave it out, where nobody needs it", async () => {
    const stage = stageWith({}, { session: { strategy: "database" } });
    const browser = stage.browser();
    await mailUser(stage, browser);
    await send(browser, "/two-factor/set-up/again");
    expect(await byMail(stage, browser)).toBe(first);
    expect(await (await browser.send("/auth/two-factor/first")).text()).toContain("Not now");
    expect(locationOf(await send(browser, "/two-factor/first/skip"))).toBe(after);
    expect(await browser.session()).not.toBeNull();
    const page = guarded(stage);
    for (const [name, value] of browser.cookies) page.cookies.set(name, value);
    expect(await vault(page)).toBe(confirmPath);
  });
});

describe("what changes the factor", () => {
  const changes = ["/two-factor/off", "/two-factor/recovery-codes", "/two-factor/forget-browsers"];

  it.each(changes)("%s needs that it was shown in the last five minutes", async (path) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = await signedIn(stage, secret);
    vi.setSystemTime(Date.now() + 301_000);
    expect(locationOf(await send(browser, path))).toContain("/auth/two-factor/confirm?callbackUrl=");
    expect(locationOf(await browser.send("/auth/two-factor/set-up"))).toContain("/two-factor/confirm");
    expect(await byPassword(stage, stage.browser())).toBe(challenge);
    await send(browser, "/two-factor/confirm", { code: await codeOf(secret) });
    expect((await send(browser, path)).status).toBe(path.endsWith("codes") ? 200 : 302);
    expect(locationOf(await browser.post(`/auth${path}`, {}))).toContain("MissingCSRF");
  });

  it("makes new recovery codes, and ends the old ones", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = await signedIn(stage, secret);
    const page = await (await send(browser, "/two-factor/recovery-codes")).text();
    const codes = [...page.matchAll(/<li><code>([^<]+)/g)].map(([, code]) => code!);
    expect(codes).toHaveLength(10);
    expect(await (await browser.send("/auth/two-factor/manage")).text()).toContain("left: 10");
    const later = stage.browser();
    await byPassword(stage, later);
    const wrong = await send(later, "/two-factor", { recovery: "AAAAA-AAAAA" });
    // A text of its own: there is no next one to wait for.
    const text = await wrong.text();
    expect([wrong.status, text]).toEqual([
      401,
      expect.stringContaining("none of your unused recovery codes"),
    ]);
    expect(text).toMatch(/<details open>/);
    expect(text).not.toContain("wait for the next one");
    expect(locationOf(await send(later, "/two-factor", { recovery: codes[9]! }))).toBe(after);
  });

  it("puts another app in the place of the one before", async () => {
    const stage = stageWith();
    const old = await withFactor(stage);
    const browser = await signedIn(stage, old);
    const { secret } = await setUp(browser, "/two-factor/set-up");
    const later = stage.browser();
    await byPassword(stage, later);
    expect((await send(later, "/two-factor", { code: await codeOf(old) })).status).toBe(401);
    expect(locationOf(await send(later, "/two-factor", { code: await codeOf(secret, 1) }))).toBe(after);
  });

  it("switches it off with all its rows, but not where it is needed", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = stage.browser();
    await byPassword(stage, browser);
    await send(browser, "/two-factor", { code: await codeOf(secret), trust: "yes" });
    await send(browser, "/two-factor/off");
    expect(browser.cookies.has(trustedCookie)).toBe(false);
    const { own } = ownerOf(stage, ada);
    expect(await own.records(browserTable).list({ userId: ada }, { limit: 9 })).toEqual([]);
    expect(await byPassword(stage, stage.browser())).toBe(after);

    const strict = stageWith({ required: "all" });
    const needed = await signedIn(strict, await withFactor(strict));
    const page = await (await needed.send("/auth/two-factor/manage")).text();
    expect([page.includes("Switch off"), hiddenOf(page, "csrfToken") !== ""]).toEqual([false, true]);
    expect(locationOf(await send(needed, "/two-factor/off"))).toContain("AccessDenied");
    expect(await byPassword(strict, strict.browser())).toBe(challenge);
  });

  it("by set-ups of three browsers at once leaves one factor", async () => {
    const stage = stageWith();
    const browsers = await Promise.all([1, 2, 3].map(() => signedIn(stage)));
    const done = await Promise.all(browsers.map((browser) => setUp(browser, "/two-factor/set-up")));
    expect(done.filter(({ target }) => target === after)).toHaveLength(1);
    const left = await ownerOf(stage, ada).own.records(recoveryTable).list({ userId: ada }, { limit: 99 });
    expect(left).toHaveLength(10);
  });
});
