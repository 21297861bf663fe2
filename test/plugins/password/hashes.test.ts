import { createHash } from "node:crypto";
import argon2 from "@node-rs/argon2";
import bcrypt from "bcryptjs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { parseHash, UnusableHash } from "../../../src/runtime/plugins/password/hashes/parse-hash.js";
import * as packages from "../../../src/runtime/plugins/password/hashes/packages.js";
import {
  hashPassword,
  isCurrentHash,
  isRightPassword,
} from "../../../src/runtime/plugins/password/hashes/password-hash.js";

vi.mock("../../../src/runtime/plugins/password/hashes/packages.js", { spy: true });

afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

const password = "correct horse battery";
const isRight = (text: string, stored: string) => isRightPassword([text], stored);

/** As if the package were not installed. */
const withoutArgon2 = () => vi.mocked(packages.loadArgon2).mockResolvedValue(undefined);
/** As on a worker: no module of Node, and no more rounds than its WebCrypto allows. */
function onWorkerd() {
  withoutArgon2();
  vi.stubGlobal("process", { env: {} });
  const derive = crypto.subtle.deriveBits.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, "deriveBits").mockImplementation((params, key, length) =>
    (params as { iterations: number }).iterations > 100_000
      ? Promise.reject(
          new DOMException("iteration counts above 100000 are not supported", "NotSupportedError"),
        )
      : derive(params, key, length),
  );
}

describe("new hashes", () => {
  test.each([
    ["argon2id", () => undefined, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/],
    ["scrypt without its package", withoutArgon2, /^\$scrypt\$ln=15,r=8,p=3\$[\w+/]{22}\$[\w+/]{43}$/],
    ["PBKDF2 on workerd", onWorkerd, /^\$pbkdf2-sha256\$i=100000,n=6\$[\w+/]{22}\$[\w+/]{43}$/],
  ])("%s", async (_name, arrange, form) => {
    arrange();
    const stored = await hashPassword(password);
    expect(stored).toMatch(form);
    expect(await isRight(password, stored)).toBe(true);
    expect(await isRight(`${password} `, stored)).toBe(false);
    expect(await isCurrentHash(stored)).toBe(true);
    expect(await hashPassword(password)).not.toBe(stored);
  });

  test("scrypt runs beside everything else: the event loop goes on", async () => {
    withoutArgon2();
    let turns = 0;
    const timer = setInterval(() => void (turns += 1), 1);
    await hashPassword(password);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(3);
  });
});

/** Made by the libraries themselves, or published with them. */
const known: readonly [string, string, string][] = [
  ["bcrypt 6.0.0", password, "$2b$10$XZiz.J37S9OO26cOcb3kxe55hciKaof14wp4TIn4f8Z2OsDs6c9ni"],
  ["bcryptjs", password, await bcrypt.hash(password, 5)],
  ["bcrypt of PHP", "test", "$2y$10$va66S4MxFrH6G6L7BzYl0.QgcYgvSr/F92gc.3botlz7bG4p/g/1i"],
  ["@node-rs/argon2", password, await argon2.hash(password, { memoryCost: 64, timeCost: 1 })],
  ["argon2i", password, await argon2.hash(password, { algorithm: 1, memoryCost: 64, timeCost: 1 })],
  [
    "better-auth, @better-auth/utils 0.5.1",
    password,
    "be75d06eefb6aa7ea08ffde88bf27e5f:5a6d8231e5d43b0ab123a9001a251296b5fa43ad520a3d282b657b4105f2ad78c577644f570cba39e3885c0a20e8d463c09ceb5e62fbfd1b34a523c0d2f207c5",
  ],
  [
    "Django 3.2, its own tests",
    "lètmein",
    "pbkdf2_sha256$260000$seasalt$YlZ2Vggtqdc61YjArZuoApoBh9JNGYoDRBUGu6tcJQo=",
  ],
  [
    "Django 5.1, its own tests",
    "lètmein",
    "pbkdf2_sha256$870000$seasalt$wJSpLMQRQz0Dhj/pFpbyjMj71B2gUYp6HJS5AU+32Ac=",
  ],
  [
    "Passlib, PBKDF2 with SHA-1",
    "not a password",
    "pbkdf2_sha1$10000$wz5B6WkasRoF$atJmJ1o+XfJxKq1+Nu1f1i57Z5I=",
  ],
  [
    "Firebase, the example of its documentation",
    "user1password",
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==",
  ],
  [
    "Supabase, a user of Firebase in its tests",
    "mytestpassword",
    "$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==",
  ],
];

