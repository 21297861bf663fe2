/** What is asked for once more is asked with the reason that is true: the age of the sign-in, where something tells it. */
import { afterEach, describe, expect, test, vi } from "vitest";
import { account } from "../../../src/runtime/plugins/account/index.js";
import { password } from "../../../src/runtime/plugins/password/index.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import type { Plugin } from "../../../src/runtime/types/plugin.js";
import { People, strategies, type Strategy } from "../account/people.js";
import { csrf } from "../stage.js";

const setUp = "/auth/two-factor/set-up";
const peopleWith = (strategy: Strategy, ...plugins: Plugin[]) =>
  new People(strategy, {}, { plugins: [twoFactor(), ...plugins] });
/** Text without markup and line breaks. */
const textOf = async (answer: Response): Promise<string> =>
  (await answer.text()).replaceAll(/<style.*?<\/style>|<[^>]+>/gs, " ").replaceAll(/\s+/g, " ");

afterEach(() => void vi.useRealTimers());

describe.each(strategies)("N-02: with %s sessions", (strategy) => {
  const sendMail = () => undefined;
  test.each([
    ["account", () => account()],
    ["password", () => password({ sendMail })],
  ])("and the plugin %s, who has just signed in sets up a factor at once", async (_name, plugin) => {
    const people = peopleWith(strategy, plugin());
    const ada = await people.signIn();
    expect(await (await ada.send(setUp)).text()).toContain("<svg");
  });

  test("who signed in three hours ago is told so, and asked once more: for a factor, and to delete", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const people = peopleWith(strategy, account());
    const ada = await people.signIn();
    vi.setSystemTime(Date.now() + 3 * 3_600_000);
    expect(await textOf(await ada.send(setUp))).toContain("You signed in 3 hours ago. For your safety,");
    const form = { ...(await csrf(ada)), confirm: "delete" };
    const refused = await ada.post("/auth/account/delete", form);
    expect([refused.status, await textOf(refused)]).toEqual([
      401,
      expect.stringContaining("You signed in 3 hours ago. For your safety,"),
    ]);
  });

  test("where nothing tells the time, nothing is said of it", async () => {
    const people = peopleWith(strategy, account());
    const ada = await people.signIn();
    const [userId] = [...people.store.rows.users.keys()];
    const records = people.store.records(sessionInfo);
    const [row] = await records.list({ userId: userId! }, { limit: 9 });
    await records.update({ id: String(row?.["id"]) }, {}, { createdAt: new Date(0) });
    const form = { ...(await csrf(ada)), confirm: "delete" };
    const refused = await textOf(await ada.post("/auth/account/delete", form));
    expect(refused).toContain("For your safety, sign in once more before you delete your account.");
    expect(refused).not.toContain("You signed in");
    if (strategy === "jwt") return;
    const asked = await textOf(await ada.send(setUp));
    expect(asked).toContain("For your safety, sign in once more. Then you can set up");
    expect(asked).not.toContain("You signed in");
  });
});

test("N-02: without a plugin that keeps the time, a database session signs in once more", async () => {
  const people = peopleWith("database");
  const ada = await people.signIn();
  const asked = await textOf(await ada.send(setUp));
  expect(asked).toContain("For your safety, sign in once more.");
  expect(asked).not.toContain("You signed in");
});

test("N-02: the time of another user's session says nothing", async () => {
  const people = peopleWith("database", account());
  const ada = await people.signIn();
  const [userId] = [...people.store.rows.users.keys()];
  const records = people.store.records(sessionInfo);
  const [row] = await records.list({ userId: userId! }, { limit: 9 });
  await records.update({ id: String(row?.["id"]) }, {}, { userId: "somebody" });
  expect(await textOf(await ada.send(setUp))).toContain("For your safety");
});
