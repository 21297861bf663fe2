import { createCipheriv, createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { decode as referenceDecode, encode as referenceEncode } from "@auth/core/jwt";
import fc from "fast-check";
import { base64url, EncryptJWT, jwtDecrypt } from "jose";
import { describe, expect, it, vi } from "vitest";
import { decode, encode } from "../../src/runtime/jwt.js";
import * as nodeDoor from "../../src/runtime/security/crypto-node.js";
import * as webDoor from "../../src/runtime/security/crypto-web.js";
import type { CryptoProvider, Enc } from "../../src/runtime/security/crypto.js";
import { seal, unseal, UnsealError } from "../../src/runtime/security/seal.js";

interface Vector {
  name: string;
  secret: string | string[];
  salt: string;
  derivedKeyHex: string;
  token: string;
  payload: Record<string, unknown>;
}
const file = new URL("../fixtures/contract/vectors.json", import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, "utf8")) as { vectors: Vector[] };

const secret = "test-secret-test-secret-test-secret-000";
const salt = "authjs.session-token";
const doors: Readonly<Record<string, CryptoProvider>> = { node: nodeDoor, web: webDoor };

/** Opens with one door alone, without judging header or claims. */
async function openWith(door: CryptoProvider, token: string, enc: Enc, withSecret = secret, withSalt = salt) {
  const key = await door.deriveKey(withSecret, withSalt);
  const dot = token.indexOf(".");
  return door.decrypt(key, enc, token.slice(0, dot), token.slice(dot + 2));
}

const keyBytes = (length: number, from = secret, withSalt = salt) =>
  new Uint8Array(
    hkdfSync("sha256", from, withSalt, `Auth.js Generated Encryption Key (${withSalt})`, length),
  );

async function oracle(token: string, enc: Enc = "A256CBC-HS512"): Promise<unknown> {
  const { payload } = await jwtDecrypt(token, keyBytes(enc === "A256GCM" ? 32 : 64), { clockTolerance: 15 });
  return payload;
}

async function verdict(open: () => Promise<unknown>): Promise<unknown> {
  try {
    return await open();
  } catch {
    return "refused";
  }
}

describe("tokens of the reference", () => {
  it("last as long as theirs, fractions of a second included", async () => {
    const params = { token: {}, secret, salt, maxAge: 60.5 };
    const ends = [await encode(params), await referenceEncode(params)].map(async (token) => {
      const { exp, iat } = (await decode<{ exp: number; iat: number }>({ token, secret, salt }))!;
      return exp - iat;
    });
    expect(await Promise.all(ends)).toEqual([60.5, 60.5]);
  });

  for (const { name, token, secret: given, salt: withSalt, payload, derivedKeyHex } of vectors) {
    it(`${name}: decode gives the payload`, async () => {
      expect(await decode({ token, secret: given, salt: withSalt })).toEqual(payload);
    });
    it(`${name}: both crypto doors open it, and derive the same key`, async () => {
      const header = JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()) as {
        enc: Enc;
        kid?: string;
      };
      const first = typeof given === "string" ? given : given[0]!;
      const hex = Buffer.from(keyBytes(64, first, withSalt)).toString("hex");
      expect(hex.startsWith(derivedKeyHex)).toBe(true);
      for (const door of Object.values(doors)) {
        const text = await openWith(door, token, header.enc, first, withSalt);
        expect(JSON.parse(text ?? "null")).toEqual(payload);
        if (header.kid !== undefined)
          expect((await door.deriveKey(first, withSalt)).kids[header.enc]).toBe(header.kid);
      }
    });
  }

  it("what the reference encodes opens here, and the other way round", async () => {
    const token = { sub: "7", name: "Ålice 🔑", roles: ["a", "b"], nested: { deep: [1, null] } };
    const theirs = await referenceEncode({ token, secret, salt });
    expect(await decode({ token: theirs, secret, salt })).toMatchObject(token);
    const ours = await encode({ token, secret, salt });
    expect(await referenceDecode({ token: ours, secret, salt })).toMatchObject(token);
    expect(ours.split(".")[0]).toBe(theirs.split(".")[0]);
  });
});

