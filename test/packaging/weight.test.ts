import { expect, test } from "vitest";
import { addedToSvelte, limitsInSvelte, type UsedOfSvelte } from "../../scripts/weigh-svelte.mjs";
import { type App, appsBySize, measure, modulesReached } from "../../scripts/weigh.mjs";

// The limits stand beside the apps, in scripts/weigh.mjs; `npm run size -- --modules` shows what a bundle is made of.
const measured = new Map<App, ReturnType<typeof measure>>();
const measureOnce = (app: App) => measured.get(app) ?? measured.set(app, measure(app)).get(app);
const limitedBy = (limit: "limit" | "limitOfReach" | "limitAtStart") =>
  appsBySize.flatMap((app) =>
    app[limit] === undefined ? [] : [{ title: app.title, app, limit: app[limit] }],
  );

test.each(limitedBy("limit"))(
  "in one file $title is not larger than its limit, and not so much smaller that the limit should fall",
  async ({ app, limit }) => {
    const { esbuild = 0, rolldown = 0 } = (await measureOnce(app)) ?? {};
    expect(esbuild).toBeLessThanOrEqual(limit);
    expect(esbuild).toBeGreaterThan(limit - 600);
    // The other bundler counts as well, and neither leaves anything out.
    expect(Math.abs(rolldown - esbuild)).toBeLessThan(0.05 * esbuild);
  },
);

test.each(limitedBy("limitOfReach"))(
  "$title loads no more than its limit, whatever it is asked",
  async ({ app, limit }) => {
    expect((await measureOnce(app))?.reach).toBeLessThanOrEqual(limit);
  },
);

test.each(limitedBy("limitAtStart"))(
  "$title loads no more than its limit before a sign-in",
  async ({ app, limit }) => {
    expect((await measureOnce(app))?.start).toBeLessThanOrEqual(limit);
  },
);

test("to an app of Svelte the components add no more than their limits, and not so much less that these should fall", async () => {
  const { usual, empty } = await addedToSvelte();
  for (const used of Object.keys(limitsInSvelte) as UsedOfSvelte[]) {
    expect(usual[used], used).toBeLessThanOrEqual(limitsInSvelte[used]);
    expect(usual[used], used).toBeGreaterThan(limitsInSvelte[used] - 600);
    // Helpers of Svelte that the app does not have come along.
    expect(empty[used]).toBeGreaterThan(usual[used]);
  }
});

test("RT-02: whatever is asked of an app with GitHub alone, nothing of mail, passwords, passkeys, plugins and languages is loaded", async () => {
  const github = appsBySize.find(({ title }) => title === "the handler, GitHub") as App;
  const modules = await modulesReached(github);
  expect(modules).toContain("dist/runtime/flows/oauth-callback.js");
  const others =
    /flows\/email-|mail-body|credentials|passkey|webauthn|openid2|kit\/token-answer|throttle|known-browser|dialect|link-address|runtime\/(?:plugins|languages|messages)\//;
  expect(modules.filter((module) => others.test(module))).toEqual([]);
});
