/** The account page and its JSON API, as a browser without JavaScript and a script use them. */
import { describe, expect, it, vi } from "vitest";
import { deleteDueUsers } from "../../../src/runtime/plugins/account/index.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import type { Browser } from "../../support/browser.js";
import { locationOf } from "../../support/browser.js";
import { csrf, ways } from "../stage.js";
import { People, requestOf, strategies } from "./people.js";

const accountUrl = "http://localhost:3000/auth/account";
const asJson = { accept: "application/json" };

const post = async (browser: Browser, path: string, fields: Record<string, string> = {}) =>
  browser.post(`/auth/account/${path}`, { ...(await csrf(browser)), ...fields });

const overviewOf = async (browser: Browser) =>
  (await (await browser.send("/auth/account", { headers: asJson })).json()) as {
    user: Record<string, unknown>;
    accounts: unknown[];
    passkeys: { id: string; name: string | null }[];
    sessions: { id: string; isCurrent: boolean }[];
  };

describe.each(strategies)("with %s sessions, the account page", (strategy) => {
  it("shows the user, and leads whoever is signed out to sign in and back", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const page = await ada.send("/auth/account");
    const text = await page.text();
    expect([page.status, page.headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
    expect(text).toContain("ada@example.com");
    expect(text).toContain("Chrome on Windows");
    expect(text).not.toContain("<script");
    const nobody = people.browser();
    expect(locationOf(await nobody.send("/auth/account"))).toBe("/auth/signin?callbackUrl=%2Fauth%2Faccount");
    const refused = await nobody.send("/auth/account", { headers: asJson });
    expect([refused.status, await refused.json()]).toEqual([
      401,
      expect.objectContaining({ error: "unauthenticated" }),
    ]);
  });

  it("changes the name, and shows it as text", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    expect(locationOf(await post(ada, "name", { name: " <b>Ada</b> " }))).toBe(accountUrl);
    expect((await overviewOf(ada)).user["name"]).toBe("<b>Ada</b>");
    expect(await (await ada.send("/auth/account")).text()).toContain("&lt;b&gt;Ada&lt;/b&gt;");
    for (const name of ["", "x".repeat(101), "a\u0000b", "a\u202eb"])
      expect((await post(ada, "name", { name })).status).toBe(400);
  });

  it.each(["name", "unlink", "passkey-name", "passkey-remove", "sessions", "delete"])(
    "refuses POST /account/%s without the CSRF token, and of another site",
    async (path) => {
      const people = new People(strategy);
      const ada = await people.signIn();
      const fields = { name: "Eve", end: "all", confirm: "delete", provider: "op", providerAccountId: "ada" };
      expect(locationOf(await ada.post(`/auth/account/${path}`, fields))).toContain("MissingCSRF");
      const body = new URLSearchParams({ ...fields, ...(await csrf(ada)) });
      const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      const foreign = await ada.send(`/auth/account/${path}`, { method: "POST", body, headers });
      expect(locationOf(foreign)).toContain("MissingCSRF");
      expect((await overviewOf(ada)).user["name"]).toBe("ada");
    },
  );

  it("asks before it links an account, and says why the last one stays", async () => {
    const people = new People(strategy);
    people.stage.config.providers.splice(2);
    const ada = await people.signIn();
    const links =
      /<ul class="ways">.*?<\/ul>/s.exec(await (await ada.send("/auth/account")).text())?.[0] ?? "";
    // Of the provider whose account is linked there may be a second one.
    expect(links.match(/Link [^/]*<bdi>[^<]*<\/bdi>[^<]*/g)).toEqual([
      "Link <bdi>Plain</bdi>",
      "Link another <bdi>OP</bdi>",
    ]);
    const asked = await (await ada.send("/auth/account/link?provider=plain")).text();
    expect(asked).toContain('action="http://localhost:3000/auth/signin/plain"');
    expect((await ada.send("/auth/account/link?provider=%3Cb%3E")).status).toBe(404);
    const account = { provider: "op", providerAccountId: "ada" };
    const stays = await post(ada, "unlink", account);
    expect([stays.status, await stays.text()]).toEqual([400, expect.stringContaining("only way to sign in")]);
    await people.signIn("ada", ada, "plain");
    expect(locationOf(await post(ada, "unlink", account))).toBe(accountUrl);
    expect((await overviewOf(ada)).accounts).toHaveLength(1);
  });

  it("signs out one, the others, and all", async () => {
    const people = new People(strategy);
    const [laptop, phone] = [await people.signIn(), await people.signIn(), await people.signIn()];
    const { sessions } = await overviewOf(laptop);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await post(laptop, "sessions", { end: other?.id ?? "" });
    expect((await overviewOf(laptop)).sessions).toHaveLength(2);
    await post(laptop, "sessions", { end: "others" });
    expect([await laptop.session(), await phone.session()]).toEqual([expect.anything(), null]);
    expect(locationOf(await post(laptop, "sessions", { end: "all" }))).toBe(
      "http://localhost:3000/auth/signin",
    );
    expect(await laptop.session()).toBeNull();
    expect(people.stage.errors.filter(({ name }) => name === "SignOutError")).toEqual([]);
  });

  it("names passkeys, and removes them with the sessions that began with them; those of others are not there", async () => {
    const people = new People(strategy);
    const makePasskey = new Map(ways).get("a new passkey");
    const ada = people.browser();
    await makePasskey?.(people.stage, ada);
    const [passkey] = (await overviewOf(ada)).passkeys;
    const id = passkey?.id ?? "";
    expect(locationOf(await post(ada, "passkey-name", { id, name: "Blue key" }))).toBe(accountUrl);
    expect((await overviewOf(ada)).passkeys).toMatchObject([{ id, name: "Blue key" }]);
    const eve = await people.signIn("eve");
    expect((await post(eve, "passkey-remove", { id })).status).toBe(400);
    expect((await post(eve, "passkey-name", { id, name: "Mine" })).status).toBe(400);
    const thief = people.browser();
    const ceremony = await thief.send("/auth/webauthn-options/webauthn?action=authenticate");
    const answer = people.stage.device.answer(await ceremony.json());
    await thief.post("/auth/callback/webauthn", { ...answer, callbackUrl: "/after" });
    expect((await overviewOf(thief)).passkeys).toMatchObject([{ id }]);
    expect(locationOf(await post(ada, "passkey-remove", { id }))).toBe(accountUrl);
    expect((await overviewOf(ada)).passkeys).toEqual([]);
    // A session that began with it ends, too.
    expect(await thief.session()).toBeNull();
  });

  it("gives all data without secrets", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const [user] = people.store.rows.users.values();
    Object.assign(user ?? {}, { passwordHash: "hash-hash-hash", city: "London" });
    const file = await ada.send("/auth/account/data");
    expect(file.headers.get("content-disposition")).toContain("attachment");
    const text = await file.text();
    expect(JSON.parse(text)).toMatchObject({ user: { city: "London" }, accounts: [{ provider: "op" }] });
    expect(text).not.toMatch(/hash-hash|at-1|rt-1|id_token/);
  });
});

