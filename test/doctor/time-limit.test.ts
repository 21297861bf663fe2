/** A request of doctor's that nobody answers ends, whatever is collected meanwhile. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Visitor } from "../../src/commands/doctor/live/visitor.js";
import { within } from "../../src/commands/steps/time-limit.js";

let silent: Server;
let origin: string;
beforeAll(async () => {
  silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
});
afterAll(() => {
  silent.closeAllConnections();
  silent.close();
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** @returns the name of the error, or "waits" after two seconds in which everything was collected again and again */
async function endOf(work: Promise<unknown>): Promise<string> {
  const ended = work.then(
    () => "answered",
    (error: Error) => error.name,
  );
  for (let round = 0; round < 40; round += 1) {
    collect();
    const tick = new Promise<undefined>((resolve) => setTimeout(resolve, 50));
    const end = await Promise.race([ended, tick]);
    if (end !== undefined) return end;
  }
  return "waits";
}

test("a page and a status end after their time", async () => {
  const options = { timeoutMs: 300, signal: new AbortController().signal };
  const visitor = new Visitor(origin, options);
  expect(await endOf(visitor.get(`${origin}/`))).toBe("TimeoutError");
  expect(await endOf(visitor.statusAs("example.com", `${origin}/`))).not.toBe("waits");
});

test("the command's own signal ends it, before and in between", async () => {
  const command = new AbortController();
  const hang = (signal: AbortSignal) =>
    new Promise((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener("abort", () => reject(signal.reason as Error));
    });
  const work = within({ signal: command.signal, timeoutMs: 10_000 }, hang);
  command.abort(new Error("stopped"));
  await expect(work).rejects.toThrow("stopped");
  await expect(within({ signal: command.signal, timeoutMs: 10_000 }, hang)).rejects.toThrow("stopped");
});
