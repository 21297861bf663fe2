import { parseCookie, type SerializeOptions, stringifySetCookie } from "cookie";
import fc from "fast-check";
import { expect, test } from "vitest";
import { cookieLine, findCookie, parseCookies } from "../../src/runtime/http/cookies.js";

const outcome = (make: () => string): string => {
  try {
    return make();
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return "refused";
  }
};

/** Texts made of what means something in a cookie, and of anything. */
const texts = fc.oneof(
  fc.string({
    unit: fc.constantFrom(
      "a",
      "Z",
      "9",
      "=",
      ";",
      ",",
      " ",
      "\t",
      "%",
      "%41",
      '"',
      "-",
      ".",
      "\u00a0",
      "\n",
      "é",
    ),
    maxLength: 12,
  }),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const names = fc.oneof(fc.constantFrom("a", "__Host-authjs.csrf-token", "__proto__", ""), texts);

test("a Cookie header means what the `cookie` package takes it for", () => {
  const headers = fc.oneof(
    texts,
    fc.array(fc.tuple(names, texts)).map((pairs) => pairs.map((pair) => pair.join("=")).join("; ")),
  );
  fc.assert(
    // It takes a header of one character for none.
    fc.property(
      headers.filter((header) => header !== "="),
      (header) => {
        expect(Object.entries(parseCookies(header))).toEqual(Object.entries(parseCookie(header)));
        for (const [name, value] of Object.entries(parseCookie(header)))
          expect(findCookie(header, name)).toBe(value);
        expect(findCookie(header, "absent")).toBe(parseCookie(header)["absent"]);
      },
    ),
    { numRuns: 3000 },
  );
});

test("a Set-Cookie line is the one of the `cookie` package, or refused as there", () => {
  const any = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const options = fc.record(
    {
      maxAge: any(0, 1, -1, 900, 1.5, Number.NaN, Number.POSITIVE_INFINITY),
      expires: any(new Date(0), new Date(Number.NaN)),
      domain: fc.oneof(
        any("example.com", ".example.com", "a.b-c.example", "-a.example", "a..b", "a.", ".", "x".repeat(64)),
        texts,
      ),
      path: fc.oneof(any("/", "/a b", "/;x", "/<"), texts),
      httpOnly: any(true, false),
      secure: any(true, false),
      partitioned: any(true, false),
      priority: any("low", "MEDIUM", "High", "urgent"),
      sameSite: any<unknown>(true, false, "lax", "Strict", "NONE", "other"),
      encode: any((value: string) => value),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<SerializeOptions>;
  fc.assert(
    fc.property(fc.oneof(fc.constant("a"), names), texts, options, (name, value, given) => {
      const ours = outcome(() => cookieLine({ name, value, options: given }));
      expect(ours).toBe(outcome(() => stringifySetCookie(name, value, given)));
    }),
    { numRuns: 5000 },
  );
});

test("what cannot be sent is named, and no value is told", () => {
  const encode = (value: string) => value;
  expect(() => cookieLine({ name: "a", value: "se cret", options: { encode } })).toThrow(
    /^The value of the cookie "a" cannot be sent$/,
  );
});
