import { readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encode } from "../../src/runtime/jwt.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

const secret = "test-secret-test-secret-test-secret-000";
const old = "test-secret-that-was-used-before-000000";
const salt = "authjs.session-token";
let folder: string;
beforeEach(() => (folder = copyProject("express-esm-ts")));
afterEach(removeProjects);

describe("secret generate", () => {
  test("--raw prints 32 random bytes and nothing else", async () => {
    const [one, two] = await Promise.all([
      runMain(folder, ["secret", "generate", "--raw"]),
      runMain(folder, ["secret", "generate", "--raw"]),
    ]);
    expect(Buffer.from(one.stdout, "base64")).toHaveLength(32);
    expect(one.stdout).toMatch(/^\S+\n$/);
    expect(one.stderr).toBe("");
    expect(one.stdout).not.toBe(two.stdout);
  });

  test("--json holds the secret in result.secret", async () => {
    const { stdout } = await runMain(folder, ["secret", "generate", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      ok: true,
      command: "secret generate",
      result: { secret: expect.any(String) },
    });
  });

  test("--write puts it into the env file, ignored and for the owner alone, and never replaces one", async () => {
    const first = await runMain(folder, ["secret", "generate", "--write"]);
    const text = readFileSync(path.join(folder, ".env"), "utf8");
    expect(text).toMatch(/^AUTH_SECRET=\S{44}$/m);
    expect(statSync(path.join(folder, ".env")).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, ".gitignore"), "utf8")).toContain("\n.env\n");
    expect(first.stdout + first.stderr).not.toContain(/AUTH_SECRET=(\S+)/.exec(text)?.[1]);
    const second = await runMain(folder, ["secret", "generate", "--write"]);
    expect(second.stderr).toContain("Nothing to do");
    expect(readFileSync(path.join(folder, ".env"), "utf8")).toBe(text);
  });

  test("NEXTAUTH_SECRET is reported, not rewritten", async () => {
    writeFileSync(path.join(folder, ".env"), "NEXTAUTH_SECRET=old\n# AUTH_SECRET=no\n");
    const result = await runMain(folder, ["secret", "generate", "--write"]);
    expect(result.stderr).toContain("NEXTAUTH_SECRET");
    expect(readFileSync(path.join(folder, ".env"), "utf8")).toMatch(
      /^NEXTAUTH_SECRET=old\n# AUTH_SECRET=no\n/,
    );
  });
});