describe("random bytes", () => {
  it("are as many as asked for and never the same, by both doors", () => {
    for (const { randomHex } of Object.values(doors)) {
      const drawn = Array.from({ length: 400 }, () => randomHex(32));
      for (const text of drawn) expect(text).toMatch(/^[0-9a-f]{64}$/);
      expect(new Set(drawn).size).toBe(400);
      const bytes = new Set(drawn.join("").match(/../g));
      expect(bytes.size).toBe(256);
    }
    expect(() => nodeDoor.randomHex(5000)).toThrow(RangeError);
  });
});

describe("what encode makes", () => {
  it("has the protected header on the wire in the order of the reference", async () => {
    const header = JSON.parse(
      Buffer.from((await encode({ secret, salt })).split(".")[0]!, "base64url").toString(),
    ) as object;
    expect(Object.keys(header)).toEqual(["alg", "enc", "kid"]);
    expect(header).toMatchObject({ alg: "dir", enc: "A256CBC-HS512" });
  });

  it("always carries iat, exp and jti of its own, whatever the payload says", async () => {
    const now = Math.floor(Date.now() / 1000);
    const payload = await decode({
      token: await encode({ token: { iat: 1, exp: 2, jti: "mine" }, secret, salt, maxAge: 60 }),
      secret,
      salt,
    });
    expect(payload?.exp).toBe(payload!.iat! + 60);
    expect(Math.abs(payload!.iat! - now)).toBeLessThan(3);
    expect(payload?.jti).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("uses a new iv each time", async () => {
    const [a, b] = await Promise.all([encode({ secret, salt }), encode({ secret, salt })]);
    expect(a.split(".")[2]).not.toBe(b.split(".")[2]);
  });

  it("JWE-21: refuses an empty secret, alone or in a list", async () => {
    for (const bad of ["", [], ["", secret], [secret, ""]]) {
      await expect(encode({ secret: bad, salt })).rejects.toThrow();
      const token = await encode({ secret, salt });
      if (bad.includes("")) await expect(decode({ token, secret: bad, salt })).rejects.toThrow();
    }
  });
});

describe("equal verdicts of both doors and jose", () => {
  it("for padding that is none, below a tag that is right", async () => {
    const key = await nodeDoor.deriveKey(secret, salt);
    const bytes = keyBytes(64);
    const iv = randomBytes(16);
    for (const end of ["0000", "0011", "0302", "0102", "0001", "0202", "1010", ""]) {
      const padded = end === "" ? Buffer.alloc(0) : Buffer.from("ab".repeat(14) + end, "hex");
      const cipher = createCipheriv("aes-256-cbc", bytes.subarray(32), iv).setAutoPadding(false);
      const ciphertext = Buffer.concat([cipher.update(padded), cipher.final()]);
      const length = Buffer.alloc(8);
      length.writeUInt32BE(key.header.length * 8, 4);
      const mac = createHmac("sha512", bytes.subarray(0, 32));
      const tag = mac
        .update(key.header)
        .update(iv)
        .update(ciphertext)
        .update(length)
        .digest()
        .subarray(0, 32);
      const token = `${key.header}..${[iv, ciphertext, tag].map((part) => part.toString("base64url")).join(".")}`;
      const verdicts = await Promise.all(
        Object.values(doors).map((door) => openWith(door, token, "A256CBC-HS512")),
      );
      expect(verdicts[0], end).toBe(verdicts[1]);
      expect(verdicts[0] === null, end).toBe(!["0001", "0202"].includes(end));
    }
  });

  it("for any payload", async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string(), fc.jsonValue()), async (payload) => {
        const clean = JSON.parse(JSON.stringify(payload)) as Record<string, unknown>;
        delete clean.nbf;
        const token = await seal(clean, { secrets: [secret], salt, maxAgeSeconds: 60 });
        const expected = await oracle(token);
        expect(await unseal(token, { secrets: [secret], salt })).toEqual(expected);
        for (const door of Object.values(doors)) {
          expect(JSON.parse((await openWith(door, token, "A256CBC-HS512")) ?? "null")).toEqual(expected);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("for tokens of any length, a short one after a long one", async () => {
    for (const length of [0, 1, 20_000, 5, 2_850, 2_900, 2_950, 70_000, 3_000, 400]) {
      const payload = { text: "é".repeat(length / 2) };
      const token = await seal(payload, { secrets: [secret], salt, maxAgeSeconds: 60 });
      expect(await oracle(token), `${length}`).toMatchObject(payload);
      expect(await unseal(token, { secrets: [secret], salt }), `${length}`).toMatchObject(payload);
    }
  });

  it("where Node's crypto has no hash in one call", async () => {
    vi.resetModules();
    vi.doMock("node:crypto", async (original) => {
      const whole = (await original<{ default: object }>()).default;
      return { ...whole, default: { ...whole, hash: undefined } };
    });
    const older = await import("../../src/runtime/security/crypto-node.js");
    vi.doUnmock("node:crypto");
    const token = await encode({ token: { sub: "1" }, secret, salt });
    expect(JSON.parse((await openWith(older, token, "A256CBC-HS512")) ?? "null")).toMatchObject({ sub: "1" });
    const theirs = older.encrypt(await older.deriveKey(secret, salt), '{"exp":9999999999}');
    expect(await oracle(await theirs)).toEqual({ exp: 9999999999 });
    expect(older.sha256Hex("a")).toBe(nodeDoor.sha256Hex("a"));
  });

  it("for a token with any one byte changed, removed or added", async () => {
    const token = await encode({ token: { sub: "1" }, secret, salt });
    const now = Math.floor(Date.now() / 1000);
    for (let index = 0; index < token.length; index++) {
      const replacements = [flip(token[index]!), "", `${token[index]}A`, "!", "="];
      for (const text of replacements) {
        const changed = token.slice(0, index) + text + token.slice(index + 1);
        const ours = await verdict(() => unseal(changed, { secrets: [secret], salt, now }));
        const dot = changed.indexOf(".");
        const isDirect = changed[dot + 1] === ".";
        const [node, web] = await Promise.all(
          Object.values(doors).map((door) => (isDirect ? openWith(door, changed, "A256CBC-HS512") : null)),
        );
        expect(node, `position ${index}`).toBe(web);
        const theirs = await verdict(() => oracle(changed));
        expect(ours, `position ${index}, ${JSON.stringify(text)}`).toEqual(theirs);
      }
    }
  });

  const flip = (character: string) => (character === "A" ? "B" : "A");

  it("for A256GCM with and without kid", async () => {
    const key = keyBytes(32);
    const kid = createHash("sha256")
      .update(`{"k":"${base64url.encode(key)}","kty":"oct"}`)
      .digest("base64url");
    for (const header of [{}, { kid }]) {
      const token = await new EncryptJWT({ sub: "9" })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM", ...header })
        .setExpirationTime("1h")
        .encrypt(key);
      expect(await unseal(token, { secrets: [secret], salt })).toMatchObject({ sub: "9" });
      for (const door of Object.values(doors))
        expect(await openWith(door, token, "A256GCM")).toContain('"sub":"9"');
      for (let index = 0; index < token.length; index++) {
        const changed = token.slice(0, index) + flip(token[index]!) + token.slice(index + 1);
        expect(await verdict(() => unseal(changed, { secrets: [secret], salt }))).toEqual(
          await verdict(() => oracle(changed, "A256GCM")),
        );
      }
    }
  });

  it("the web door seals what the node door opens, and the other way round", async () => {
    const [node, web] = [await nodeDoor.deriveKey(secret, salt), await webDoor.deriveKey(secret, salt)];
    expect(node.header).toBe(web.header);
    const fromWeb = await webDoor.encrypt(web, "text 🔑");
    const fromNode = await nodeDoor.encrypt(node, "text 🔑");
    expect(await openWith(nodeDoor, fromWeb, "A256CBC-HS512")).toBe("text 🔑");
    expect(await openWith(webDoor, fromNode, "A256CBC-HS512")).toBe("text 🔑");
    expect(await nodeDoor.sha256Hex("a|é")).toBe(await webDoor.sha256Hex("a|é"));
  });
});

/** A token of our key with any header and payload. */
function forge(
  header: Record<string, unknown>,
  payload: unknown = { sub: "1" },
  claims: { exp?: number } = {},
): Promise<string> {
  const exp = "exp" in claims ? claims.exp : Math.floor(Date.now() / 1000) + 60;
  const jwt = new EncryptJWT(payload as Record<string, unknown>).setProtectedHeader({
    alg: "dir",
    enc: "A256CBC-HS512",
    ...header,
  });
  return (exp === undefined ? jwt : jwt.setExpirationTime(exp)).encrypt(keyBytes(64));
}

describe("refused, always with the same error", () => {
  const open = (token: string, secrets = [secret]) => unseal(token, { secrets, salt });
  const now = () => Math.floor(Date.now() / 1000);

  it("JWE-01, JWE-03: a token of another salt", async () => {
    const token = await encode({ secret, salt: "authjs.csrf-token" });
    await expect(open(token)).rejects.toThrow(UnsealError);
  });

  it("JWE-05: a token expired for more than 15 seconds, not one within them", async () => {
    expect(await open(await forge({}, { sub: "1" }, { exp: now() - 10 }))).toMatchObject({ sub: "1" });
    await expect(open(await forge({}, { sub: "1" }, { exp: now() - 16 }))).rejects.toThrow(UnsealError);
  });

  it("JWE-06: a token that is not valid yet", async () => {
    await expect(open(await forge({}, { nbf: now() + 600 }))).rejects.toThrow(UnsealError);
  });

  it("JWE-13, JWE-14: a foreign typ, a missing exp", async () => {
    await expect(open(await forge({ typ: "logout+jwt" }))).rejects.toThrow(UnsealError);
    await expect(
      open(
        await forge({}, { sub: "1" }, {}).then(() => forge({}, { sub: "1" }, { exp: undefined as never })),
      ),
    ).rejects.toThrow(UnsealError);
  });

  it("JWE-10, JWE-22: any zip, any crit, without decrypting", async () => {
    const token = await encode({ secret, salt });
    const [header = "", ...rest] = token.split(".");
    const known = JSON.parse(Buffer.from(header, "base64url").toString()) as object;
    for (const more of [{ zip: "DEF" }, { crit: ["exp"] }]) {
      const changed = [
        Buffer.from(JSON.stringify({ ...known, ...more })).toString("base64url"),
        ...rest,
      ].join(".");
      await expect(open(changed)).rejects.toThrow(UnsealError);
    }
  });

  it("JWE-11: an encryption that is not ours", async () => {
    const token = await new EncryptJWT({ sub: "1" })
      .setProtectedHeader({ alg: "dir", enc: "A128CBC-HS256" })
      .setExpirationTime("1h")
      .encrypt(keyBytes(32));
    await expect(open(token)).rejects.toThrow(UnsealError);
  });

  it("JWE-08, JWE-18: garbage, signed tokens, empty parts", async () => {
    const signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.Rq8IxqeX7eA6GgYxlcHdPFVRNFFZc5rEI3MQTZZbK3I";
    for (const token of [
      "",
      ".",
      "..",
      "....",
      "a.b.c.d.e",
      "a..b.c",
      signed,
      "%",
      "é..é.é.é",
      "eyJ9....",
      "null",
    ]) {
      await expect(open(token), token).rejects.toThrow(UnsealError);
    }
    expect(await decode({ token: undefined as never, secret, salt })).toBeNull();
    expect(await decode({ token: "", secret, salt })).toBeNull();
  });

  it("JWE-16: a payload that is no object", async () => {
    const door = await nodeDoor.deriveKey(secret, salt);
    for (const text of ['"text"', "1", "[1]", "null", "{", ""]) {
      await expect(open(await nodeDoor.encrypt(door, text))).rejects.toThrow(UnsealError);
    }
  });

  it("JWE-15: any secret of the array opens, with and without a kid; an unknown kid opens nothing", async () => {
    const old = "old-test-secret-old-test-secret-0000";
    const withKid = await encode({ token: { sub: "1" }, secret: old, salt });
    expect(await open(withKid, [secret, old])).toMatchObject({ sub: "1" });
    const bare = await new EncryptJWT({ sub: "2" })
      .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
      .setExpirationTime("1h")
      .encrypt(keyBytes(64, old));
    expect(await open(bare, [secret, old])).toMatchObject({ sub: "2" });
    await expect(open(await forge({ kid: "unknown" }))).rejects.toThrow(UnsealError);
  });
});
