/** All plugins in one Express app over SQLite, as users meet them: in Chromium, with and without JavaScript. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { galleryBrowser } from "../pages/gallery.js";
import { PluginUser } from "./plugin-user.js";
import {
  changePassword,
  deleteAccount,
  linkAccount,
  resetPassword,
  setUpFactor,
  signInByCode,
  signInByRecoveryCode,
  signInTrusted,
  signUp,
  switchFactorOff,
  unlinkAccount,
  useAccountPage,
  type Walk,
  walkOf,
} from "./plugin-walk.js";
import { type PluginsApp, startPluginsApp, type Strategy } from "./plugins-app.js";

let browser: Browser;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  browser = await galleryBrowser();
});
afterAll(async () => {
  vi.useRealTimers();
  await browser?.close();
});

const walks: readonly { strategy: Strategy; javaScript: boolean; inspects: boolean }[] = [
  { strategy: "jwt", javaScript: true, inspects: true },
  { strategy: "database", javaScript: true, inspects: false },
  { strategy: "jwt", javaScript: false, inspects: false },
];

const life: readonly (readonly [title: string, step: (walk: Walk) => Promise<void>])[] = [
  ["signs up, and is signed in by the link of the mail", signUp],
  ["sets up the second factor from the account page", setUpFactor],
  ["signs in with password and code", signInByCode],
  ["is not asked again in a trusted browser", signInTrusted],
  ["signs in elsewhere with a recovery code, once", signInByRecoveryCode],
  ["links an account of a provider", linkAccount],
  ["sees both sessions, signs out the other, changes the name, and downloads all", useAccountPage],
  ["unlinks the account of the provider", unlinkAccount],
  ["changes the password", changePassword],
  ["resets a forgotten password, and sessions elsewhere are over", resetPassword],
  ["makes new recovery codes, and switches the factor off", switchFactorOff],
];

describe.each(walks)(
  "$strategy sessions, JavaScript $javaScript",
  ({ strategy, javaScript: javaScriptEnabled, inspects }) => {
    let app: PluginsApp;
    const contexts: BrowserContext[] = [];
    let walk: Walk;

    const openBrowser = async (): Promise<PluginUser> => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 480, height: 320 } });
      contexts.push(context);
      return PluginUser.in(context, app, inspects);
    };
    beforeAll(async () => {
      app = await startPluginsApp(strategy);
      walk = walkOf(await openBrowser(), await openBrowser());
    });
    afterAll(async () => {
      for (const context of contexts) await context.close();
      await app?.close();
    });

    for (const [title, step] of life) test(title, () => expect(step(walk)).resolves.toBeUndefined());
    test("deletes the account", async () => {
      const { phone, email, passwords } = walk;
      await phone.open("/password/address");
      await phone.sees("Change email");
      await deleteAccount(phone, email, passwords[2]);
      const expected = /^CredentialsSignin|^JWTSessionError: The session was signed out/;
      expect(app.errors.filter((line) => !expected.test(line))).toEqual([]);
    });
  },
);

describe("an account of a provider that is the only way in", () => {
  test("stays linked, and the page says why", async () => {
    const app = await startPluginsApp("jwt", { hasSignInMails: false });
    const context = await browser.newContext();
    try {
      const user = await PluginUser.in(context, app, true);
      await user.open("/signin?callbackUrl=/auth/account");
      await user.press("Sign in with Example");
      await app.strict.signIn(user.page);
      await user.sees("Your account");
      await user.press("Unlink Example");
      await user.seesProblem(/only way to sign in/);
      await user.sees("Your account");
      expect(await user.who()).toBe("sally@example.com");
    } finally {
      await context.close();
      await app.close();
    }
  });
});
