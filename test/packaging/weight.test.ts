import { describe, expect, test } from "vitest";
import { type App, appsBySize, measure } from "../../scripts/weigh.mjs";

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
