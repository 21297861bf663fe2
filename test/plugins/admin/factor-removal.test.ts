/** An administrator takes a second factor off: what ends, who gets in afterwards and by what, and who may not. */
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { factorRemovedMark, movedMark } from "../../../src/runtime/plugins/admin/address.js";
import { banTable } from "../../../src/runtime/plugins/admin/tables.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import { browserTable, recoveryTable } from "../../../src/runtime/plugins/two-factor/tables.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { hasLastingMark, takeMark } from "../../../src/runtime/security/marks.js";
import { withFactor } from "../two-factor/visit.js";
import {
  byMail,
  confirmed,
  hasFactor,
  officeWithFactors,
  openMail,
  post,
  refused,
  right,
  sendCode,
  sendPassword,
  where,
} from "./factors.js";
import { adapterOf, closeStores, longPlaces } from "./office.js";

afterAll(closeStores);
afterEach(() => void vi.useRealTimers());

type House = Awaited<ReturnType<typeof officeWithFactors>>;

const reason = "Lost phone, ticket 4711";

async function remove({ at, page }: Pick<House, "at" | "page">, fields: Record<string, string> = { reason }) {
  const path = `${page}/remove-factor`;
  return at.send(await at.open(page), path, fields);
}

const signsIn = async ({ town }: House, typed = right): Promise<string> =>
  sendPassword(town.visitor(), "ada", typed);

const linkIn = (text: string): string =>
  /https?:\/\/\S+/.exec(text)?.[0]?.replace("http://localhost:3000/auth", "") ?? "";

describe.each(longPlaces)("%s, sessions of strategy %s", (store, strategy) => {
  const house = async (given: Parameters<typeof officeWithFactors>[0] = {}) =>
    officeWithFactors({ adapter: await adapterOf(store), strategy, ...given });

  it("ADM-90: with the factor all sessions and trusted browsers end; no way signs in until a mailed link was followed", async () => {
    const told = vi.fn();
    const recorded: string[] = [];
    const all = await house({ more: { events: { userFactorRemoved: told } } });
    Object.assign(all.town.resolved, {
      record: (event: { action: string }) => {
        recorded.push(event.action);
        return undefined;
      },
    });
    const { town, mails, ada, adaSecret } = all;
    const trusting = town.visitor();
    await sendPassword(trusting, "ada");
    await post(trusting, "/two-factor", { trust: "yes", recovery: "AAAAA-AAAAA" });
    expect(await town.records(browserTable).list({ userId: ada.id }, { limit: 9 })).toHaveLength(1);
    expect((await all.at.open(all.page)).text).toContain("Remove the second factor");
    const waiting = town.visitor();
    expect(await sendPassword(waiting, "ada")).toBe("/auth/two-factor");

    expect([(await remove(all)).location, await hasFactor(town, ada)]).toEqual([all.page, false]);
    for (const table of [recoveryTable, browserTable])
      expect(await town.records(table).list({ userId: ada.id }, { limit: 9 })).toEqual([]);
    expect([await town.isSignedIn(ada), await trusting.browser.session()]).toEqual([false, null]);
    // A sign-in that waited for the code is over, and none begins.
    await sendCode(waiting, adaSecret, 1);
    expect(await waiting.browser.session()).toBeNull();
    expect(await signsIn(all)).toBe(refused);
    expect((await all.at.open(all.page)).text).toContain(`removed: ${reason}. Nobody signs in until`);
    expect((await all.at.read(all.page)).body["heldBack"]).toEqual({ reason, expires: null });
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      ["ada@example.com", expect.stringContaining("Your second factor at")],
    ]);
    expect(mails[0]!.text).not.toContain("4711");

    // The owner follows a link of a mail, and the usual ways open.
    const owner = await byMail(town, "ada");
    expect((await owner.browser.session())?.user?.["email"]).toBe("ada@example.com");
    expect(await signsIn(all)).toBe("/after");
    expect((await all.at.read(all.page)).body["heldBack"]).toBeNull();
  });

  it("ADM-91: a reset opens the usual ways; without one a password does not, however right", async () => {
    const all = await house();
    await remove(all);
    expect(await signsIn(all)).toBe(refused);
    const owner = all.town.visitor();
    await post(owner, "/password/forgot", { email: "ada@example.com" });
    await vi.waitFor(() => expect(all.mails).toHaveLength(2));
    const link = linkIn(all.mails[1]!.text);
    expect(await signsIn(all)).toBe(refused);
    const other = "another passphrase of hers";
    await owner.send(await owner.open(link), "/password/reset", { password: other });
    // It signs nobody in by itself.
    expect(await owner.browser.session()).toBeNull();
    expect(await signsIn(all, other)).toBe("/after");
  });

  it("ADM-92: where no address is proven no way signs in for 24 hours, a mail neither; then they do", async () => {
    const all = await house();
    await all.town.adapter.updateUser!({ id: all.ada.id, emailVerified: null });
    await remove(all);
    // A new password by a mail proves nothing here: the address may be a stranger's.
    const owner = all.town.visitor();
    await post(owner, "/password/forgot", { email: "ada@example.com" });
    await vi.waitFor(() => expect(all.mails).toHaveLength(2));
    const link = linkIn(all.mails.pop()!.text);
    const other = "another passphrase of hers";
    await owner.send(await owner.open(link), "/password/reset", { password: other });
    await vi.waitFor(() => expect(all.mails).toHaveLength(2));
    all.mails.pop();
    expect(await signsIn(all, other)).toBe(refused);
    await isHeldForADay(all, () => openMail(all.town, all.town.visitor(), "ada"));
  });

  it("ADM-93: address and factor are not both changed within seven days, whichever came first", async () => {
    const all = await house();
    const { town, at, page, ada, mails } = all;
    const move = async () => at.send(await at.open(page), `${page}/email`, { email: "new@example.com" });
    await move();
    const link = linkIn(mails.find(({ to }) => to === "new@example.com")!.text);
    const stranger = town.visitor();
    await stranger.send(await stranger.open(link), "/admin/address");
    expect((await town.adapter.getUser!(ada.id))!.email).toBe("new@example.com");
    const early = await remove(all);
    expect([early.status, early.text]).toEqual([409, expect.stringContaining("within seven days")]);
    expect([await hasFactor(town, ada), (await at.read(page)).body["heldBack"]]).toEqual([true, null]);
    // What was refused keeps nothing from being done.
    expect(await hasLastingMark(town.resolved, factorRemovedMark(ada.id))).toBe(false);
    await takeMark(town.adapter as never, movedMark(ada.id));
    await takeMark(town.adapter as never, `${movedMark(ada.id)}:2`);
    expect((await remove(all)).status).toBe(302);
    const late = await at.send(await at.open(page), `${page}/email`, { email: "third@example.com" });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining("within seven days")]);
  });

  it("ADM-94: a session that is made while the factor is taken off is over, and refused", async () => {
    const all = await house();
    const { town, ada } = all;
    // As a sign-in that the step had let pass before there was a row.
    await remove(all);
    await expect(town.person("ada")).rejects.toThrow("second factor");
    expect(await town.isSignedIn(ada)).toBe(false);
    // The control.
    await town.records(banTable).consume({ userId: `f:${ada.id}` });
    expect(await town.isSignedIn(await town.person("ada"))).toBe(true);
  });
});

