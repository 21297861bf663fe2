import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Adapter } from "../../src/runtime/types/adapter.js";
import { cleanEnv } from "../support/process.js";
import type { Place, StoreName } from "./open-store.js";

const here = fileURLToPath(new URL(".", import.meta.url));

/** One file that Node runs, of an app of this folder. */
export async function bundleApp(app: string): Promise<{ readonly file: string; dispose(): Promise<void> }> {
  // Inside the project, so that the packages left out of the bundle are found.
  const folder = await mkdtemp(path.join(here, "../../node_modules/.cache-stores-"));
  const file = path.join(folder, "app.mjs");
  await build({
    entryPoints: [path.join(here, app)],
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    conditions: ["authwright-source"],
    logLevel: "error",
  });
  return { file, dispose: () => rm(folder, { recursive: true, force: true }) };
}

/** The same store in a process of its own, which lives in another time zone. */
export async function openInProcess(
  file: string,
  name: StoreName,
  place: Place,
): Promise<{ readonly adapter: Adapter; close(): void }> {
  const child = fork(file, [name, JSON.stringify(place)], {
    env: cleanEnv({ TZ: "Asia/Kathmandu" }) as NodeJS.ProcessEnv,
    serialization: "advanced",
    execArgv: [],
  });
  const waiting = new Map<number, PromiseWithResolvers>();
  const [methods] = (await once(child, "message")) as [string[]];
  child.on("message", ([id, isDone, value]: [number, boolean, unknown]) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (isDone) call?.resolve(value);
    else call?.reject(new Error(String(value)));
  });
  let last = 0;
  const call = (method: string, given: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve, reject });
      child.send([last, method, given]);
    });
  const entries = methods.map((method) => [method, (...given: unknown[]) => call(method, given)]);
  return { adapter: Object.fromEntries(entries) as Adapter, close: () => child.disconnect() };
}

interface PromiseWithResolvers {
  resolve(value: unknown): void;
  reject(reason: Error): void;
}
