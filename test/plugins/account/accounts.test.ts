/** Ways to sign in: whose they are, and that one is always left. */
import { describe, expect, it, vi } from "vitest";
import { addressRangeOf, deviceOf } from "../../../src/runtime/plugins/sessions/device-names.js";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { definePlugin } from "../../../src/runtime/plugins/host/define-plugin.js";
import { People, requestOf, strategies } from "./people.js";

/** Without mail and passwords: the accounts are the only ways in. */
function withAccountsAlone(strategy: "jwt" | "database", plugins = [account()]) {
  const people = new People(strategy, {}, { plugins });
  const { config } = people.stage;
  config.providers.splice(2);
  return people;
}

describe.each(strategies)("with %s sessions, an account", (strategy) => {
  it("is listed, linked while signed in, and unlinked", async () => {
    const people = withAccountsAlone(strategy);
    const ada = await people.signIn();
    const request = () => requestOf(ada);
    expect(await people.auth.accounts.link(request(), "plain")).toBe(
      "http://localhost:3000/auth/account/link?provider=plain",
    );
    await people.signIn("ada", ada, "plain");
    expect(people.store.rows.users.size).toBe(1);
    const accounts = await people.auth.accounts.list(request());
    expect(accounts).toEqual([
      { provider: "op", providerAccountId: "ada" },
      { provider: "plain", providerAccountId: "ada" },
    ]);
    await people.auth.accounts.unlink(request(), { provider: "op", providerAccountId: "ada" });
    expect(await people.auth.accounts.list(request())).toEqual([accounts[1]]);
  });

  it("that is unlinked ends the other sessions: one may have begun with it", async () => {
    const people = withAccountsAlone(strategy);
    const ada = await people.signIn();
    await people.signIn("ada", ada, "plain");
    const phone = await people.signIn("ada", people.browser(), "plain");
    const tablet = await people.signIn();
    const unlink = (provider: string) =>
      people.auth.accounts.unlink(requestOf(ada), { provider, providerAccountId: "ada" });
    await unlink("plain");
    const sessions = [await ada.session(), await phone.session(), await tablet.session()];
    expect(sessions).toEqual([expect.anything(), null, null]);
    const back = await people.signIn();
    await expect(unlink("op")).rejects.toMatchObject({ code: "last-way-in" });
    expect(await back.session()).not.toBeNull();
  });

  it("whose removal the store cuts off stays, and goes at the next press; the other sessions are over", async () => {
    const people = withAccountsAlone(strategy);
    const { store } = people;
    const ada = await people.signIn();
    await people.signIn("ada", ada, "plain");
    const phone = await people.signIn("ada", people.browser(), "plain");
    const unlink = () =>
      people.auth.accounts.unlink(requestOf(ada), { provider: "plain", providerAccountId: "ada" });
    const cutOff = vi.spyOn(store, "unlinkAccount").mockRejectedValueOnce(new Error("no connection"));
    await expect(unlink()).rejects.toThrow();
    expect(store.rows.accounts.size).toBe(2);
    expect([await ada.session(), await phone.session()]).toEqual([expect.anything(), null]);
    await unlink();
    expect([store.rows.accounts.size, cutOff.mock.calls.length]).toEqual([1, 2]);
    expect(await ada.session()).not.toBeNull();
  });

  it("of another user is not unlinked", async () => {
    const people = withAccountsAlone(strategy);
    await people.signIn();
    const eve = await people.signIn("eve");
    await people.signIn("eve", eve, "plain");
    const unlink = (given: unknown) => people.auth.accounts.unlink(requestOf(eve), given as never);
    await expect(unlink({ provider: "op", providerAccountId: "ada" })).rejects.toMatchObject({
      code: "not-found",
    });
    for (const odd of [undefined, {}, { provider: ["op"], providerAccountId: { length: 3 } }])
      await expect(unlink(odd)).rejects.toMatchObject({ code: "invalid" });
    expect(people.store.rows.accounts.size).toBe(3);
  });

  it("that is the last way in stays", async () => {
    const people = withAccountsAlone(strategy);
    const ada = await people.signIn();
    const unlink = () =>
      people.auth.accounts.unlink(requestOf(ada), { provider: "op", providerAccountId: "ada" });
    await expect(unlink()).rejects.toMatchObject({ code: "last-way-in" });
  });

  it("of the last two stays when two tabs remove one each at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = withAccountsAlone(strategy);
      const ada = await people.signIn();
      await people.signIn("ada", ada, "plain");
      const tabs = ["op", "plain"].map((provider) =>
        people.auth.accounts.unlink(requestOf(ada), { provider, providerAccountId: "ada" }),
      );
      const ends = await Promise.allSettled(tabs);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(people.store.rows.accounts.size).toBe(1);
    }
  });

  it("may go where a plugin knows another way in", async () => {
    const secondWay = definePlugin({ id: "second", waysIn: async () => 1 });
    const people = withAccountsAlone(strategy, [account(), secondWay as never]);
    const ada = await people.signIn();
    await people.auth.accounts.unlink(requestOf(ada), { provider: "op", providerAccountId: "ada" });
    expect(people.store.rows.accounts.size).toBe(0);
  });

  it("of a provider that is none can't be linked", async () => {
    const people = withAccountsAlone(strategy);
    const ada = await people.signIn();
    for (const id of ["nope", "credentials", "__proto__"])
      await expect(people.auth.accounts.link(requestOf(ada), id)).rejects.toMatchObject({
        code: "not-found",
      });
  });
});

describe("what lists show of a browser", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36",
      "Chrome on Windows",
    ],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0", "Edge on Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1",
      "Safari on iPhone",
    ],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Linux"],
    ["<script>alert(1)</script>", null],
    [`${"x".repeat(100_000)} Chrome/1 Windows`, null],
    [null, null],
  ])("of %s", (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

  it.each([
    ["203.0.113.77", "203.0.113.0/24"],
    ["::ffff:203.0.113.77", "203.0.113.0/24"],
    ["2001:DB8:1:2::77", "2001:db8:1::/48"],
    ["::1", "0:0:0::/48"],
    ["999.1.1.1", null],
    ["1:2:3:4:5:6:7:8:9", null],
    ["<b>", null],
    [undefined, null],
  ])("of the address %s", (address, range) => expect(addressRangeOf(address)).toBe(range));
});
