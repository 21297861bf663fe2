import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSessionCookies, writeSessionCookies } from "../../src/runtime/http/cookie-chunks.js";
import { cookiePolicy } from "../../src/runtime/http/cookie-policy.js";
import { clearCookie, cookieLine, setCookie } from "../../src/runtime/http/cookies.js";

const name = "authjs.session-token";
const cookie = cookiePolicy(false).sessionToken;
const read = (header: string) => readSessionCookies(header, name);

/** A browser that stores what is written, and the header that it sends. */
function browser() {
  const jar = new Map<string, string>();
  return {
    jar,
    store(value: string) {
      for (const change of writeSessionCookies(cookie, value, read(this.header()).names, {})) {
        if (change.options.maxAge === 0) jar.delete(change.name);
        else jar.set(change.name, change.value);
      }
    },
    header: () => [...jar].map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join("; "),
  };
}

describe("the session cookie", () => {
  it("comes back from any length, whatever length it had before (COOK-08)", () => {
    const length = fc.integer({ min: 1, max: 30_000 });
    fc.assert(
      fc.property(fc.array(length, { minLength: 1, maxLength: 5 }), (lengths) => {
        const page = browser();
        for (const [index, size] of lengths.entries()) {
          const value = String(index).padEnd(size, "x");
          page.store(value);
          expect(read(page.header()).values[0]).toBe(value);
          expect(page.jar.size).toBe(Math.ceil(value.length / 3936));
          for (const [key, part] of page.jar) {
            expect(cookieLine({ name: key, value: part, options: cookie.options }).length).toBeLessThan(4096);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("COOK-06: a stale whole value beside chunks leaves the chunks as second candidate", () => {
    const found = read(`${name}=stale; ${name}.0=${"a".repeat(3936)}; ${name}.1=b`);
    expect(found.values).toEqual(["stale", `${"a".repeat(3936)}b`]);
    expect(found.names).toEqual([name, `${name}.0`, `${name}.1`]);
  });

  it("COOK-09: duplicates are all candidates", () => {
    expect(read(`${name}=one; other=2; ${name}=two`).values).toEqual(["one", "two"]);
  });

  it("leftover chunks behind a shorter value do not hide it", () => {
    const found = read(`${name}.0=${"a".repeat(3936)}; ${name}.1=end; ${name}.2=old`);
    expect(found.values).toEqual([`${"a".repeat(3936)}end`, `${"a".repeat(3936)}endold`]);
  });

  it("COOK-18: other suffixes are none of ours", () => {
    for (const suffix of [".-1", ".1e9", ".01", ".x", ".__proto__", ".32", ".", "-foo", "x", ".0x1", ". 1"]) {
      expect(read(`${name}${suffix}=v`), suffix).toEqual({ values: [], names: [] });
    }
  });

  it("COOK-03: a value that cannot be decoded is taken as it is", () => {
    expect(read(`${name}=%; a=b`).values).toEqual(["%"]);
  });

  it("COOK-05: without its first chunk there is no value, but something to clear", () => {
    expect(read(`${name}.1=x`)).toEqual({ values: [], names: [`${name}.1`] });
  });

  it("headers of any form do no harm", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const { values, names } = read(`${before};${name}.0=${after}; ${name}`);
        expect(names.length).toBeLessThanOrEqual(33);
        expect(values.every((value) => value !== "")).toBe(true);
      }),
    );
  });
});

describe("the cookie policy", () => {
  it("names and attributes are those of the contract", () => {
    const secure = cookiePolicy(true);
    expect(Object.values(secure).map((each) => each.name)).toEqual([
      "__Secure-authjs.session-token",
      "__Secure-authjs.callback-url",
      "__Host-authjs.csrf-token",
      "__Secure-authjs.pkce.code_verifier",
      "__Secure-authjs.state",
      "__Secure-authjs.nonce",
      "__Secure-authjs.challenge",
      "__Secure-authjs.known-browser",
      "__Secure-authjs.last-provider",
      "__Secure-authjs.mail-start",
      "__Secure-authjs.sign-out-hint",
    ]);
    expect(cookieLine(setCookie(secure.callbackUrl, "https://app.example.com/a b?x=1&y"))).toBe(
      "__Secure-authjs.callback-url=https%3A%2F%2Fapp.example.com%2Fa%20b%3Fx%3D1%26y; Path=/; HttpOnly; Secure; SameSite=Lax",
    );
    expect(cookieLine(clearCookie(cookie))).toBe(`${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`);
    expect(secure.state.options.maxAge).toBe(900);
    expect(secure.nonce.options.maxAge).toBeUndefined();
  });

  it("COOK-20: clearing keeps Domain, Path and Partitioned", () => {
    const custom = cookiePolicy(true, {
      sessionToken: { name: "sid", options: { domain: "example.com", path: "/app", partitioned: true } },
    }).sessionToken;
    const line = cookieLine(clearCookie(custom));
    for (const part of ["sid=;", "Max-Age=0", "Domain=example.com", "Path=/app", "Partitioned"])
      expect(line).toContain(part);
  });

  it("merges single options over the defaults and leaves the user's object alone", () => {
    const custom = Object.freeze({ csrfToken: Object.freeze({ options: Object.freeze({ maxAge: 60 }) }) });
    expect(cookiePolicy(false, custom).csrfToken).toEqual({
      name: "authjs.csrf-token",
      options: { httpOnly: true, sameSite: "lax", path: "/", secure: false, maxAge: 60 },
    });
  });
});
