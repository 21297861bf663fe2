/** Rows of plugins are asked as everything else of a store is: in time, measured, and with errors that quote nothing. */
import { describe, expect, it } from "vitest";
import { isMissingTable, MissingTable } from "../../src/runtime/adapters/rows/driver-errors.js";
import { MemoryAdapter } from "../../src/runtime/adapters/memory.js";
import { conformanceTable, recordsConformance } from "../../src/runtime/adapter-testing/index.js";
import { AdapterError, MissingAdapterMethods } from "../../src/runtime/errors/index.js";
import { wrapRecords } from "../../src/runtime/plugins/host/wrap-records.js";
import { guardRecords } from "../../src/runtime/settings/store-calls.js";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import type { StoreMetric } from "../../src/runtime/types/metric.js";
import type { Records } from "../../src/runtime/types/records.js";

const secret = "5e551074-0000-4000-8000-00000000test";
const row = { id: secret, owner: "o", count: 0, active: true };

/** Every method, called once. */
const calls: Readonly<Record<keyof Records, (records: Records) => Promise<unknown>>> = {
  find: (records) => records.find({ id: secret }),
  list: (records) => records.list({ owner: secret }, { limit: 5 }),
  insert: (records) => records.insert(row),
  update: (records) => records.update({ id: secret }, { count: 0 }, { count: 1 }),
  consume: (records) => records.consume({ id: secret }),
  remove: (records) => records.remove({ owner: secret }, { batch: 5 }),
  deleteExpired: (records) => records.deleteExpired({ now: new Date(), batch: 10 }),
};
const names = Object.keys(calls) as (keyof Records)[];

/** An adapter whose records all do the same. */
const doing = (answer: (...args: unknown[]) => unknown): Adapter => ({
  records: () => Object.fromEntries(names.map((name) => [name, answer])) as unknown as Records,
});

function wrapped(adapter: Adapter) {
  const metrics: StoreMetric[] = [];
  const logged: Error[] = [];
  const debugged: string[] = [];
  const logger = {
    error: (error: Error) => void logged.push(error),
    warn: () => undefined,
    debug: (...parts: unknown[]) => void debugged.push(JSON.stringify(parts)),
  };
  const report = (metric: unknown) => void metrics.push(metric as StoreMetric);
  const records = () => wrapRecords(adapter, guardRecords({ logger, limitMs: 20 }, report))(conformanceTable);
  return { records, metrics, logged, debugged };
}

const failed = (running: Promise<unknown>): Promise<unknown> =>
  running.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(names)("%s", (name) => {
  const method = `records.${name}`;

  it("that hangs ends at the deadline, as an error of the store", async () => {
    const { records, metrics, logged } = wrapped(doing(() => new Promise(() => {})));
    const error = (await failed(calls[name](records()))) as AdapterError;
    expect(error).toBeInstanceOf(AdapterError);
    expect(error.cause).toMatchObject({ method });
    expect(String(error.cause?.err)).toContain(`The store did not answer ${method}`);
    expect(logged).toEqual([error]);
    expect(metrics).toMatchObject([{ kind: "store", method, outcome: "error" }]);
  });

  it("that fails is an error of the store, and quotes nothing of what it was given", async () => {
    const fails = (...args: unknown[]) => Promise.reject(new Error(`no ${JSON.stringify(args)}`));
    const { records, metrics, logged, debugged } = wrapped(doing(fails));
    const error = (await failed(calls[name](records()))) as AdapterError;
    expect(error).toBeInstanceOf(AdapterError);
    expect([String(error.cause?.err), String(error.stack), ...debugged].join()).not.toContain(secret);
    expect(debugged.join()).toContain(`${method} of auth_conformance_record`);
    expect(isMissingTable(error)).toBe(false);
    expect(logged).toEqual([error]);
    expect(metrics).toMatchObject([{ kind: "store", method, outcome: "error" }]);
  });

  it("of a table that is missing says so, and is no error in the log", async () => {
    const { records, logged } = wrapped(doing(() => Promise.reject(new MissingTable("auth_x"))));
    expect(await failed(calls[name](records()))).toSatisfy(isMissingTable);
    expect(logged).toEqual([]);
  });

  it("that answers is measured, and its answer goes through", async () => {
    const { records, metrics, logged } = wrapped(doing(() => Promise.resolve("answer")));
    expect(await calls[name](records())).toBe("answer");
    expect(metrics).toEqual([{ kind: "store", method, outcome: "ok", ms: expect.any(Number) }]);
    expect(logged).toEqual([]);
  });
});

it("an adapter without records is named as what lacks them", () => {
  expect(wrapped({}).records).toThrow(MissingAdapterMethods);
});

describe("a real store behind it does what records must do", () => {
  const access = { logger: { error: () => {}, warn: () => {}, debug: () => {} }, limitMs: 5000 };
  const checks = recordsConformance({ records: wrapRecords(MemoryAdapter(), guardRecords(access)) });
  // A wrong call is an AdapterError here, with the TypeError as its cause.
  const others = checks.filter(({ name }) => !name.includes("before the database is asked"));
  expect(others).toHaveLength(checks.length - 3);
  for (const check of others) it(check.name, () => check.run());
});