const day = 86_400_000;

async function isHeldForADay(all: House, enter: () => Promise<string>): Promise<void> {
  const { expires } = (await all.at.read(all.page)).body["heldBack"] as { expires: string };
  const left = new Date(expires).valueOf() - Date.now();
  expect([left > day - 10_000, left <= day]).toEqual([true, true]);
  expect((await all.at.open(all.page)).text).toContain("Nobody signs in before");
  expect(all.mails.at(-1)!.text).toContain("24 hours");
  expect(await enter()).toBe(refused);
  // What was refused has taken nothing back.
  expect(await enter()).toBe(refused);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + day });
  expect(await enter()).toBe("/after");
}

it("ADM-92: where nothing can mail a link, no way signs in for 24 hours either", async () => {
  const adapter = MemoryAdapter();
  const word = {
    id: "word",
    name: "Word",
    type: "credentials" as const,
    credentials: { email: {} },
    authorize: ({ email }: Record<string, unknown>) => adapter.getUserByEmail(String(email)),
  };
  const all = await officeWithFactors({ adapter, plugins: [twoFactor()], more: { providers: [word] } });
  expect((await remove(all)).location).toBe(all.page);
  await isHeldForADay(all, async () => {
    const fields = { email: "ada@example.com", callbackUrl: "/after" };
    return where(await post(all.town.visitor(), "/callback/word", fields));
  });
});

it("ADM-94: whoever knows the password is asked nothing while the user is held back, and sets up no factor of their own", async () => {
  const all = await officeWithFactors({ factor: { required: "all" } });
  await remove(all);
  const thief = all.town.visitor();
  expect(await sendPassword(thief, "ada")).toBe(refused);
  expect(thief.browser.has("pending")).toBe(false);
  // The control: the owner is led on, and is signed in no sooner than with a factor.
  const owner = all.town.visitor();
  expect(await openMail(all.town, owner, "ada")).toBe("/auth/two-factor/first");
  expect(await signsIn(all)).toBe(refused);
});

