/** One-time passwords by the published vectors, and what else is typed. */
import { describe, expect, it } from "vitest";
import { qrCode } from "../../../src/runtime/plugins/two-factor/qr-code.js";
import {
  hashesToFind,
  hashesToKeep,
  newRecoveryCodes,
  recoveryCodeOf,
} from "../../../src/runtime/plugins/two-factor/recovery-codes.js";
import {
  codeAt,
  fromBase32,
  matchingStep,
  newSecret,
  otpauthUri,
  stepAt,
  toBase32,
} from "../../../src/runtime/plugins/two-factor/totp.js";

const ascii = (text: string) => new TextEncoder().encode(text);
const secret = toBase32(ascii("12345678901234567890"));

describe("a code", () => {
  // RFC 6238 appendix B, SHA-1.
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("at %i seconds is as in RFC 6238", async (seconds, code) => {
    expect(await codeAt(secret, stepAt(seconds * 1000), 8)).toBe(code);
    expect(await codeAt(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
  });

  // RFC 4226 appendix D.
  it("of counters 0 to 9 is as in RFC 4226", async () => {
    const codes = await Promise.all(Array.from({ length: 10 }, (_, counter) => codeAt(secret, counter)));
    expect(codes.join()).toBe("755224,287082,359152,969429,338314,254676,287922,162583,399871,520489");
  });

  const now = 1_700_000_000_000;
  const step = stepAt(now);
  it.each([-1, 0, 1])("of a clock that is %i steps off fits", async (skew) => {
    const code = await codeAt(secret, step + skew);
    expect(await matchingStep(secret, code, { now, after: 0 })).toBe(step + skew);
    expect(await matchingStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)}`, { now, after: 0 })).toBe(
      step + skew,
    );
  });

  it.each([-3, -2, 2, 3])("of a clock that is %i steps off does not", async (skew) => {
    const code = await codeAt(secret, step + skew);
    expect(await matchingStep(secret, code, { now, after: 0 })).toBeUndefined();
  });

  it("of a step that is used up does not, nor one before it", async () => {
    for (const skew of [-1, 0]) {
      const code = await codeAt(secret, step + skew);
      expect(await matchingStep(secret, code, { now, after: step })).toBeUndefined();
    }
    const next = await codeAt(secret, step + 1);
    expect(await matchingStep(secret, next, { now, after: step })).toBe(step + 1);
  });

  it.each(["", "12345", "1234567", "abcdef", "１２３４５６", "-00001", "1e5000", "9".repeat(100_000)])(
    "%.20s is none",
    async (typed) => {
      expect(await matchingStep(secret, typed, { now, after: 0 })).toBeUndefined();
    },
  );
});

describe("base32", () => {
  // RFC 4648 section 10.
  it.each([
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ])("of %s is as in RFC 4648", (text, encoded) => {
    expect(toBase32(ascii(text))).toBe(encoded);
    expect(fromBase32(encoded)).toEqual(ascii(text));
  });
  it("refuses other characters", () => expect(() => fromBase32("M1")).toThrow(TypeError));
  it("has 160 bits for a new secret, another one each time", () => {
    expect(fromBase32(newSecret())).toHaveLength(20);
    expect(newSecret()).not.toBe(newSecret());
  });
});

describe("the QR code", () => {
  const uri = otpauthUri(secret, "My: App & Co", "ada@example.com");
  it("holds the secret, the issuer and the account", () => {
    expect(uri).toBe(
      `otpauth://totp/My%20%20App%20%26%20Co:ada%40example.com?secret=${secret}&issuer=My%20%20App%20%26%20Co&algorithm=SHA1&digits=6&period=30`,
    );
  });
  it("is a picture with a name, light around, and says nothing as text", () => {
    const { text } = qrCode(uri, 'a "code"');
    expect(/role="img"\s+aria-label="a &quot;code&quot;"/.test(text)).toBe(true);
    expect(text.includes(secret)).toBe(false);
    const [, size] = /viewBox="0 0 (\d+) \1"/.exec(text)!;
    const runs = [...text.matchAll(/M(\d+) (\d+)h(\d+)v1/g)].map(([, ...numbers]) => numbers.map(Number));
    expect(Math.min(...runs.flatMap(([x, y]) => [x!, y!]))).toBe(4);
    expect(Math.max(...runs.flatMap(([x, y, width]) => [x! + width! - 1, y!]))).toBe(Number(size) - 5);
  });
});

describe("recovery codes", () => {
  const resolved = (...secrets: string[]) => ({ secrets, acceptedSecrets: secrets }) as never;
  it("are ten of 50 bits, none twice", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-Z2-7]{5}-[A-Z2-7]{5}$/);
  });
  it("are read however they are typed", () => {
    expect(recoveryCodeOf(" abcde fghij ")).toBe("ABCDEFGHIJ");
    for (const none of ["", "ABCDE-FGHI", "ABCDE-FGHI1", "A".repeat(100_000)])
      expect(recoveryCodeOf(none)).toBeUndefined();
  });
  it("are kept as hashes of the user and AUTH_SECRET, and found with a newer one in front", async () => {
    const [kept] = await hashesToKeep(resolved("old"), "1", ["ABCDE-FGHIJ"]);
    expect(await hashesToFind(resolved("new", "old"), "1", "ABCDEFGHIJ")).toContain(kept);
    expect(await hashesToFind(resolved("new"), "1", "ABCDEFGHIJ")).not.toContain(kept);
    expect(await hashesToFind(resolved("old"), "2", "ABCDEFGHIJ")).not.toContain(kept);
  });
});
