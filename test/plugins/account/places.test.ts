/** Where sessions began: believed of the platform that the app names alone, shown, exported, forgotten, and never needed. */
import { Kysely, sql } from "kysely";
import { KyselyPGlite } from "kysely-pglite";
import { afterAll, describe, expect, it, test } from "vitest";
import { KyselyAdapter, migrate, type AuthTables } from "../../../src/runtime/adapters/kysely.js";
import { MemoryAdapter } from "../../../src/runtime/adapters/memory.js";
import { recordTableStatements } from "../../../src/runtime/adapters/sql-schema.js";
import ar from "../../../src/runtime/messages/ar.js";
import { account, type AccountOptions } from "../../../src/runtime/plugins/account/index.js";
import { sessionPlaces, tables } from "../../../src/runtime/plugins/account/tables.js";
import { twoFactor } from "../../../src/runtime/plugins/two-factor/index.js";
import type { Adapter } from "../../../src/runtime/types/adapter.js";
import type { Browser } from "../../support/browser.js";
import { confirm, currentOf, House, stores as houseStores } from "../together/authenticators.js";
import { csrf } from "../stage.js";
import { People, requestOf, strategies, type Strategy } from "./people.js";
import { pglite } from "../../support/pglite.js";

const berlin = { "x-vercel-ip-city": "Berlin", "x-vercel-ip-country": "DE" };
const paris = { "x-vercel-ip-city": "Paris", "x-vercel-ip-country": "FR" };

let db: Kysely<AuthTables> | undefined;
afterAll(async () => db?.destroy());
const stores = {
  memory: () => Promise.resolve(MemoryAdapter()),
  kysely: async () => {
    if (db === undefined) {
      db = new Kysely<AuthTables>({ dialect: new KyselyPGlite(pglite()).dialect });
      await migrate(db);
    }
    for (const { name } of tables) await sql.raw(`drop table if exists ${name}`).execute(db);
    for (const statement of tables.flatMap((table) => recordTableStatements("postgres", table)))
      await sql.raw(statement).execute(db);
    for (const name of ["Account", "Session", "User"] as const) await db.deleteFrom(name).execute();
    return KyselyAdapter(db);
  },
};

/** An app over a store, with what it does to the table of places. */
class Town extends People {
  readonly calls: string[] = [];
  readonly adapter: Adapter;

  constructor(strategy: Strategy, options: AccountOptions = { place: "vercel" }, adapter = MemoryAdapter()) {
    const calls: string[] = [];
    const records: Adapter["records"] = (table) => {
      const rows = adapter.records(table);
      if (table.name !== sessionPlaces.name) return rows;
      const counted = Object.entries(rows).map(([name, run]) => [
        name,
        (...args: unknown[]) => {
          calls.push(name);
          return (run as (...given: unknown[]) => unknown)(...args);
        },
      ]);
      return Object.fromEntries(counted) as typeof rows;
    };
    super(strategy, options, { adapter: { ...adapter, records } as Adapter, messages: [ar] });
    this.calls = calls;
    this.adapter = adapter;
  }

  from = (headers: Readonly<Record<string, string>>, browser?: Browser) =>
    this.signIn("ada", browser, "op", headers);

  async rows() {
    const user = await this.adapter.getUserByEmail?.("ada@example.com");
    return this.adapter.records!(sessionPlaces).list({ userId: String(user?.id) }, { limit: 99 });
  }
}

const placesIn = async (town: Town, browser: Browser) =>
  (await town.auth.sessions.list(requestOf(browser))).map(({ place }) => place);

const pageOf = async (browser: Browser, language = "en") =>
  (await (await browser.send("/auth/account", { headers: { "accept-language": language } })).text())
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/\s+/g, " ");

const netlify = (geo: unknown) => ({ "x-nf-geo": Buffer.from(JSON.stringify(geo)).toString("base64") });