it("ADM-95: only who has just shown their own factor takes one off, never of an administrator, and with a reason", async () => {
  const all = await officeWithFactors();
  const { town, ada, at, page, root } = all;
  const path = `${page}/remove-factor`;
  const stays = async () => expect(await hasFactor(town, ada)).toBe(true);
  const open = await at.open(page);
  for (const given of ["", "  ", "two\nlines", "x".repeat(201)]) {
    const answer = await at.send(open, path, { reason: given });
    expect([given, answer.status]).toEqual([given, 400]);
  }
  expect((await at.open(path)).status).not.toBe(200);
  // Not by the form that needs no reason.
  for (const help of ["removeFactor", "remove", "factor"])
    expect((await at.forge(open, `${page}/help`, { plugin: "two-factor", help, value: "" })).status).toBe(
      400,
    );
  const eve = town.visitor(await town.person("eve"));
  expect((await post(eve, path, { reason })).status).toBe(404);
  const unshown = town.visitor(root);
  expect(where(await post(unshown, path, { reason }))).toContain("/two-factor/confirm");
  const forged = await at.browser.post(`/auth${path}`, { reason, csrfToken: "0".repeat(64) });
  expect(where(forged)).toContain("MissingCSRF");
  await stays();
  // Shown too long ago.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  expect((await post(at, path, { reason })).status).toBe(302);
  vi.useRealTimers();
  await stays();
  const other = await town.administrator("other");
  await withFactor(town, other.id);
  const others = `/admin/users/${other.id}`;
  expect((await at.open(others)).forms).not.toContain(`${others}/remove-factor`);
  for (const who of [other, root])
    expect((await at.forge(open, `/admin/users/${who.id}/remove-factor`, { reason })).status).toBe(409);
  expect([await hasFactor(town, other), await hasFactor(town, root)]).toEqual([true, true]);
  // The control, as JSON; and of who has none there is nothing to take off.
  const { csrfToken } = (await (await at.browser.send("/auth/csrf")).json()) as { csrfToken: string };
  const send = () =>
    at.browser.send(`/auth${path}`, {
      method: "POST",
      headers: { accept: "application/json", "content-type": "application/json" },
      body: JSON.stringify({ csrfToken, reason }),
    });
  expect([await (await send()).json(), await hasFactor(town, ada)]).toMatchObject([{ ok: true }, false]);
  const again = await send();
  expect([again.status, await again.json()]).toMatchObject([409, { error: "unable" }]);
  expect((await at.open(page)).forms).not.toContain(path);
});

it("ADM-96: a link to another address of before, which would have asked for the factor, is over", async () => {
  const all = await officeWithFactors();
  const { town, ada, adaSecret, mails } = all;
  const thief = await confirmed(town, ada, adaSecret);
  const fields = { email: "thief@example.com", current: right };
  await post(thief, "/password/address", fields);
  await vi.waitFor(() => expect(mails.some(({ to }) => to === "thief@example.com")).toBe(true));
  const link = linkIn(mails.find(({ to }) => to === "thief@example.com")!.text);
  const elsewhere = town.visitor();
  const page = await elsewhere.open(link);
  expect(page.html).toContain('name="code"');
  await remove(all);
  expect((await elsewhere.open(link)).forms).not.toContain("/password/confirm-address");
  await elsewhere.send(page, "/password/confirm-address", { current: right });
  expect((await town.adapter.getUser!(ada.id))!.email).toBe("ada@example.com");
  expect(await signsIn(all)).toBe(refused);
});

it("ADM-97: a ban that is taken back lets nobody in who is held back, and the end of the user ends both", async () => {
  const all = await officeWithFactors();
  const { town, ada, at, page } = all;
  await remove(all);
  await at.send(await at.open(page), `${page}/ban`, { reason });
  expect(await openMail(town, town.visitor(), "ada")).toBe(refused);
  await at.send(await at.open(page), `${page}/unban`);
  expect(await signsIn(all)).toBe(refused);
  await at.send(await at.open(page), `${page}/delete`, { confirm: "ada@example.com" });
  expect(await town.records(banTable).find({ userId: `f:${ada.id}` })).toBeUndefined();
});

it.each(["factor", "address"] as const)(
  "ADM-98: of an address and a factor that are changed at the same moment one is not: the %s comes late",
  async (late) => {
    const adapter = MemoryAdapter();
    const all = await officeWithFactors({ adapter });
    const { town, at, page, ada, mails } = all;
    await at.send(await at.open(page), `${page}/email`, { email: "new@example.com" });
    const link = linkIn(mails.find(({ to }) => to === "new@example.com")!.text);
    const owner = town.visitor();
    const opened = await owner.open(link);
    const form = await at.open(page);
    const changes = {
      factor: () => at.send(form, `${page}/remove-factor`, { reason }),
      address: () => owner.send(opened, "/admin/address"),
    };
    // The other one is made whole between the question and the mark of this one.
    const leave = adapter.createVerificationToken.bind(adapter);
    let other: Promise<{ status: number }> | undefined;
    adapter.createVerificationToken = async (row) => {
      if (row.identifier === `admin-${late}:${ada.id}` && other === undefined) {
        other = changes[late === "factor" ? "address" : "factor"]();
        await other;
      }
      return leave(row);
    };
    expect((await changes[late]()).status).toBe(409);
    expect((await other!).status).toBeLessThan(400);
    const { email } = (await adapter.getUser(ada.id))!;
    const isMoved = email === "new@example.com";
    expect([isMoved, await hasFactor(town, ada)]).toEqual(late === "factor" ? [true, true] : [false, false]);
    const held = (await at.read(page)).body["heldBack"];
    expect(held === null).toBe(late === "factor");
  },
);
