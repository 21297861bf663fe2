/** All plugins in one Express app over SQLite, as users meet them: in Chromium, with and without JavaScript. */
import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { galleryBrowser } from "../pages/gallery.js";
import { PluginUser } from "./plugin-user.js";
import { type PluginsApp, startPluginsApp, type Strategy } from "./plugins-app.js";

const email = "ada@example.com";
const [first, second, third] = ["correct horse battery", "staple of the barn", "seven green lamps"] as const;

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

describe.each(walks)(
  "$strategy sessions, JavaScript $javaScript",
  ({ strategy, javaScript: javaScriptEnabled, inspects }) => {
    let app: PluginsApp;
    const contexts: BrowserContext[] = [];
    let [laptop, phone]: (PluginUser | undefined)[] = [];
    let secret = "";
    let codes: readonly string[] = [];

    const openBrowser = async (): Promise<PluginUser> => {
      const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 480, height: 320 } });
      contexts.push(context);
      return PluginUser.in(context, app, inspects);
    };
    beforeAll(async () => {
      app = await startPluginsApp(strategy);
      [laptop, phone] = [await openBrowser(), await openBrowser()];
    });
    afterAll(async () => {
      for (const context of contexts) await context.close();
      await app?.close();
    });

    test("signs up, and is signed in by the link of the mail", async () => {
      const user = laptop!;
      await user.open("/signin?callbackUrl=/");
      await user.sees("Sign in to Shop", "plugin-sign-in");
      await user.follow("Create an account");
      await user.sees("Create an account");
      await user.fillIn({ Email: email, Password: "short" });
      await user.press("Create account");
      await user.seesProblem(/at least 10/, "Password");
      await user.sees("Create an account");
      await user.fillIn({ "Name (optional)": "Ada", Email: email, Password: first });
      await user.press("Create account");
      await user.sees("Check your email");
      await user.page.goto(await user.mailLink(/^Confirm your email/));
      await user.sees("Confirm your email");
      await user.press("Create account");
      expect(await user.who()).toBe(email);
    });

    test("sets up the second factor from the account page", async () => {
      const user = laptop!;
      await user.open("/account");
      await user.follow("Two-step sign-in");
      await user.sees("Two-step sign-in");
      await user.follow("Set up");
      if (strategy === "database") {
        await user.sees("Sign in again first");
        await user.press("Sign in again");
        await user.fillIn({ Email: email, Password: first });
        await user.press("Sign in");
      }
      await user.sees("Set up two-step sign-in", "plugin-set-up");
      secret = (await user.page.locator("code").textContent())?.replaceAll(" ", "") ?? "";
      await user.fillIn({ "Six-digit code": "000000" });
      await user.press("Confirm");
      await user.seesProblem(/not right/, "Six-digit code");
      await user.sees("Set up two-step sign-in");
      await user.answerCode(secret);
      await user.sees("Save your recovery codes");
      codes = await user.page.locator(".codes code").allTextContents();
      expect(codes).toHaveLength(10);
      await user.press("I have saved them");
      await user.sees("Two-step sign-in");
      expect(await user.page.textContent("main")).toContain("Two-step sign-in is on.");
      await user.follow("Back to your account");
      await user.sees("Your account");
    });

    test("signs in with password and code, and is not asked again in a trusted browser", async () => {
      const user = laptop!;
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
      await user.signOut();
      await user.signIn(email, first);
      expect(await user.who()).toBe(email);
    });

    test("signs in elsewhere with a recovery code, once", async () => {
      const user = phone!;
      const useCode = async () => {
        await user.signIn(email, first);
        await user.page.getByText("I can't use the app").click();
        await user.fillIn({ "Recovery code": codes[0] ?? "" });
        await user.press("Use the recovery code");
      };
      await useCode();
      expect(await user.who()).toBe(email);
      await user.signOut();
      await useCode();
      await user.seesProblem(/not right/);
      await user.answerCode(secret);
      expect(await user.who()).toBe(email);
    });

    test("links an account of a provider", async () => {
      const user = laptop!;
      await user.open("/account");
      await user.follow("Link Example");
      await user.sees("Link an account");
      await user.press("Link Example");
      await app.strict.signIn(user.page);
      await user.sees("Your account");
      expect(await user.page.textContent("main")).not.toContain("No account is linked.");
    });

    test("sees both sessions, signs out the other, changes the name, and downloads all", async () => {
      const user = laptop!;
      await user.open("/account");
      await user.sees("Your account");
      expect(await user.page.locator("li time").count()).toBe(2);
      await user.press("Sign out all others");
      expect(await user.page.locator("li time").count()).toBe(1);
      expect([await phone!.who(), await user.who()]).toEqual(["nobody", email]);
      await user.open("/account");
      await user.fillIn({ Name: "Ada Lovelace" });
      await user.press("Save");
      expect(await user.page.getByLabel("Name").inputValue()).toBe("Ada Lovelace");
      const [file] = await Promise.all([
        user.page.waitForEvent("download"),
        user.page.getByRole("link", { name: "Download my data" }).click(),
      ]);
      expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ user: { email } });
    });

    test("unlinks the account of the provider", async () => {
      const user = laptop!;
      await user.open("/account");
      await user.sees("Your account", "plugin-account");
      await user.press("Unlink Example");
      expect(await user.page.textContent("main")).toContain("No account is linked.");
    });

    test("changes the password", async () => {
      const user = laptop!;
      await user.open("/account");
      await user.follow("Change password");
      await user.sees("Change password");
      await user.fillIn({ "Current password": "not the password", "New password": second });
      await user.press("Change password");
      await user.seesProblem(/current password is wrong/, "Current password");
      await user.fillIn({ "Current password": first, "New password": second });
      await user.press("Change password");
      if (new URL(user.page.url()).pathname === "/auth/two-factor") await user.answerCode(secret);
      await user.sees("Your account");
      expect(await user.mailLink(/^Your password .* was changed/)).toContain("/forgot");
    });

    test("resets a forgotten password, and sessions elsewhere are over", async () => {
      const user = phone!;
      await user.open("/signin");
      await user.follow("Forgot your password?");
      await user.sees("Choose a new password");
      await user.fillIn({ Email: email });
      await user.press("Send link");
      await user.sees("Check your email");
      await user.page.goto(await user.mailLink(/^Choose a new password/));
      await user.sees("Choose a new password");
      await user.fillIn({ "New password": third });
      await user.press("Save password");
      await user.sees("Your password is changed");
      expect(await laptop!.who()).toBe("nobody");
      await user.signIn(email, third);
      await user.answerCode(secret);
      expect(await user.who()).toBe(email);
    });

    test("makes new recovery codes, and switches the factor off", async () => {
      const user = phone!;
      await user.open("/two-factor/manage");
      await user.press("Make new recovery codes");
      await user.sees("Your new recovery codes");
      await user.follow("Back");
      await user.sees("Two-step sign-in");
      await user.press("Switch off");
      expect(await user.page.textContent("main")).toContain("Two-step sign-in is off.");
    });

    test("deletes the account", async () => {
      const user = phone!;
      await user.open("/password/address");
      await user.sees("Change email");
      await user.open("/account");
      await user.page.getByText("Delete my account").first().click();
      await user.press("Delete my account");
      await user.sees("Sign in to Shop");
      await user.signIn(email, third);
      await user.seesProblem(/did not work/);
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
