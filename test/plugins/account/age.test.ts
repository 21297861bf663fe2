/** Sessions whose age nothing tells: those from before the plugin. */
import { describe, expect, test } from "vitest";
import { encode } from "../../../src/runtime/jwt.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { secret } from "../../support/browser.js";
import { csrf } from "../stage.js";
import { People, requestOf, strategies } from "./people.js";

const salt = "authjs.session-token";

describe.each(strategies)("with %s sessions", (strategy) => {
  test("TR-12: a session from before the plugin does not count as signed in when first seen", async () => {
    const people = new People(strategy, {}, { plugins: [] });
    const ada = await people.signIn();
    const [userId] = [...people.store.rows.users.keys()];
    // As @auth/core has made it: nothing says when it began.
    if (strategy === "jwt")
      ada.cookies.set(salt, await encode({ token: { sub: userId!, name: "ada" }, secret, salt }));
    const later = new People(strategy, { freshSeconds: 600 }, { adapter: people.store });
    const browser = later.browser();
    for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
    expect(await browser.session()).not.toBeNull();
    const rows = await people.store.records(sessionInfo).list({ userId: userId! }, { limit: 9 });
    expect(rows.map(({ createdAt }) => createdAt)).toEqual([new Date(0)]);
    const [shown] = await later.auth.sessions.list(requestOf(browser));
    expect(shown).toMatchObject({ isCurrent: true, createdAt: null });
    const form = { ...(await csrf(browser)), confirm: "delete" };
    expect((await browser.post("/auth/account/delete", form)).status).toBe(401);
    expect(people.store.rows.users.size).toBe(1);
    // A session that the plugin has seen begin tells its age.
    const fresh = await later.signIn("ada");
    const [now] = (await later.auth.sessions.list(requestOf(fresh))).filter(({ isCurrent }) => isCurrent);
    expect(now?.createdAt?.valueOf()).toBeGreaterThan(Date.now() - 60_000);
  });

  test("TR-12: a token of ours from before the plugin has the age that it tells", async () => {
    if (strategy === "database") return;
    const people = new People(strategy, {}, { plugins: [] });
    const ada = await people.signIn();
    const later = new People(strategy, {}, { adapter: people.store, plugins: [account()] });
    const browser = later.browser();
    for (const [name, value] of ada.cookies) browser.cookies.set(name, value);
    await browser.session();
    const [shown] = await later.auth.sessions.list(requestOf(browser));
    expect(shown?.createdAt?.valueOf()).toBeGreaterThan(Date.now() - 60_000);
  });
});
