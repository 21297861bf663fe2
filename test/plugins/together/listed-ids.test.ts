/** The id that a list shows a session by, while the session goes on by other tokens. */
import { Kysely, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import { sessionInfo } from "../../../src/runtime/plugins/sessions/session-tables.js";
import { tables as accountTables } from "../../../src/runtime/plugins/account/tables.js";
import { tables as factorTables } from "../../../src/runtime/plugins/two-factor/tables.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import { type Browser, locationOf } from "../../support/browser.js";
import {
  after,
  confirm,
  currentOf,
  day,
  House,
  pass,
  post,
  salt,
  sessionsOf,
  stores,
  vault,
} from "./authenticators.js";
import { pglite } from "../../support/pglite.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

let db: Kysely<AuthTables> | undefined;
afterAll(async () => db?.destroy());

/** One database for all tests: each begins with empty tables. */
async function postgres(): Promise<Adapter> {
  const tables = [
    ...new Map([...accountTables, ...factorTables].map((table) => [table.name, table])).values(),
  ];
  if (db === undefined) {
    db = new Kysely<AuthTables>({ dialect: new KyselyPGlite(pglite()).dialect });
    await migrate(db);
    for (const statement of tables.flatMap((table) => recordTableStatements("postgres", table)))
      await sql.raw(statement).execute(db);
  }
  for (const name of ["Account", "Session", "User", ...tables.map((table) => table.name)])
    await db.deleteFrom(name as "User").execute();
  return KyselyAdapter(db);
}

const everywhere = { ...stores, postgres };
const places = (["jwt", "database"] as const).flatMap((strategy) =>
  (Object.keys(everywhere) as (keyof typeof everywhere)[]).map((store) => [strategy, store] as const),
);

describe.each(places)("with %s sessions in %s", (strategy, store) => {
  const open = async () => new House(await everywhere[store](), { strategy });

  const idsOf = async (browser: Browser) => (await sessionsOf(browser)).map(({ id }) => id);

  test("TR-10: a session is listed once and keeps its id, however often the factor is shown", async () => {
    const house = await open();
    const { owner, secret } = await house.copied();
    const first = (await currentOf(owner))!;
    for (let time = 0; time < 3; time += 1) {
      const before = owner.cookies.get(salt);
      expect(locationOf(await confirm(owner, secret))).toBe(after);
      expect(owner.cookies.get(salt)).not.toBe(before);
      for (const seconds of [0, 20, 20]) {
        pass(seconds);
        const now = (await currentOf(owner))!;
        expect(now).toMatchObject({ id: first.id, createdAt: first.createdAt, device: first.device });
        expect(new Date(now.expires).valueOf()).toBeGreaterThan(Date.now() + day * 1000);
        expect(await idsOf(owner)).toEqual([first.id]);
      }
    }
  });

  test("TR-10: ending it by the id of before ends the new token and the old one", async () => {
    const house = await open();
    const phone = await house.signedIn();
    const { owner, secret, thief } = await house.copied();
    const { id } = (await currentOf(owner))!;
    expect(await idsOf(phone)).toHaveLength(2);
    await confirm(owner, secret);
    expect(await idsOf(phone)).toHaveLength(2);
    expect(await (await phone.send(`/end/${id}`)).json()).toBe("done");
    for (const browser of [owner, thief]) {
      expect(await vault(browser)).toBe(401);
      expect(await browser.session()).toBeNull();
    }
    expect(await idsOf(phone)).toEqual([(await currentOf(phone))!.id]);
    expect(await (await phone.send(`/end/${"0".repeat(64)}`)).json()).toEqual({ code: "not-found" });
  });

  test("TR-10: ending the others keeps it, in the half minute with two tokens too", async () => {
    const house = await open();
    const phone = await house.signedIn();
    const { owner, secret, thief } = await house.copied();
    await confirm(owner, secret);
    await owner.send("/end-others");
    expect(await vault(owner)).toBe(200);
    expect(await phone.session()).toBeNull();
    if (strategy === "database") expect(await thief.session()).toBeNull();
    pass(31);
    expect(await thief.session()).toBeNull();
    expect(await owner.session()).not.toBeNull();
    expect(await idsOf(owner)).toHaveLength(1);
  });

  test("TR-10: the end of the old token says nothing of the session", async () => {
    const house = await open();
    const { owner, secret, thief } = await house.copied();
    const { id } = (await currentOf(owner))!;
    await confirm(owner, secret);
    if (strategy === "database") await post(thief, "/signout");
    pass(31);
    expect(await thief.session()).toBeNull();
    pass(day);
    expect(await owner.session()).not.toBeNull();
    const seen = new Date((await currentOf(owner))!.lastSeen).valueOf();
    // A mark of its end would keep the row from being touched.
    expect(Math.abs(Date.now() - seen)).toBeLessThan(2000);
    await post(owner, "/signout");
    const row = await house.adapter.records!(sessionInfo).find({ id });
    expect(row?.["endedAt"]).toBeInstanceOf(Date);
  });

  test("TR-10: a sign-out ends the old token with the new one, and no list shows it", async () => {
    const house = await open();
    const phone = await house.signedIn();
    const { owner, secret, thief } = await house.copied();
    for (let time = 0; time < 2; time += 1) {
      await confirm(owner, secret);
      pass(1);
    }
    await post(owner, "/signout");
    expect(await thief.session()).toBeNull();
    expect(await vault(thief)).toBe(401);
    expect(await idsOf(phone)).toEqual([(await currentOf(phone))!.id]);
  });

  test("TR-10: it keeps its id as long as it is used, though what is over is tidied up", async () => {
    const house = await open();
    const { owner, secret } = await house.copied();
    const first = (await currentOf(owner))!;
    await confirm(owner, secret);
    for (let week = 0; week < 8; week += 1) {
      pass(7 * day);
      expect(await owner.session()).not.toBeNull();
      await house.adapter.records!(sessionInfo).deleteExpired({ now: new Date(), batch: 100 });
    }
    expect(await currentOf(owner)).toMatchObject({ id: first.id, createdAt: first.createdAt });
  });
});
