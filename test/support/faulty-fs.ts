/**
 * The file system of node:fs with a fault at the n-th call that concerns one folder. Installed in this process, or
 * (as {@link preload}) in a process of its own, which then kills itself at that call.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const onDescriptors = ["writeFileSync", "fchmodSync", "fsyncSync", "closeSync"] as const;
const onPaths = ["mkdirSync", "renameSync", "unlinkSync", "rmdirSync"] as const;
const reading = ["readFileSync", "readdirSync", "statSync", "lstatSync", "realpathSync"] as const;

type Name = (typeof onDescriptors)[number] | (typeof onPaths)[number] | (typeof reading)[number] | "openSync";
type AnyFunction = (...args: never[]) => unknown;

export interface Fault {
  /** 1 is the first call. */
  readonly at: number;
  readonly code: "ENOSPC" | "EPERM" | "EIO";
  /** Calls that only read count too. */
  readonly reads?: boolean;
  /** From that call on every call that needs room on the disk fails, and no other. */
  readonly stays?: boolean;
}

export interface Faulty {
  /** Calls so far, and what the one that failed was. */
  readonly calls: () => number;
  readonly failed: () => string;
  restore(): void;
}

/** Makes one call fail; the worst case of a full disk is that half of the content is there. */
export function breakFs(folder: string, fault: Fault): Faulty {
  const table = fs as unknown as Record<Name, AnyFunction>;
  const original = new Map<Name, AnyFunction>();
  const ours = new Set<number>();
  let calls = 0;
  let failed = "";
  const concerns = (target: unknown) =>
    typeof target === "number" ? ours.has(target) : String(target).startsWith(folder);
  const fail = (name: string, target: unknown) => {
    failed = `${name} ${typeof target === "number" ? "(open file)" : String(target).slice(folder.length)}`;
    throw Object.assign(new Error(`${fault.code}: fault in a test, ${name}`), {
      code: fault.code,
      syscall: name.replace(/Sync$/, ""),
      ...(typeof target === "string" && { path: target }),
    });
  };
  const replace = (name: Name, counts: (args: readonly unknown[]) => boolean) => {
    const real = table[name];
    original.set(name, real);
    const faulty = (...args: never[]) => {
      const [target, second] = args as unknown[];
      if (!concerns(target) || !counts(args)) return real(...args);
      calls += 1;
      const needsRoom = name === "writeFileSync" || name === "mkdirSync" || name === "openSync";
      const now = fault.stays ? calls >= fault.at && needsRoom : calls === fault.at;
      if (now && name === "writeFileSync") {
        const content = second as string | Uint8Array;
        (real as typeof fs.writeFileSync)(target as number, content.slice(0, content.length / 2));
      }
      if (now && name === "closeSync") real(...args);
      if (now) fail(name, target);
      const result = real(...args);
      if (name === "openSync") ours.add(result as number);
      if (name === "closeSync") ours.delete(target as number);
      return result;
    };
    table[name] = Object.assign(faulty, real);
  };
  const writes = (args: readonly unknown[]) =>
    typeof args[1] === "number" && (args[1] & fs.constants.O_WRONLY) !== 0;
  replace("openSync", (args) => writes(args) || fault.reads === true);
  for (const name of [...onDescriptors, ...onPaths]) replace(name, () => true);
  if (fault.reads) for (const name of reading) replace(name, () => true);
  syncBuiltinESMExports();
  return {
    calls: () => calls,
    failed: () => failed,
    restore() {
      for (const [name, real] of original) table[name] = real;
      syncBuiltinESMExports();
    },
  };
}

/**
 * Makes calls fail that would open one file or folder, as the system does for a user without the right to it.
 *
 * @param calls how many; default: every one
 */
export function closePath(
  place: string,
  code: "EACCES" | "EPERM" | "EIO" | "EMFILE",
  calls = Infinity,
): { restore(): void } {
  let left = calls;
  const table = fs as unknown as Record<Name, AnyFunction>;
  const names = ["readFileSync", "readdirSync", "openSync"] as const;
  const original = names.map((name) => [name, table[name]] as const);
  for (const [name, real] of original) {
    const closed = (...args: never[]) => {
      if (String(args[0]).replace(/[/\\]$/, "") === place && left-- > 0)
        throw Object.assign(new Error(`${code}: closed in a test`), { code, path: place });
      return real(...args);
    };
    table[name] = Object.assign(closed, real);
  }
  syncBuiltinESMExports();
  return {
    restore() {
      for (const [name, real] of original) table[name] = real;
      syncBuiltinESMExports();
    },
  };
}

/**
 * CommonJS text for `node --require`: the process kills itself right before (or, for a write, in the middle of) its
 * n-th changing call below a folder. FAULT_FOLDER and FAULT_AT say where; with FAULT_COUNT the number of calls is
 * written to that file at the end.
 */
export const preload = `
const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { FAULT_FOLDER: folder, FAULT_AT: at, FAULT_COUNT: count } = process.env;
const real = { ...fs };
const ours = new Set();
let calls = 0;
const concerns = (target) => typeof target === "number" ? ours.has(target) : String(target).startsWith(folder);
const replace = (name, counts) => {
  fs[name] = Object.assign((...args) => {
    if (!concerns(args[0]) || !counts(args)) return real[name](...args);
    calls += 1;
    if (calls === Number(at)) {
      if (name === "writeFileSync") real.writeFileSync(args[0], args[1].slice(0, args[1].length / 2));
      process.kill(process.pid, "SIGKILL");
    }
    const result = real[name](...args);
    if (name === "openSync") ours.add(result);
    if (name === "closeSync") ours.delete(args[0]);
    return result;
  }, real[name]);
};
replace("openSync", (args) => typeof args[1] === "number" && (args[1] & fs.constants.O_WRONLY) !== 0);
for (const name of ${JSON.stringify([...onDescriptors, ...onPaths])}) replace(name, () => true);
syncBuiltinESMExports();
if (count) process.on("exit", () => real.writeFileSync(count, String(calls)));
`;
