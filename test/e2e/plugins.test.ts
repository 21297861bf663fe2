/**
 * All plugins in one Express app over SQLite, as users meet them. test/full/plugins.test.ts has sessions in the database,
 * and browsers without JavaScript.
 */
import { describe, expect, test } from "vitest";
import { describeLife, describePasskeys, openBrowser } from "./plugin-life.js";
import { PluginUser } from "./plugin-user.js";
import { startPluginsApp } from "./plugins-app.js";

const browser = openBrowser();

describeLife(browser, { strategy: "jwt", javaScript: true, inspects: true });

describePasskeys(browser, "jwt");

describe("an account of a provider that is the only way in", () => {
  test("stays linked, and the page says why", async () => {
    const app = await startPluginsApp("jwt", { hasSignInMails: false });
    const context = await browser().newContext();
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
