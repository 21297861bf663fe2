import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createCsrf, isForeign, readCsrf, verifyCsrf } from "../../src/runtime/security/csrf.js";
import { normalizeEmail } from "../../src/runtime/security/email-address.js";
import { hashToken } from "../../src/runtime/security/hash.js";

describe("CSRF tokens", () => {
  it("hash as the reference does, for one secret and for an array", async () => {
    const token = "ab".repeat(32);
    expect(await hashToken(token, ["0123456789abcdef0123456789abcdef"])).toBe(
      "56219508f81685c001d37bc5811a185ba48ccedda472ff4b27c99e85780950bc",
    );
    expect(await hashToken(token, ["s1", "s0"])).toBe(
      createHash("sha256").update(`${token}s1,s0`).digest("hex"),
    );
  });

  it("stay good when a secret is put in front, and say that they are stale", async () => {
    const { token, cookie } = await createCsrf(["old-secret"]);
    expect(await readCsrf(cookie, ["old-secret"])).toEqual({ token, isStale: false });
    expect(await readCsrf(cookie, ["new-secret", "old-secret"])).toEqual({ token, isStale: true });
    expect(await readCsrf(cookie, ["new-secret"])).toBeNull();
  });

  it("CSRF-03, CSRF-13: need the very text of the cookie's token", async () => {
    const { token } = await createCsrf(["s"]);
    expect(verifyCsrf(token, token)).toBe(true);
    for (const bad of [undefined, null, 1, [token], { a: token }, "", token.slice(1), `${token}0`]) {
      expect(verifyCsrf(bad, token)).toBe(false);
    }
    expect(verifyCsrf("", null)).toBe(false);
  });

  it("CSRF-09: the browser's word counts where it gives one", () => {
    const from = (headers: Record<string, string>) =>
      isForeign((name) => headers[name] ?? null, "https://app.example.com");
    expect(from({})).toBe(false);
    expect(from({ origin: "https://app.example.com" })).toBe(false);
    expect(from({ "sec-fetch-site": "same-origin" })).toBe(false);
    expect(from({ "sec-fetch-site": "none" })).toBe(false);
    expect(from({ "sec-fetch-site": "same-site" })).toBe(true);
    expect(from({ "sec-fetch-site": "cross-site" })).toBe(true);
    expect(from({ origin: "null" })).toBe(true);
    expect(from({ origin: "https://app.example.com.evil.test" })).toBe(true);
  });
});

describe("e-mail addresses", () => {
  it("are trimmed, lower-cased and normalised", () => {
    expect(normalizeEmail("  Bob.O'Brien+tag@Ex.COM ")).toBe("bob.o'brien+tag@ex.com");
    expect(normalizeEmail("ｂob@ex.com")).toBe("bob@ex.com");
  });

  const bad = [
    "a＠evil.co@good.co", "a﹫evil.co@good.co", '"a@evil.co"@good.co', "a@evil.co,v@good.co", "a@b@c", "@b", "a@", "",
    "a b@c.co", "a\n@c.co", "a@c.co\u0000", "a@c.co;b@d.co", "<a@c.co>", "a@[127.0.0.1]", "a\u202e@c.co", "a,b@c.co",
    `${"a".repeat(250)}@c.co`, "plain", 5, null, undefined, ["a@b.co"],
  ]; // prettier-ignore
  for (const input of bad) {
    it(`EMAIL-07: ${JSON.stringify(input)?.slice(0, 40)} is refused without being quoted`, () => {
      expect(() => normalizeEmail(input)).toThrow(/^(?!.*evil).*e-mail address/);
    });
  }
});