describe("token decode", () => {
  const token = (
    maxAge = 3600,
    with_ = secret,
    name = salt,
    payload: Record<string, unknown> = { sub: "1", name: "Ada" },
  ) => encode({ token: payload, secret: with_, salt: name, maxAge });
  const decode = (args: string[], input?: string, env: Record<string, string> = { AUTH_SECRET: secret }) =>
    runMain(folder, ["token", "decode", "--json", ...args], { env, ...(input !== undefined && { input }) });

  test("a token, as argument and from stdin", async () => {
    const text = await token();
    for (const result of [await decode([text]), await decode(["-"], `${text}\n`), await decode([], text)]) {
      expect(result.code, result.stdout).toBe(0);
      expect(JSON.parse(result.stdout).result).toMatchObject({
        payload: { sub: "1", name: "Ada" },
        header: { alg: "dir", enc: "A256CBC-HS512" },
        expired: false,
        cookieName: salt,
      });
    }
  });

  test("a Cookie header with other cookies, secure names and pieces in any order", async () => {
    const name = "__Secure-authjs.session-token";
    const text = await token(3600, secret, name, { sub: "1", big: "x".repeat(5000) });
    const cut = Math.ceil(text.length / 2);
    const header = `Cookie: theme=dark; ${name}.1=${text.slice(cut)}; ${name}.0=${text.slice(0, cut)}`;
    const result = await decode([], header);
    expect(JSON.parse(result.stdout).result).toMatchObject({ cookieName: name, payload: { sub: "1" } });
    expect(JSON.parse(result.stdout).warnings).toEqual([expect.objectContaining({ code: "AUTH_W_LARGE" })]);
  });

  test("an older secret, a legacy name, the env file, a named variable, stdin", async () => {
    expect(
      JSON.parse(
        (await decode([await token(60, old)], undefined, { AUTH_SECRET_1: secret, AUTH_SECRET: old })).stdout,
      ).result.secretFrom,
    ).toBe("AUTH_SECRET of the environment");
    expect((await decode([await token(60, secret, "next-auth.session-token")])).code).toBe(0);
    writeFileSync(path.join(folder, ".env"), `AUTH_SECRET="${secret}"\n`);
    expect(JSON.parse((await decode([await token()], undefined, {})).stdout).result.secretFrom).toBe(
      "AUTH_SECRET of .env",
    );
    expect(
      (await decode([await token(60, old), "--secret-env", "MINE"], undefined, { MINE: old })).code,
    ).toBe(0);
    expect((await decode([await token(60, old), "--secret-stdin"], old)).code).toBe(0);
    expect((await decode([await token(60, secret, "sid"), "--cookie-name", "sid"])).code).toBe(0);
  });

  test("an expired token is shown, and said to be expired", async () => {
    const result = await decode([await token(-100)]);
    expect(result.code).toBe(0);
    expect(JSON.parse(result.stdout)).toMatchObject({
      result: { expired: true, payload: { sub: "1" } },
      warnings: [{ code: "AUTH_W_EXPIRED" }],
    });
  });

  test("what failed is said: secret, damage, form, no cookie, no secret", async () => {
    const text = await token();
    const codes = async (...call: Parameters<typeof decode>) => {
      const { code, stdout } = await decode(...call);
      return [code, JSON.parse(stdout).error.code];
    };
    expect(await codes([await token(60, old)])).toEqual([1, "AUTH_E_TOKEN_KEY"]);
    expect(await codes([await token(60, secret, "sid")])).toEqual([1, "AUTH_E_TOKEN_KEY"]);
    const parts = text.split(".");
    expect(await codes([[...parts.slice(0, 3), "AAAA", parts[4]].join(".")])).toEqual([
      1,
      "AUTH_E_TOKEN_DAMAGED",
    ]);
    expect(await codes(["a.b.c"])).toEqual([1, "AUTH_E_TOKEN_FORM"]);
    expect(await codes(["4f1c2e"])).toEqual([1, "AUTH_E_TOKEN_FORM"]);
    expect(await codes(["theme=dark"])).toEqual([1, "AUTH_E_NO_TOKEN"]);
    expect(await codes([text], undefined, {})).toEqual([2, "AUTH_E_NO_SECRET"]);
    expect(await codes([text, "--env", "nowhere"])).toEqual([2, "AUTH_E_NO_FILE"]);
    expect(await codes(["-", "--secret-stdin"])).toEqual([2, "AUTH_E_STDIN"]);
  });

  test("no secret is ever printed", async () => {
    for (const args of [[await token()], [await token(60, old)]]) {
      const { stdout, stderr } = await runMain(folder, ["token", "decode", "--verbose", ...args], {
        env: { AUTH_SECRET: secret },
      });
      expect(stdout + stderr).not.toContain(secret);
    }
  });

  test("nothing of the project is touched", async () => {
    const before = snapshotOf(folder);
    await decode([await token()]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("token encode", () => {
  const env = { AUTH_SECRET: secret };

  test("claims as argument and from stdin; the token alone on stdout", async () => {
    const given = await runMain(folder, ["token", "encode", '{"sub":"1"}'], { env });
    expect(given.stdout).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+\n$/);
    const piped = await runMain(folder, ["token", "encode", "-"], { env, input: '{"sub":"2"}' });
    const opened = await runMain(folder, ["token", "decode", piped.stdout.trim(), "--json"], { env });
    expect(JSON.parse(opened.stdout).result).toMatchObject({ payload: { sub: "2" }, expired: false });
  });

  test("--cookie prints a header that token decode reads, in pieces when it is long", async () => {
    const claims = JSON.stringify({ sub: "1", data: "x".repeat(6000) });
    const { stdout } = await runMain(folder, ["token", "encode", claims, "--cookie"], { env });
    expect(stdout).toMatch(/^Cookie: authjs\.session-token\.0=\S+; authjs\.session-token\.1=/);
    const opened = await runMain(folder, ["token", "decode", "-", "--json"], { env, input: stdout });
    expect(JSON.parse(opened.stdout).result.payload).toMatchObject({ sub: "1" });
  });

  test("what is no JSON object, no number of seconds or no secret is refused", async () => {
    for (const claims of ["[1]", "null", "{", '"a"']) {
      expect((await runMain(folder, ["token", "encode", claims], { env })).code).toBe(2);
    }
    expect((await runMain(folder, ["token", "encode", "{}", "--max-age", "-1"], { env })).code).toBe(2);
    expect((await runMain(folder, ["token", "encode", "{}"])).stderr).toContain("No secret");
  });
});

test("token decode opens a token of next-auth 4, and says so when the secret is another", async () => {
  const { default: crypto } = await import("node:crypto");
  const { EncryptJWT } = await import("jose");
  const key = new Uint8Array(
    crypto.hkdfSync("sha256", secret, "", "NextAuth.js Generated Encryption Key", 32),
  );
  const legacy = await new EncryptJWT({ sub: "4", name: "Old" })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setIssuedAt()
    .setExpirationTime("1h")
    .encrypt(key);
  const header = `Cookie: theme=dark; next-auth.session-token=${legacy}`;
  const opened = await runMain(folder, ["token", "decode", header, "--json"], {
    env: { NEXTAUTH_SECRET: secret },
  });
  expect(JSON.parse(opened.stdout).result).toMatchObject({
    payload: { sub: "4", name: "Old" },
    cookieName: "next-auth.session-token",
  });
  const other = await runMain(folder, ["token", "decode", header], { env: { AUTH_SECRET: old } });
  expect(other.stderr).toContain("token of next-auth 4, made with another secret");
});
