/** A whole life with all plugins in one Express app over SQLite, as a user meets them in Chromium. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { type Device, keysOf, plugInDevice } from "../support/authenticator.js";
import { addPasskey, removePasskey, signInByPasskey, signInByPasskeyAsFactor } from "./passkey-walk.js";
import { PluginUser } from "./plugin-user.js";
import {
  changeAddress,
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

interface Life {
  readonly strategy: Strategy;
  /** Whether the browser runs scripts. */
  readonly javaScript: boolean;
  /** Whether each page that is come by is looked at. */
  readonly inspects: boolean;
}

const steps: readonly (readonly [title: string, step: (walk: Walk) => Promise<void>])[] = [
  ["signs up, and is signed in by the link of the mail", signUp],
  ["sets up the second factor from the account page", setUpFactor],
  ["signs in with password and code", signInByCode],
  ["is not asked again in a trusted browser", signInTrusted],
  ["signs in elsewhere with a recovery code, once", signInByRecoveryCode],
  ["links an account of a provider", linkAccount],
  ["sees both sessions, signs out the other, changes the name, and downloads all", useAccountPage],
  ["unlinks the account of the provider", unlinkAccount],
  ["changes the password", changePassword],
  ["changes the address, which both addresses hear of", changeAddress],
  ["resets a forgotten password, and sessions elsewhere are over", resetPassword],
  ["makes new recovery codes, and switches the factor off", switchFactorOff],
];

/** @returns the browser of a file of tests, once they run; its clock is the one that the tests set */
export function openBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    vi.useRealTimers();
    await browser?.close();
  });
  return () => browser;
}

export function describeLife(browser: () => Browser, { strategy, javaScript, inspects }: Life): void {
  describe(`${strategy} sessions, ${javaScript ? "with" : "without"} JavaScript`, () => {
    let app: PluginsApp;
    const contexts: BrowserContext[] = [];
    let walk: Walk;

    const open = async (): Promise<PluginUser> => {
      const context = await browser().newContext({
        javaScriptEnabled: javaScript,
        viewport: { width: 480, height: 320 },
      });
      contexts.push(context);
      return PluginUser.in(context, app, inspects, javaScript);
    };
    beforeAll(async () => {
      app = await startPluginsApp(strategy);
      walk = walkOf(await open(), await open());
    });
    afterAll(async () => {
      for (const context of contexts) await context.close();
      await app?.close();
    });

    for (const [title, step] of steps) test(title, () => expect(step(walk)).resolves.toBeUndefined());
    test("deletes the account", async () => {
      const { phone, email, passwords } = walk;
      await phone.open("/password/address");
      await phone.sees("Change email");
      await deleteAccount(phone, email, passwords[2]);
      expect(app.errors.filter((line) => !line.startsWith("CredentialsSignin"))).toEqual([]);
    });
  });
}

/** A passkey next to a password and an authenticator app. */
export function describePasskeys(browser: () => Browser, strategy: Strategy): void {
  describe(`${strategy} sessions, a passkey`, () => {
    let app: PluginsApp;
    let context: BrowserContext;
    let walk: Walk;
    let device: Device;

    beforeAll(async () => {
      app = await startPluginsApp(strategy, { hasPasskeys: true });
      context = await browser().newContext({ viewport: { width: 480, height: 320 } });
      const quick = await PluginUser.in(context, app);
      walk = walkOf(quick, quick);
      await signUp(walk);
      await setUpFactor(walk);
      const user = await PluginUser.in(context, app, true);
      walk = { ...walk, laptop: user, phone: user };
      device = await plugInDevice(user.page);
    });
    afterAll(async () => {
      await context?.close();
      await app?.close();
    });

    test("is added, and named on the account page", async () => {
      await addPasskey(walk);
      expect(await keysOf(device)).toHaveLength(1);
    });
    test("is the second factor of a sign-in with the password", () =>
      expect(signInByPasskeyAsFactor(walk)).resolves.toBeUndefined());
    test("signs in, and is no second factor then", () =>
      expect(signInByPasskey(walk)).resolves.toBeUndefined());
    test("is removed, and no longer opens anything", async () => {
      await removePasskey(walk);
      expect(app.errors).toEqual(["AuthError: The passkey belongs to no account of this provider"]);
    });
    test("is added once more, by the device that had it", async () => {
      await addPasskey(walk);
      expect(app.errors).toHaveLength(1);
    });
  });
}
