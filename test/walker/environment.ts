/**
 * What a walk depends on beside its moves, made to depend on nothing else: the date, timers, randomness and the cost of
 * hashes. Loaded in front of the package (`node --import`), in the walker's own processes only.
 */
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";

export interface Clock {
  /** Milliseconds since 1970; it stands still between moves. */
  now: number;
}

export interface Dice {
  /** Draws the same bytes again after the same seed. */
  seed(text: string): void;
}

const RealDate = Date;
const clock: Clock = { now: RealDate.UTC(2026, 0, 1) };

globalThis.Date = class extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(clock.now);
    else super(given[0]);
  }
  static override now(): number {
    return clock.now;
  }
} as DateConstructor;

/** In milliseconds: short waits are over at once, the deadlines of stores and hooks never come. */
const longestWait = 150;
const realTimeout = globalThis.setTimeout;

const timeout = (run: (...given: unknown[]) => void, wait = 0, ...given: unknown[]) => {
  if (wait <= longestWait) return realTimeout(run, 0, ...given);
  const never = realTimeout(() => undefined, 0);
  clearTimeout(never);
  return never;
};
globalThis.setTimeout = Object.assign(timeout, realTimeout) as unknown as typeof setTimeout;

let seed = "";
let drawn = 0;
let left = Buffer.alloc(0);

const dice: Dice = {
  seed(text) {
    [seed, drawn, left] = [text, 0, Buffer.alloc(0)];
  },
};

function draw(length: number): Buffer {
  while (left.length < length) {
    const block = crypto.createHash("sha512").update(`${seed}:${drawn}`).digest();
    drawn += 1;
    left = Buffer.concat([left, block]);
  }
  const bytes = left.subarray(0, length);
  left = left.subarray(length);
  return Buffer.from(bytes);
}

function uuid(): `${string}-${string}-${string}-${string}-${string}` {
  const bytes = draw(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

function fill<T extends ArrayBufferView>(view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  bytes.set(draw(bytes.length));
  return view;
}

type Done = (error: Error | null, bytes: Buffer) => void;

const randomBytes = (size: number, done?: Done): Buffer | undefined => {
  if (done === undefined) return draw(size);
  done(null, draw(size));
  return undefined;
};

/** Tells passwords apart as scrypt does, in microseconds. */
const cheapHash = (secret: Buffer, salt: Buffer, length: number, options: object, done: Done): void => {
  const bytes = crypto
    .createHash("sha512")
    .update(salt)
    .update(secret)
    .update(JSON.stringify(options))
    .digest();
  queueMicrotask(() => done(null, bytes.subarray(0, length)));
};

const replaced: Readonly<Record<string, unknown>> = {
  randomBytes,
  randomUUID: uuid,
  randomFillSync: fill,
  ...(process.env["WALKER_REAL_HASHES"] === undefined && { scrypt: cheapHash }),
};
for (const [name, value] of Object.entries(replaced))
  Object.defineProperty(crypto, name, { value, configurable: true, enumerable: true });
syncBuiltinESMExports();
for (const [name, value] of Object.entries({ getRandomValues: fill, randomUUID: uuid }))
  Object.defineProperty(globalThis.crypto, name, { value, configurable: true });

/** The same digests, without a pool of threads. */
const digest: SubtleCrypto["digest"] = async (algorithm, data) => {
  const name = (typeof algorithm === "string" ? algorithm : algorithm.name).replace("-", "");
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Uint8Array(crypto.createHash(name).update(bytes).digest()).buffer;
};
Object.defineProperty(globalThis.crypto.subtle, "digest", { value: digest, configurable: true });

/** The walker's own modules are bundled apart from this one: they meet it here. */
const home = Symbol.for("walker.environment");
(globalThis as Record<symbol, unknown>)[home] = { clock, dice };
