/** Browsers that are not asked for the factor: which, how long, and whose. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { endTrustedBrowsers, twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import type { Stage } from "../stage.js";
import { Browser } from "../../support/browser.js";
import {
  ada,
  after,
  byPassword,
  challenge,
  codeOf,
  send,
  stageWith,
  trustedCookie,
  withFactor,
  byMail,
  vault,
  confirmPath,
  guarded,
  mailUser,
} from "./visit.js";

afterEach(() => void vi.useRealTimers());

describe("a browser that is trusted", () => {
  const trusting = async (stage: Stage, secret: string): Promise<Browser> => {
    const browser = stage.browser();
    await byPassword(stage, browser);
    await send(browser, "/two-factor", { code: await codeOf(secret), trust: "yes" });
    expect(browser.cookies.get(trustedCookie)).toMatch(/^[0-9a-f]{64}$/);
    for (const name of browser.cookies.keys()) if (name !== trustedCookie) browser.cookies.delete(name);
    return browser;
  };

  it("is not asked at sign-in for 30 days, and is asked by require({ factor })", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const stage = stageWith();
    const browser = await trusting(stage, await withFactor(stage));
    expect(await byPassword(stage, browser)).toBe(after);
    const page = guarded(stage);
    for (const [name, value] of browser.cookies) page.cookies.set(name, value);
    expect(await vault(page)).toBe(confirmPath);
    vi.setSystemTime(Date.now() + 30 * 86_400_000);
    expect(await byPassword(stage, browser)).toBe(challenge);
  });

  it("is asked where the app has switched that off, and is offered no box", async () => {
    const stage = stageWith();
    const browser = await trusting(stage, await withFactor(stage));
    Object.assign(stage.config, { plugins: [twoFactor({ trustDays: false })] });
    const off = new Browser(async (request) =>
      (await import("../../../src/runtime/index.js")).Auth(request, { ...stage.config }),
    );
    for (const [name, value] of browser.cookies) off.cookies.set(name, value);
    expect(await byPassword(stage, off)).toBe(challenge);
    expect(await (await off.send("/auth/two-factor")).text()).not.toContain('name="trust"');
  });

  it("with a changed, cut or invented cookie is asked", async () => {
    const stage = stageWith();
    const browser = await trusting(stage, await withFactor(stage));
    const value = browser.cookies.get(trustedCookie)!;
    const swapped = (value.startsWith("0") ? "1" : "0") + value.slice(1);
    for (const tried of [swapped, value.slice(1), value.toUpperCase() + "A", "0".repeat(64), "%00", "x"]) {
      browser.cookies.set(trustedCookie, tried);
      expect(await byPassword(stage, browser), tried).toBe(challenge);
    }
  });

  it("is trusted by its own user alone", async () => {
    const stage = stageWith();
    const browser = await trusting(stage, await withFactor(stage));
    const token = browser.cookies.get(trustedCookie)!;
    const mailed = stage.browser();
    await withFactor(stage, await mailUser(stage, mailed));
    const other = stage.browser();
    other.cookies.set(trustedCookie, token);
    expect(await byMail(stage, other)).toBe(challenge);
  });

  it("is asked again once the trust is ended, by the user's wish or a reset password", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const browser = await trusting(stage, secret);
    await endTrustedBrowsers(stage.store, "8");
    expect(await byPassword(stage, browser)).toBe(after);
    await endTrustedBrowsers(stage.store, ada);
    expect(await byPassword(stage, browser)).toBe(challenge);
  });

  it("has a cookie of its own with the prefix __Host- on https", async () => {
    const stage = stageWith({}, { useSecureCookies: true });
    const secret = await withFactor(stage);
    const browser = stage.browser();
    await byPassword(stage, browser);
    const form = { csrfToken: "", code: await codeOf(secret), trust: "yes" };
    const csrfToken = ((await (await browser.send("/auth/csrf")).json()) as { csrfToken: string }).csrfToken;
    const answer = await browser.post("/auth/two-factor", { ...form, csrfToken });
    const line = answer.headers.getSetCookie().find((each) => each.includes("trusted"));
    expect(line).toMatch(
      /^__Host-authjs\.session-token\.trusted=[0-9a-f]{64}; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/,
    );
  });
});
