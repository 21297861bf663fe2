/** A store with tables missing or down, and secrets that were sealed with another AUTH_SECRET. */
import { describe, expect, it } from "vitest";
import { toMissingTable } from "../../../src/runtime/adapters/rows/driver-errors.js";
import { sealSecret } from "../../../src/runtime/plugins/two-factor/sealed-values.js";
import { secretTable, tables } from "../../../src/runtime/plugins/two-factor/tables.js";
import { codeAt, stepAt } from "../../../src/runtime/plugins/two-factor/totp.js";
import type { Records, RecordTable } from "../../../src/runtime/types/records.js";
import { locationOf, secret as appSecret } from "../../support/browser.js";
import { type Stage } from "../stage.js";
import {
  ada,
  after,
  byPassword,
  codeOf,
  confirmPath,
  expired,
  guarded,
  mailUser,
  ownerOf,
  resolvedOf,
  rowOf,
  send,
  stageWith,
  vault,
  waiting,
  withFactor,
} from "./visit.js";

describe("AUTH_SECRET", () => {
  it("renewed, with the old one behind: the app's codes go on, and the row is sealed anew", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const before = await rowOf(stage);
    const renewed = stageWith({}, { secret: ["new-secret-new-secret-new-secret-0001", appSecret] });
    Object.assign(renewed.config, { adapter: stage.store });
    const answer = await send(await waiting(renewed), "/two-factor", { code: await codeOf(secret) });
    expect(locationOf(answer)).toBe(after);
    expect((await rowOf(stage))?.["secret"]).not.toBe(before?.["secret"]);
    const alone = stageWith({}, { secret: "new-secret-new-secret-new-secret-0001", adapter: stage.store });
    const later = await send(await waiting(alone), "/two-factor", { code: await codeOf(secret, 1) });
    expect(locationOf(later)).toBe(after);
  });

  it("replaced, with the old one gone: nobody gets past the factor, and the log says why", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    const other = stageWith({}, { secret: "new-secret-new-secret-new-secret-0001", adapter: stage.store });
    const browser = await waiting(other);
    expect(locationOf(await send(browser, "/two-factor", { code: await codeOf(secret) }))).toBe(expired);
    expect(await browser.session()).toBeNull();
    expect(other.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining("sealed with an AUTH_SECRET that is gone"),
    ]);
  });

  it("seals a secret for its user: another user's row in its place does not open", async () => {
    const stage = stageWith();
    await withFactor(stage);
    const foreign = await sealSecret(resolvedOf(stage), "8", "A".repeat(32));
    await ownerOf(stage, ada).own.records(secretTable).update({ userId: ada }, {}, { secret: foreign });
    const code = await codeAt("A".repeat(32), stepAt(Date.now()));
    expect(locationOf(await send(await waiting(stage), "/two-factor", { code }))).toBe(expired);
  });
});

describe("without its tables", () => {
  const missing = (names: readonly string[]) => (stage: Stage) => {
    const { records } = stage.store;
    const fails = (name: string) => () =>
      Promise.reject(toMissingTable(new Error(`no such table: ${name}`), name));
    const none = (name: string) =>
      Object.fromEntries(
        ["find", "list", "insert", "update", "consume"].map((method) => [method, fails(name)]),
      ) as unknown as Records;
    const adapter = {
      ...stage.store,
      records: (table: RecordTable) => (names.includes(table.name) ? none(table.name) : records!(table)),
    };
    Object.assign(stage.config, { adapter });
  };

  it.each(["optional", "all"] as const)("the plugin is off, and says so once: %s", async (required) => {
    const stage = stageWith({ required });
    missing(tables.map(({ name }) => name))(stage);
    for (let time = 0; time < 2; time += 1) expect(await byPassword(stage, stage.browser())).toBe(after);
    expect(stage.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^The plugin "two-factor" is off: The .*auth_two_factor_secret/),
    ]);
  });

  it.each(tables.map(({ name }) => name))(
    "of which %s alone is missing nobody is locked out",
    async (name) => {
      const stage = stageWith({ required: "all" });
      missing([name])(stage);
      expect(await byPassword(stage, stage.browser())).toBe(after);
      expect(stage.errors).toHaveLength(1);
    },
  );

  it("half migrated, who has a factor is asked still", async () => {
    const stage = stageWith();
    const secret = await withFactor(stage);
    missing(tables.slice(1).map(({ name }) => name))(stage);
    const browser = await waiting(stage);
    const answer = await send(browser, "/two-factor", { code: await codeOf(secret), trust: "yes" });
    expect(locationOf(answer)).toBe(after);
    expect(await browser.session()).not.toBeNull();
  });

  it("of which that of sessions is missing, require({ factor }) lets nobody in, and says so once", async () => {
    const stage = stageWith({}, { session: { strategy: "database" } });
    missing(["auth_two_factor_session"])(stage);
    const browser = guarded(stage);
    const secret = await withFactor(stage, await mailUser(stage, browser));
    for (let time = 0; time < 2; time += 1) expect(await vault(browser)).toBe(confirmPath);
    const answer = await send(browser, "/two-factor/confirm", { code: await codeOf(secret) });
    expect(locationOf(answer)).toContain("error=");
    expect(await vault(browser)).toBe(confirmPath);
    expect(stage.errors.map(({ message }) => message)).toEqual([
      expect.stringContaining('The plugin "two-factor" is off'),
      expect.stringContaining("There is no POST /two-factor/confirm"),
    ]);
  });

  it("that a store which is down has, nobody gets past it", async () => {
    const stage = stageWith();
    const down = () => ({ find: () => Promise.reject(new Error("down")) }) as unknown as Records;
    Object.assign(stage.config, { adapter: { ...stage.store, records: down } });
    const browser = stage.browser();
    expect(await byPassword(stage, browser)).toContain("error=");
    expect(await browser.session()).toBeNull();
  });
});
