import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolveRedirect, ownRedirect, withParams } from "../../src/runtime/security/redirects.js";

const baseUrl = "https://app.example.com";

/** Ids of the catalogue of cases, and the target that must become the base URL. */
const refused: readonly [id: string, url: string][] = [
  ["REDIR-01", "https://evil.test/"],
  ["REDIR-03", "/\\evil.test"],
  ["REDIR-05", "http:evil.test"],
  ["REDIR-06", "https:evil.test"],
  ["REDIR-08", "https://app.example.com@evil.test/"],
  ["REDIR-10", "https://evil.test#@app.example.com"],
  ["REDIR-11", "https://evil.test?app.example.com"],
  ["REDIR-13", "/\n/evil.test"],
  ["REDIR-15", "\t//evil.test"],
  ["REDIR-16", "javascript:alert(1)"],
  ["REDIR-18", "data:text/html,<script>1</script>"],
  ["REDIR-23", "https://app.example.com\u3002evil.test/"],
  ["REDIR-25", "https://app.example.com./"],
  ["REDIR-26", "https://app.example.com:8443/"],
  ["REDIR-31", "///evil.test"],
  ["REDIR-33", "ftp://app.example.com/x"],
  ["REDIR-35", "vbscript:msgbox(1)"],
  ["REDIR-36", "https://app.example.com\\@evil.test"],
  ["REDIR-38", "/\u2028//evil.test"],
  ["REDIR-40", "/dash\r\nSet-Cookie: x=1"],
  ["REDIR-41", `/${"a".repeat(20_000)}`],
  ["REDIR-43", "/\0/evil.test"],
  ["REDIR-45", ""],
];

describe("the default judge of redirect targets", () => {
  for (const [id, url] of refused) {
    it(`${id}: ${JSON.stringify(url.slice(0, 60))} becomes the base URL`, () => {
      expect(ownRedirect({ url, baseUrl })).toBe(baseUrl);
    });
  }

  for (const [id, url] of [
    ["REDIR-20", "/%2F/evil.test"],
    ["REDIR-21", "/%5Cevil.test"],
    ["REDIR-28", "/..//evil.test"],
    ["REDIR-30", "/a/..//evil.test"],
  ] as const) {
    it(`${id}: ${url} stays on the own origin, as the URL parser writes it`, () => {
      expect(ownRedirect({ url, baseUrl })).toBe(new URL(url, baseUrl).href);
      expect(new URL(ownRedirect({ url, baseUrl })).origin).toBe(baseUrl);
    });
  }

  it.each([
    ["/%2e%2e/admin", "/admin"],
    ["/a/%2E%2e/b", "/b"],
    ["/a/.%2e/b", "/b"],
    ["/a/%2e/b?x=%2e%2e/", "/a/b?x=%2e%2e/"],
    ["/a/x%2e%2e/b", "/a/x%2e%2e/b"],
  ])("SEC2-35 %s is written as the URL parser writes it, also when it is absolute", (path, written) => {
    expect(ownRedirect({ url: baseUrl + path, baseUrl })).toBe(baseUrl + written);
    expect(ownRedirect({ url: path, baseUrl })).toBe(baseUrl + written);
  });

  it.each([`/${"\u20ac".repeat(2000)}`, `/?${"&=".repeat(650)}`, `/?q=${"\u20ac".repeat(300)}`])(
    "SEC2-34 what fills the cookie with bytes becomes the base URL, for a callback of the app too",
    async (url) => {
      expect(ownRedirect({ url, baseUrl })).toBe(baseUrl);
      expect(ownRedirect({ url: baseUrl + url, baseUrl })).toBe(baseUrl);
      expect(await resolveRedirect(url, baseUrl, ({ url: asked }) => asked)).toBe(baseUrl);
    },
  );

  it("SEC2-34 a long way back of letters is kept", () => {
    const url = `${baseUrl}/reports/${"a".repeat(1800)}?from=2026-01-01&to=2026-12-31&view=table#totals`;
    expect(ownRedirect({ url, baseUrl })).toBe(url);
  });

  it("keeps paths, queries and own absolute URLs", () => {
    expect(ownRedirect({ url: "/dash?a=1#b", baseUrl })).toBe(`${baseUrl}/dash?a=1#b`);
    expect(ownRedirect({ url: `${baseUrl}/x/y.html?u=https://other.test/`, baseUrl })).toBe(
      `${baseUrl}/x/y.html?u=https://other.test/`,
    );
    expect(ownRedirect({ url: baseUrl, baseUrl })).toBe(baseUrl);
    expect(ownRedirect({ url: "/a b?x=1&y", baseUrl })).toBe(`${baseUrl}/a%20b?x=1&y`);
    expect(ownRedirect({ url: `${baseUrl}/o'hara?o'`, baseUrl })).toBe(`${baseUrl}/o'hara?o%27`);
  });

  it("for any text at all gives an http(s) URL of the own origin that the parser leaves alone", () => {
    const prefix = fc.constantFrom(
      "",
      "/",
      "//",
      "/\\",
      "/.",
      "/..",
      baseUrl,
      `${baseUrl}/`,
      `${baseUrl}.`,
      `${baseUrl}@`,
      "https://",
      "/%2f",
    );
    fc.assert(
      fc.property(
        prefix,
        fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.webUrl()),
        (start, rest) => {
          const target = ownRedirect({ url: start + rest, baseUrl });
          const parsed = new URL(target);
          expect(parsed.origin).toBe(baseUrl);
          expect([parsed.href, parsed.href.slice(0, -1)]).toContain(target);
          expect(target.length).toBeLessThan(8192);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a target judged by the user's own callback", () => {
  it("may lead elsewhere, but only to http(s)", async () => {
    const elsewhere = (url: string) => resolveRedirect("/a", baseUrl, () => url);
    expect(await elsewhere("https://other.test/x")).toBe("https://other.test/x");
    expect(await elsewhere("/relative")).toBe(`${baseUrl}/relative`);
    expect(await elsewhere("javascript:alert(1)")).toBe(baseUrl);
    expect(await elsewhere(undefined as never)).toBe(baseUrl);
  });

  it("never sees garbage: it gets the base URL in its place", async () => {
    const seen: string[] = [];
    const keep = ({ url }: { url: string }) => {
      seen.push(url);
      return url;
    };
    for (const candidate of ["javascript:1", { a: 1 }, 5, ["/x"], "not-a-url", "https://other.test/"]) {
      await resolveRedirect(candidate, baseUrl, keep);
    }
    expect(seen).toEqual([baseUrl, baseUrl, baseUrl, baseUrl, baseUrl, "https://other.test/"]);
  });
});

it("parameters are added to pages with a query, and to absolute ones", () => {
  expect(withParams("/logout?x=1", { error: "A b", none: null }, baseUrl)).toBe(
    `${baseUrl}/logout?x=1&error=A+b`,
  );
  expect(withParams("https://login.other.test/in", { a: "1" }, baseUrl)).toBe(
    "https://login.other.test/in?a=1",
  );
});
