/** What requests are put together from, likely and unlikely. */
import * as fc from "fast-check";
import type { CookieMove } from "./shots.js";

const targets = [
  "/home",
  "/",
  "/a/../b",
  "/a?x=1&y=ü",
  "/ä ö",
  "/auth/signin",
  "relative/path",
  "?only=query",
  "#hash",
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example/x",
  "http://localhost:3000",
  "http://localhost:3000/",
  "http://localhost:3000/deep?x=1#y",
  "http://localhost:3000@evil.example/",
  "http://LOCALHOST:3000/up",
  "https://app.example.com/in",
  "https://app.example.com:443/in",
  "https://app.example.com.evil.example/",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://localhost:3000/x",
  " /space",
  "/space ",
  "/tab\there",
  "/%2e%2e/x",
  "/it's?it's",
  "/a;b=c|d^e`f{g}",
  "not a url",
  "https://",
  `/${"long/".repeat(300)}`,
  `/${"longer/".repeat(600)}`,
  "/漢字?q=漢字",
  "/%E0%A4%A",
  "",
] as const;

export const target = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("/home", "/a?x=1") },
  { weight: 3, arbitrary: fc.constantFrom(...targets) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.webPath() },
);

const cookieNames = ["session-token", "sid", "csrf", "callback-url", "state", "pkce", "nonce", "authjs"];
const cookieMove: fc.Arbitrary<CookieMove> = fc.record({
  kind: fc.constantFrom("drop", "garbage", "cut", "duplicate", "split", "empty", "plus", "swap", "quoted"),
  cookie: fc.constantFrom(...cookieNames),
});
export const cookieMoves = fc.oneof(
  { weight: 8, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(cookieMove, { minLength: 1, maxLength: 2 }) },
);
/** A token that was sent in parts is cleared in parts: afterwards the browser would have it still. */
export const wholeCookieMoves = cookieMoves.map((moves) => moves.filter(({ kind }) => kind !== "split"));

export const later = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.constantFrom(1, 14, 16, 30, 70, 200, 1000, 90_000, 2_600_000) },
);

export const headers: fc.Arbitrary<Record<string, string>> = fc
  .tuple(
    fc.constantFrom<Record<string, string>>({}, {}, {}, { "x-auth-return-redirect": "1" }),
    fc.constantFrom<Record<string, string>>({}, {}, {}, { accept: "application/json" }, { cookie: "" }),
  )
  .map(([a, b]) => ({ ...a, ...b }));

export const pairs = (values: Record<string, string | undefined>): (readonly [string, string])[] =>
  Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== undefined);

export const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });

export const csrf = fc.oneof(
  { weight: 10, arbitrary: fc.constant("right" as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("wrong" as const, "missing" as const, "empty" as const, "list" as const),
  },
);
export const bodyType = fc.oneof(
  { weight: 6, arbitrary: fc.constant("form" as const) },
  { weight: 4, arbitrary: fc.constant("json" as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("text" as const, "broken" as const, "multipart" as const, "charset" as const),
  },
);
