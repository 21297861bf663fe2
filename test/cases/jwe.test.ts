import { base64url, EncryptJWT, SignJWT } from "jose";
import { createCipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { decode, encode, getToken } from "../../src/runtime/jwt.js";
import { group } from "./group.js";
import { linesOf, locationOf, origin, secret, sessionCookie, Stage, timed } from "./stage.js";

const now = () => Math.floor(Date.now() / 1000);
const bob = { sub: "1", name: "Bob" };

/** Key of the documented derivation, so that tokens can be made that `encode` would never make. */
function keyOf(bytes: number, salt = sessionCookie, from = secret): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", from, salt, `Auth.js Generated Encryption Key (${salt})`, bytes));
}

function token(header: Record<string, unknown> = {}, payload: Record<string, unknown> = {}): Promise<string> {
  const enc = (header["enc"] as string | undefined) ?? "A256CBC-HS512";
  return new EncryptJWT({ ...bob, iat: now(), exp: now() + 600, ...payload })
    .setProtectedHeader({ alg: "dir", enc, ...header })
    .encrypt(keyOf(enc === "A256GCM" ? 32 : 64));
}

/** A token with any header and any content, sealed with the right key (RFC 7518 section 5.2.5). */
function crafted(header: Record<string, unknown>, content: string | Buffer): string {
  const key = Buffer.from(keyOf(64));
  const protectedHeader = base64url.encode(JSON.stringify({ alg: "dir", enc: "A256CBC-HS512", ...header }));
  const iv = randomBytes(16);
  const cipher = createCipheriv("aes-256-cbc", key.subarray(32), iv);
  const text = Buffer.concat([cipher.update(content), cipher.final()]);
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(protectedHeader.length * 8));
  const mac = createHmac("sha512", key.subarray(0, 32));
  const tag = mac.update(protectedHeader).update(iv).update(text).update(length).digest().subarray(0, 32);
  return [protectedHeader, "", ...[iv, text, tag].map((part) => part.toString("base64url"))].join(".");
}

async function verdict(value: string, stage = new Stage()) {
  const response = await stage.app(
    new Request(`${origin}/auth/session`, { headers: { cookie: `${sessionCookie}=${value}` } }),
  );
  expect(response.status).toBe(200);
  const session = (await response.json()) as { user: { name: string } } | null;
  const req = { headers: { cookie: `${sessionCookie}=${value}` } };
  // The other door must not be more generous.
  if (session === null) expect(await getToken({ req, secret })).toBeNull();
  return { name: session?.user.name ?? null, response, stage };
}

const refused = async (value: string, change: RegExp = /Max-Age=0/): Promise<void> => {
  const { name, response, stage } = await verdict(value);
  expect(name).toBeNull();
  expect(String(linesOf(response).get(sessionCookie))).toMatch(change);
  expect(stage.errors()).toEqual(["JWTSessionError"]);
};

/** It names a key that this process does not have: another one may, so the cookie is not touched. */
const kept = /^undefined$/;