describe("each platform", () => {
  test.each([
    ["vercel", berlin, "Berlin", "DE"],
    ["vercel", { "x-vercel-ip-city": "S%C3%A3o%20Paulo", "x-vercel-ip-country": "BR" }, "São Paulo", "BR"],
    ["vercel", { "x-vercel-ip-country": "DE" }, null, "DE"],
    ["cloudflare", { "cf-ipcountry": "DE" }, null, "DE"],
    ["cloudflare", { "cf-ipcity": "Berlin", "cf-ipcountry": "DE" }, "Berlin", "DE"],
    // As servers give the bytes of UTF-8, and as others have decoded them.
    [
      "cloudflare",
      { "cf-ipcity": Buffer.from("São Paulo").toString("latin1"), "cf-ipcountry": "BR" },
      "São Paulo",
      "BR",
    ],
    ["cloudflare", { "cf-ipcity": "São Paulo", "cf-ipcountry": "BR" }, "São Paulo", "BR"],
    ["netlify", netlify({ city: "København", country: { code: "DK", name: "Denmark" } }), "København", "DK"],
    ["netlify", netlify({ country: { code: "DK" } }), null, "DK"],
  ] as const)("%s: %j", async (place, headers, city, country) => {
    const town = new Town("jwt", { place });
    expect(await placesIn(town, await town.from(headers as never))).toEqual([{ city, country }]);
    expect(town.stage.errors).toEqual([]);
  });

  test.each([
    ["vercel", { "cf-ipcity": "Berlin", "cf-ipcountry": "DE", ...netlify({ country: { code: "DE" } }) }],
    ["cloudflare", { ...berlin, "fly-region": "fra" }],
    ["cloudflare", { "cf-ipcountry": "XX" }],
    ["cloudflare", { "cf-ipcountry": "T1" }],
    ["vercel", { "x-vercel-ip-country": "ZZ" }],
    ["vercel", { "x-vercel-ip-country": "Germany" }],
    ["vercel", { "x-vercel-ip-country": "DE, US" }],
    ["vercel", { "x-vercel-ip-city": "%E0%A4%A" }],
    ["vercel", { "x-vercel-ip-city": "%00%E2%80%AE%20" }],
    ["netlify", { "x-nf-geo": "not base64!" }],
    ["netlify", { "x-nf-geo": Buffer.from([0xff, 0xfe]).toString("base64") }],
    ["netlify", netlify(null)],
    ["netlify", netlify([1])],
    ["netlify", netlify({ city: { a: 1 }, country: "DE" })],
  ] as const)("%s takes nothing of %j", async (place, headers) => {
    const town = new Town("jwt", { place });
    const ada = await town.from(headers as never);
    expect(town.calls).toEqual([]);
    expect(await placesIn(town, ada)).toEqual([undefined]);
    expect(town.stage.errors).toEqual([]);
  });

  test("what it says is text of one line, cut, and stays in its place", async () => {
    const town = new Town("jwt");
    const city = `<b>x</b>\r\n\u202e\u2066"&${"y".repeat(5000)}`;
    const ada = await town.from({
      "x-vercel-ip-city": encodeURIComponent(city),
      "x-vercel-ip-country": "DE",
    });
    const [row] = await town.rows();
    expect(row?.["city"]).toMatch(/^<b>x<\/b> "&y{60,}…$/);
    expect(String(row?.["city"]).length).toBeLessThanOrEqual(81);
    const page = await (await ada.send("/auth/account")).text();
    expect(page).toMatch(/<bdi>&lt;b&gt;x&lt;\/b&gt; &quot;&amp;y+…<\/bdi>, <bdi>Germany<\/bdi>/);
  });

  test("rows that another hand wrote are read the same way", async () => {
    const town = new Town("jwt");
    const ada = await town.from(berlin);
    const [row] = await town.rows();
    const changes = { city: "\u202eBerlin", country: "nonsense" };
    await town.adapter.records!(sessionPlaces).update({ id: String(row?.["id"]) }, {}, changes);
    expect(await placesIn(town, ada)).toEqual([{ city: "Berlin", country: null }]);
  });

  test("other names are refused", () => {
    for (const place of ["fly", "toString", "", 7])
      expect(() => account({ place: place as never })).toThrow(RangeError);
  });
});

describe("a function of the app", () => {
  test.each([
    ["a text", (request: Request) => request.headers.get("x-geo") ?? undefined, "Berlin", null],
    ["city and country", () => ({ city: "Berlin", country: "DE" }), "Berlin", "DE"],
  ])("may give %s", async (_, place, city, country) => {
    const town = new Town("jwt", { place });
    expect(await placesIn(town, await town.from({ "x-geo": "Berlin" }))).toEqual([{ city, country }]);
  });

  test("that throws keeps nobody from signing in", async () => {
    const town = new Town("jwt", {
      place: () => {
        throw new Error("no map");
      },
    });
    expect(await placesIn(town, await town.from(berlin))).toEqual([undefined]);
    expect(town.stage.errors.map(({ message }) => message)).toEqual([expect.stringContaining("no map")]);
  });

  test("gets the body of nobody", async () => {
    const town = new Town("jwt", { place: (request) => `${request.method} ${request.body === null}` });
    const ada = town.browser();
    const form = { ...(await csrf(ada)), username: "ada", password: "pw" };
    await ada.post("/auth/callback/credentials", form);
    const rows = await town.adapter.records!(sessionPlaces).list({ userId: "7" }, { limit: 9 });
    expect(rows).toMatchObject([{ city: "GET true" }]);
  });
});

const everywhere = strategies.flatMap((strategy) =>
  (Object.keys(stores) as (keyof typeof stores)[]).map((store) => [strategy, store] as const),
);

describe.each(everywhere)("with %s sessions in %s, the place", (strategy, store) => {
  const open = async (options?: AccountOptions) =>
    new Town(strategy, options, (await stores[store]()) as never);

  it("of each session is shown, in the language of the page", async () => {
    const town = await open();
    await town.from(paris);
    await town.from({});
    const ada = await town.from(berlin);
    expect(await placesIn(town, ada)).toEqual(
      expect.arrayContaining([
        { city: "Berlin", country: "DE" },
        { city: "Paris", country: "FR" },
        undefined,
      ]),
    );
    const english = await pageOf(ada);
    expect(english).toContain("Chrome on Windows · Berlin, Germany (this session)");
    expect(english).toContain("Chrome on Windows · Paris, France");
    expect(await pageOf(ada, "ar")).toContain("Chrome على Windows · Berlin، ألمانيا (هذه الجلسة)");
    expect(town.stage.errors).toEqual([]);
  });

  it("is neither read nor kept without the option", async () => {
    const town = await open({});
    const ada = await town.from(berlin);
    expect(await placesIn(town, ada)).toEqual([undefined]);
    const page = await pageOf(ada);
    expect(page).toContain("Chrome on Windows (this session)");
    await ada.post("/auth/signout", { ...(await csrf(ada)) });
    expect(town.calls).toEqual([]);
  });

  it("is that of the sign-in: a linked account changes nothing", async () => {
    const town = await open();
    const ada = await town.from(berlin);
    await town.signIn("ada", ada, "plain", paris);
    expect(await placesIn(town, ada)).toEqual([{ city: "Berlin", country: "DE" }]);
  });

  it("goes with its session: by a sign-out, by its end from another one, by another sign-in there", async () => {
    const town = await open();
    const [laptop, phone] = [await town.from(berlin), await town.from(paris)];
    await phone.post("/auth/signout", await csrf(phone));
    expect((await town.rows()).map(({ city }) => city)).toEqual(["Berlin"]);
    await town.from(paris);
    await town.auth.sessions.revokeOthers(requestOf(laptop));
    await town.auth.sessions.list(requestOf(laptop));
    expect((await town.rows()).map(({ city }) => city)).toEqual(["Berlin"]);
    await town.from(paris, laptop);
    expect(await placesIn(town, laptop)).toEqual([{ city: "Paris", country: "FR" }]);
    expect((await town.rows()).map(({ city }) => city)).toEqual(["Paris"]);
    expect(town.stage.errors).toEqual([]);
  });

  it("is in the download, and goes with its user, when the option is taken out too", async () => {
    const town = await open();
    await town.from(berlin);
    const later = new Town(strategy, {}, town.adapter as never);
    const ada = await later.from(paris);
    expect(await (await ada.send("/auth/account/data")).json()).toMatchObject({
      plugins: { account: { places: [{ city: "Berlin", country: "DE" }] } },
    });
    const [row] = await town.rows();
    await ada.post("/auth/account/delete", { ...(await csrf(ada)), confirm: "delete" });
    expect(await town.adapter.getUserByEmail?.("ada@example.com")).toBeNull();
    expect(await town.adapter.records!(sessionPlaces).find({ id: String(row?.["id"]) })).toBeUndefined();
  });

  it("expires after a year", async () => {
    const town = await open();
    await town.from(berlin);
    const [row] = await town.rows();
    const days = (Number(row?.["expires"]) - Date.now()) / 86_400_000;
    expect([sessionPlaces.expires, Math.round(days)]).toEqual(["expires", 365]);
  });

  it("of forty sessions is asked for once", async () => {
    const town = await open();
    let ada = await town.from(berlin);
    for (let count = 1; count < 40; count += 1) ada = await town.from(count % 2 ? paris : berlin);
    town.calls.length = 0;
    const page = await pageOf(ada);
    expect([page.split("Paris, France").length, page.split("Berlin, Germany").length]).toEqual([21, 21]);
    expect(town.calls).toEqual(["list"]);
  });
});

describe.each(strategies)("with %s sessions, a project without the table", (strategy) => {
  const open = async (options: AccountOptions) => {
    const adapter = await stores.kysely();
    await sql.raw(`drop table ${sessionPlaces.name}`).execute(db!);
    return new Town(strategy, options, adapter as never);
  };
  const live = async (town: Town) => {
    const ada = await town.from(berlin);
    const phone = await town.from(paris);
    await phone.post("/auth/signout", await csrf(phone));
    expect(await pageOf(ada)).toContain("Chrome on Windows (this session)");
    expect((await ada.send("/auth/account/data")).status).toBe(200);
    await ada.post("/auth/account/delete", { ...(await csrf(ada)), confirm: "delete" });
    expect(await town.adapter.getUserByEmail?.("ada@example.com")).toBeNull();
    return town.stage.errors.map(({ message }) => message);
  };

  it("lacks nothing else, and the log says nothing", async () =>
    expect(await live(await open({}))).toEqual([]));

  it("that sets the option lacks the place; the log is told once", async () =>
    expect(await live(await open({ place: "vercel" }))).toEqual([
      expect.stringMatching(/^The account page does not say where users signed in: .*auth_account_places/),
    ]));
});

const orders = [
  ["account first", (mine: AccountOptions) => [account(mine), twoFactor()]],
  ["account last", (mine: AccountOptions) => [twoFactor(), account(mine)]],
] as const;

describe.each(strategies)("with %s sessions that go on by other tokens", (strategy) => {
  test.each(orders)("the place stays, %s", async (_, plugins) => {
    const place = () => ({ city: "Berlin", country: "DE" });
    const adapter = await houseStores.memory();
    const house = new House(adapter, { strategy, plugins: (mine) => plugins({ ...mine, place }) });
    const { owner, secret } = await house.copied();
    for (let time = 0; time < 2; time += 1) {
      expect(await currentOf(owner)).toMatchObject({ place: { city: "Berlin", country: "DE" } });
      await confirm(owner, secret);
    }
    const current = await currentOf(owner);
    await owner.post("/auth/signout", await csrf(owner));
    expect(await adapter.records!(sessionPlaces).find({ id: current!.id })).toBeUndefined();
  });
});
