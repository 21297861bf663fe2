import { describe, expect, test } from "vitest";
import { type App, appsBySize, measure, modulesOf } from "../../scripts/weigh.mjs";

// The limits stand beside the apps, in scripts/weigh.mjs; `npm run size -- --modules` shows what a bundle is made of.
describe.each(appsBySize.filter(({ limit }) => limit !== undefined))(
  "an app's bundle: $title",
  ({ limit = 0, limitAtStart, ...app }: App) => {
    test("is not larger than its limit, and not so much smaller that the limit should fall", async () => {
      const { whole } = await measure(app);
      expect(whole).toBeLessThanOrEqual(limit);
      expect(whole).toBeGreaterThan(limit - 600);
    });

    test.runIf(limitAtStart !== undefined)("loads no more than its limit before a sign-in", async () => {
      expect((await measure(app)).start).toBeLessThanOrEqual(limitAtStart ?? 0);
    });
  },
);

test("an app with GitHub alone carries nothing of mail, passwords, passkeys, OpenID Connect, plugins and languages", async () => {
  const github = appsBySize.find(({ title }) => title === "the handler, GitHub") as App;
  const modules = (await modulesOf(github)).map(({ module }) => module);
  expect(modules).toContain("dist/runtime/flows/oauth-callback.js");
  const others =
    /email-|credentials|passkey|webauthn|openid|oauth\/keys|kit\/token-answer|throttle|known-browser|by-hand|oauth4webapi|discovery|dialect|link-address|runtime\/(?:plugins|languages|messages)\//;
  expect(modules.filter((module) => others.test(module))).toEqual(["dist/providers/kit/email-verified.js"]);
});