beforeEach(() => {
  for (const name of ["AUTH_SECRET", "NEXTAUTH_SECRET"]) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

group("jwe", {
  "JWE-01": async () => {
    expect((await verdict(await token())).name).toBe("Bob");
    for (const salt of ["authjs.csrf-token", "authjs.state", `__Secure-${sessionCookie}`, "encodedState", ""])
      await refused(await encode({ token: bob, secret, salt }), kept);
  },

  "JWE-03": async () => {
    const stage = new Stage();
    const pairs = [
      ["authjs.pkce.code_verifier", "authjs.state"],
      ["authjs.state", "authjs.pkce.code_verifier"],
      ["authjs.nonce", "authjs.state"],
    ] as const;
    for (const [from, to] of pairs) {
      const browser = stage.browser();
      const answer = stage.fake.authorize(locationOf(await browser.startSignIn("op")));
      browser.cookies.set(to, browser.cookies.get(from)!);
      const response = await browser.send(`/auth/callback/op?${answer}`);
      expect(locationOf(response)).toBe(`${origin}/auth/error?error=Configuration`);
      expect(stage.errors().at(-1)).toBe("InvalidCheck");
      expect(browser.has("session-token")).toBe(false);
    }
    expect(stage.fake.called("token")).toBe(0);
  },

  "JWE-05": async () => {
    expect((await verdict(await token({}, { exp: now() - 10 }))).name).toBe("Bob");
    await refused(await token({}, { exp: now() - 17 }));
    await refused(await token({}, { exp: 0 }));
    await refused(await token({}, { exp: -1 }));
    await refused(await token({}, { iat: "yesterday" }));
  },

  "JWE-06": async () => {
    await refused(await token({}, { nbf: now() + 600 }));
    await refused(await token({}, { nbf: "soon" }));
    expect((await verdict(await token({}, { nbf: now() - 1 }))).name).toBe("Bob");
  },

  "JWE-08": async () => {
    for (const key of [new TextEncoder().encode(secret), keyOf(64)])
      await refused(
        await new SignJWT({ ...bob, exp: now() + 600 }).setProtectedHeader({ alg: "HS256" }).sign(key),
      );
    const unsigned = [{ alg: "none" }, { ...bob, exp: now() + 600 }].map((part) =>
      base64url.encode(JSON.stringify(part)),
    );
    await refused(`${unsigned.join(".")}.`);
    await refused(`${unsigned.join(".")}...`);
  },

  "JWE-10": async () => {
    expect((await verdict(crafted({}, JSON.stringify({ ...bob, exp: now() + 600 })))).name).toBe("Bob");
    for (const zip of ["DEF", "none", "", null, 1]) {
      const payload = JSON.stringify({ ...bob, exp: now() + 600 });
      await refused(crafted({ zip }, payload));
      await refused(crafted({ zip }, deflateRawSync(payload)));
    }
    const bomb = crafted(
      { zip: "DEF" },
      deflateRawSync(`{"sub":"1","exp":${now() + 600},"pad":"${"a".repeat(50_000_000)}"}`),
    );
    const { ms } = await timed(async () => (await verdict(bomb)).response);
    expect(ms).toBeLessThan(100);
  },

  "JWE-11": async () => {
    // The predecessor (A256GCM, next-auth 4) is documented; nothing else opens.
    expect((await verdict(await token({ enc: "A256GCM" }))).name).toBe("Bob");
    for (const enc of ["A128CBC-HS256", "A192CBC-HS384", "A128GCM"]) {
      const bytes = { "A128CBC-HS256": 32, "A192CBC-HS384": 48, A128GCM: 16 }[enc]!;
      const made = await new EncryptJWT({ ...bob, iat: now(), exp: now() + 600 })
        .setProtectedHeader({ alg: "dir", enc })
        .encrypt(keyOf(bytes));
      await refused(made);
    }
    const wrapped = await new EncryptJWT({ ...bob, exp: now() + 600 })
      .setProtectedHeader({ alg: "A256KW", enc: "A256GCM" })
      .encrypt(keyOf(32));
    await refused(wrapped);
    const derived = await new EncryptJWT({ ...bob, exp: now() + 600 })
      .setProtectedHeader({ alg: "PBES2-HS256+A128KW", enc: "A256GCM" })
      .encrypt(new TextEncoder().encode(secret));
    await refused(derived);
  },

  "JWE-13": async () => {
    for (const typ of ["logout+jwt", "at+jwt", "application/jwt", "", 1, null, ["JWT"]])
      await refused(await token({ typ }));
    const payload = JSON.stringify({ ...bob, exp: now() + 600 });
    for (const crit of [["x"], ["b64"], [], null, "x"])
      await refused(crafted({ crit, x: 1, b64: true }, payload));
  },

  "JWE-15": async () => {
    const older = "older-test-secret-older-test-secret-00";
    const old = await encode({ token: bob, secret: older, salt: sessionCookie });
    const { name, response } = await verdict(old, new Stage({ config: { secret: [secret, older] } }));
    expect(name).toBe("Bob");
    const [, value = ""] = /=([^;]+)/.exec(linesOf(response).get(sessionCookie)!) ?? [];
    expect(await decode({ token: value, secret, salt: sessionCookie })).toMatchObject(bob);
    await expect(decode({ token: value, secret: older, salt: sessionCookie })).rejects.toThrow();
  },

  "JWE-16": async () => {
    const { CompactEncrypt } = await import("jose");
    for (const text of [
      '"text"',
      "[]",
      "5",
      "null",
      "true",
      "",
      "{",
      '{"exp":"later"}',
      '{"exp":1e999}',
      '[{"exp":1}]',
    ]) {
      const made = await new CompactEncrypt(new TextEncoder().encode(text))
        .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
        .encrypt(keyOf(64));
      await refused(made);
    }
  },

  // Documented: no token is null, a token that does not open is one error whose text says nothing.
  "JWE-18": async () => {
    expect(await decode({ secret, salt: sessionCookie })).toBeNull();
    expect(await decode({ token: "", secret, salt: sessionCookie })).toBeNull();
    const texts = new Set<string>();
    const wellFormed = await encode({
      token: bob,
      secret: "another-test-secret-another-test-00",
      salt: sessionCookie,
    });
    for (const value of [
      "x",
      "....",
      "a.b.c.d.e",
      "%",
      "\0",
      "é".repeat(50),
      wellFormed,
      wellFormed.slice(0, -1),
      "e30....",
      "a".repeat(100_000),
    ]) {
      const error: unknown = await decode({ token: value, secret, salt: sessionCookie }).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(Error);
      texts.add(`${(error as Error).name}: ${(error as Error).message}`);
    }
    expect(texts.size).toBe(1);
  },

  "JWE-20": async () => {
    for (const mode of ["production", "test", "staging", ""]) {
      vi.stubEnv("NODE_ENV", mode);
      for (const missing of [undefined, "", []]) {
        const stage = new Stage({ config: { secret: missing as never } });
        const response = await stage.app(new Request(`${origin}/auth/session`));
        expect(response.status).toBe(500);
        expect(await response.text()).not.toMatch(/secret/i);
        expect(stage.logged[0]).toMatchObject({
          type: "MissingSecret",
          message: expect.stringContaining("AUTH_SECRET") as string,
        });
      }
    }
    await expect(getToken({ req: { headers: { cookie: `${sessionCookie}=x` } } })).rejects.toMatchObject({
      type: "MissingSecret",
    });
  },

  "JWE-21": async () => {
    for (const list of [["", secret], [secret, ""], [""]]) {
      const stage = new Stage({ config: { secret: list } });
      const response = await stage.app(
        new Request(`${origin}/auth/session`, { headers: { cookie: `${sessionCookie}=x` } }),
      );
      expect(response.status).toBe(500);
      expect(stage.logged[0]).toMatchObject({ type: "MissingSecret" });
      await expect(encode({ token: bob, secret: list, salt: sessionCookie })).rejects.toThrow();
      await expect(decode({ token: "a....", secret: list, salt: sessionCookie })).rejects.toThrow();
    }
    const weak = await new EncryptJWT({ ...bob, iat: now(), exp: now() + 600 })
      .setProtectedHeader({ alg: "dir", enc: "A256CBC-HS512" })
      .encrypt(keyOf(64, sessionCookie, ""));
    await refused(weak);
  },

  // The salt holds the cookie's name and nothing of the host: environments are kept apart by their secrets alone.
  "JWE-23": async () => {
    const staging = await encode({
      token: bob,
      secret: "staging-test-secret-staging-test-000",
      salt: sessionCookie,
    });
    await refused(staging, kept);
    const shared = await encode({ token: bob, secret, salt: sessionCookie });
    expect((await verdict(shared)).name).toBe("Bob");
  },
});
