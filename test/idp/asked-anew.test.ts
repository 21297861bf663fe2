/** Every provider of the package (a third of them in every run), played by `auth dev`: an old sign-in becomes a new one by one press of the button. */
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startIdentityProvider, type IdentityProvider } from "../../src/commands/dev/server/index.js";
import { records } from "../../src/providers/records.js";
import { createAuth } from "../../src/runtime/integrations/hono.js";
import { choose } from "../oauth-client/play.js";
import { Browser, locationOf, watched } from "../support/browser.js";
import { all, exampleOptions } from "../providers/all.js";
import { inEveryRun } from "../support/every-run.js";

let idp: IdentityProvider;
beforeAll(async () => {
  idp = await startIdentityProvider({ records });
});
afterAll(() => idp.close());
beforeEach(() => {
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  vi.stubEnv("NODE_ENV", "development");
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test("R1: there are as many providers as the package has", () => {
  expect(all).toHaveLength(Object.keys(records).length);
});

test.each(inEveryRun(all, 3))(
  "R1: %s makes an old sign-in a new one, by one press",
  async (id, record, make) => {
    const { seen, config } = watched();
    const auth = createAuth({ ...config, providers: [make(exampleOptions(record))] });
    const app = new Hono();
    app.use("/auth/*", auth.handler);
    app.get("/safe", auth.require({ maxAge: 300 }), (c) => c.text("in"));
    const browser = new Browser(async (request) => app.fetch(request));
    const seeSafe = async () => (await browser.send("/safe", { headers: { accept: "text/html" } })).status;
    /** The button of a page that knows nothing of `maxAge`. */
    const press = async () => {
      const location = locationOf(await browser.startSignIn(id));
      const back = await choose(location, { person: "mira" });
      await browser.send(back.url, {
        method: back.method,
        ...(back.method === "POST" && { body: await back.text(), headers: back.headers }),
      });
      return new URL(location).searchParams.get("max_age");
    };
    const isAsked = record.reauthentication === "max_age";
    expect(await seeSafe()).toBe(302);
    expect(await press()).toBe(isAsked ? "300" : null);
    expect(await seeSafe()).toBe(200);
    vi.setSystemTime(Date.now() + 301_000);
    expect(await seeSafe()).toBe(302);
    expect(await press()).toBe(isAsked ? "300" : null);
    expect(await seeSafe()).toBe(200);
    expect([seen.errors, seen.warnings]).toEqual([[], []]);
  },
);