describe.each(strategies)("with %s sessions, a user who deletes the account", (strategy) => {
  const gone = { confirm: "delete" };

  it("is gone with all rows, after the app was told", async () => {
    const onDelete = vi.fn();
    const people = new People(strategy, { onDelete });
    const [ada, phone] = [await people.signIn(), await people.signIn()];
    const [id = ""] = people.store.rows.users.keys();
    expect((await post(ada, "delete", {})).status).toBe(400);
    await post(ada, "delete", gone);
    expect(onDelete).toHaveBeenCalledExactlyOnceWith({ user: expect.objectContaining({ id }) });
    const { users, accounts, sessions } = people.store.rows;
    expect([users.size, accounts.size, sessions.size]).toEqual([0, 0, 0]);
    expect([await ada.session(), await phone.session()]).toEqual([null, null]);
    expect(await people.store.records(sessionInfo).list({ userId: id }, { limit: 10 })).toEqual([]);
  });

  it("stays where the app refuses", async () => {
    const onDelete = () => Promise.reject(new Error("open invoice"));
    const people = new People(strategy, { onDelete });
    const ada = await people.signIn();
    await post(ada, "delete", gone);
    expect(people.store.rows.users.size).toBe(1);
    expect(await ada.session()).not.toBeNull();
  });

  it("signs in again first when the sign-in is too long ago", async () => {
    const people = new People(strategy);
    const ada = await people.signIn();
    const [session] = await people.auth.sessions.list(requestOf(ada));
    const records = people.store.records(sessionInfo);
    await records.update({ id: session?.id ?? "" }, {}, { createdAt: new Date(Date.now() - 601_000) });
    const refused = await post(ada, "delete", gone);
    expect([refused.status, await refused.text()]).toEqual([
      401,
      expect.stringContaining("/auth/signin?callbackUrl="),
    ]);
    await people.signIn("ada", ada);
    await post(ada, "delete", gone);
    expect(people.store.rows.users.size).toBe(0);
  });

  it("has days to come back, and is gone after them", async () => {
    const people = new People(strategy, { deleteAfterDays: 7 });
    const [ada, eve] = [await people.signIn(), await people.signIn("eve")];
    await post(ada, "delete", gone);
    await post(eve, "delete", gone);
    expect(await ada.session()).toBeNull();
    await people.signIn();
    expect(await deleteDueUsers(people.stage.config)).toBe(0);
    const now = Date.now;
    Date.now = () => now() + 8 * 24 * 3_600_000;
    try {
      const runs = [deleteDueUsers(people.stage.config), deleteDueUsers(people.stage.config)];
      expect((await Promise.all(runs)).reduce((sum, count) => sum + count, 0)).toBe(1);
    } finally {
      Date.now = now;
    }
    expect([...people.store.rows.users.values()].map(({ name }) => name)).toEqual(["ada"]);
  });
});