describe("hashes of others", () => {
  test.each(known)("%s", async (_name, text, stored) => {
    expect(await isRight(text, stored)).toBe(true);
    expect(await isRight(`${text}x`, stored)).toBe(false);
    expect(await isRight("", stored)).toBe(false);
    expect(await isCurrentHash(stored)).toBe(false);
  });

  test("RFC 7914 section 12, as PHC string", async () => {
    const digest =
      "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";
    const base64 = Buffer.from(digest, "hex").toString("base64").replaceAll("=", "");
    const salt = Buffer.from("NaCl").toString("base64").replaceAll("=", "");
    expect(await isRight("password", `$scrypt$ln=10,r=8,p=16$${salt}$${base64}`)).toBe(true);
  });

  test("the common form of Node: salt and hash in hexadecimal digits, either first", async () => {
    const { scryptSync } = await import("node:crypto");
    const salt = "00112233445566778899aabbccddeeff";
    const digest = scryptSync(password, salt, 64).toString("hex");
    expect(await isRight(password, `${salt}:${digest}`)).toBe(true);
    expect(await isRight(password, `${digest}.${salt}`)).toBe(true);
    expect(await isRight("another one", `${salt}:${digest}`)).toBe(false);
  });
});

describe("attack: a stored hash with hostile parameters", () => {
  const salt = "c29tZXNhbHRzb21lc2FsdA";
  const digest = "A".repeat(43);
  test.each([
    ["argon2: 4 GiB of memory", `$argon2id$v=19$m=4194304,t=1,p=1$${salt}$${digest}`],
    ["argon2: a million passes", `$argon2id$v=19$m=19456,t=1000000,p=1$${salt}$${digest}`],
    ["argon2: many lanes", `$argon2id$v=19$m=19456,t=2,p=255$${salt}$${digest}`],
    ["argon2: a digest of one byte", `$argon2id$v=19$m=19456,t=2,p=1$${salt}$AA`],
    ["bcrypt: cost 31", `$2b$31$${"a".repeat(53)}`],
    ["bcrypt: cost 15", `$2b$15$${"a".repeat(53)}`],
    ["scrypt: N = 2^30", `$scrypt$ln=30,r=8,p=1$${salt}$${digest}`],
    ["scrypt: a large block", `$scrypt$ln=14,r=1000000,p=1$${salt}$${digest}`],
    ["scrypt: many times", `$scrypt$ln=14,r=8,p=999999$${salt}$${digest}`],
    ["scrypt: nothing to compare", `$scrypt$ln=14,r=8,p=1$${salt}$AA`],
    ["PBKDF2: 999,999,999 rounds", `pbkdf2_sha256$999999999$salt$${digest}=`],
    ["PBKDF2: no round", `pbkdf2_sha256$0$salt$${digest}=`],
    ["PBKDF2: many parts", `$pbkdf2-sha256$i=100000,n=99$${salt}$${digest}`],
    ["Firebase: 2^30", `$fbscrypt$v=1,n=30,r=8,p=1,ss=Bw==,sk=${digest}=$${salt}$${digest}=`],
    ["a text of a megabyte", `$scrypt$ln=14,r=8,p=1$${salt}$${"A".repeat(1e6)}`],
    ["nothing", ""],
    ["the password as it is", password],
    ["a plain SHA-256", createHash("sha256").update(password).digest("hex")],
  ])("%s: refused without the work", async (_name, stored) => {
    const began = performance.now();
    await expect(isRight(password, stored)).rejects.toThrow(UnusableHash);
    expect(performance.now() - began).toBeLessThan(250);
    expect(vi.mocked(packages.needArgon2)).not.toHaveBeenCalled();
    expect(vi.mocked(packages.needBcrypt)).not.toHaveBeenCalled();
  });

  test("what is refused is not quoted", () => {
    expect(() => parseHash("$secret$hash")).toThrow(/^(?!.*secret)/);
  });
});

test("a package that is missing is named", async () => {
  withoutArgon2();
  vi.mocked(packages.needArgon2).mockRestore();
  vi.mocked(packages.needBcrypt).mockRejectedValue(new Error("Run: npm install bcryptjs"));
  await expect(isRight(password, `$2b$10$${"a".repeat(53)}`)).rejects.toThrow("npm install bcryptjs");
});
