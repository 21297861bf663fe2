import { describe, expect, test } from "vitest";
import { type App, appsBySize, measure, modulesReached } from "../../scripts/weigh.mjs";

// The limits stand beside the apps, in scripts/weigh.mjs; `npm run size -- --modules` shows what a bundle is made of.
describe.each(appsBySize.filter(({ limit }) => limit !== undefined))(
  "an app's bundle: $title",
  ({ limit = 0, limitOfReach, limitAtStart, ...app }: App) => {
    const measured = measure(app);

    test("in one file is not larger than its limit, and not so much smaller that the limit should fall", async () => {
      const { esbuild, rolldown } = await measured;
      expect(esbuild).toBeLessThanOrEqual(limit);
      expect(esbuild).toBeGreaterThan(limit - 600);
      // The other bundler counts as well, and neither leaves anything out.
      expect(Math.abs(rolldown - esbuild)).toBeLessThan(0.05 * esbuild);
    });

    if (limitOfReach !== undefined)
      test("loads no more than its limit, whatever it is asked", async () => {
        expect((await measured).reach).toBeLessThanOrEqual(limitOfReach);
      });

    if (limitAtStart !== undefined)
      test("loads no more than its limit before a sign-in", async () => {
        expect((await measured).start).toBeLessThanOrEqual(limitAtStart);
      });
  },
);

test("RT-02: whatever is asked of an app with GitHub alone, nothing of mail, passwords, passkeys, plugins and languages is loaded", async () => {
  const github = appsBySize.find(({ title }) => title === "the handler, GitHub") as App;
  const modules = await modulesReached(github);
  expect(modules).toContain("dist/runtime/flows/oauth-callback.js");
  const others =
    /flows\/email-|mail-body|credentials|passkey|webauthn|openid2|kit\/token-answer|throttle|known-browser|dialect|link-address|runtime\/(?:plugins|languages|messages)\//;
  expect(modules.filter((module) => others.test(module))).toEqual([]);
});
