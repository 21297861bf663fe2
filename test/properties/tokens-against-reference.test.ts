/** `encode`, `decode` and `getToken` of ours and of the reference: each opens what the other made, and finds the same. */
import * as reference from "@auth/core/jwt";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import * as ours from "../../src/runtime/jwt.js";
import { draw } from "./draw.js";

const slow = 1_200_000;
const drawn = draw(400, 10_000);
const start = Date.UTC(2030, 0, 1);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterAll(() => void vi.useRealTimers());

const secret = fc.oneof(
  fc.constantFrom("one-secret-of-this-test", "two-secret-of-this-test", "s", "größe-世界"),
  fc.string({ minLength: 1, unit: "binary" }),
);
const secrets = fc.oneof(secret, fc.array(secret, { minLength: 1, maxLength: 3 }));
const salt = fc.oneof(
  fc.constantFrom("authjs.session-token", "__Secure-authjs.session-token", "", "sid"),
  fc.string({ unit: "binary" }),
);
const payload = fc.dictionary(
  fc.oneof(fc.constantFrom("sub", "name", "email", "exp", "iat", "jti", "nbf"), fc.string()),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 6 },
);
const life = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(-100, -16, -15, -14, -1, 0, 1, 60, 0.5, 1.9, 2_592_000),
);

/** What came back, or that nothing did; the reasons differ. */
const outcome = async (run: () => Promise<unknown>): Promise<unknown> =>
  run().then(
    (value) => value,
    () => "refused",
  );

test(`encode and decode: ${drawn.numRuns} tokens`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(
    payload,
    secrets,
    salt,
    life,
    fc.constantFrom(0, 1, 14, 15, 16, 100),
    fc.option(salt, { nil: undefined }),
    fc.option(secrets, { nil: undefined }),
    async (token, given, salted, maxAge, later, otherSalt, otherSecrets) => {
      vi.setSystemTime(start);
      const made = { token, secret: given, salt: salted, ...(maxAge !== undefined && { maxAge }) };
      const tokens = await Promise.all([
        outcome(() => reference.encode(made)),
        outcome(() => ours.encode(made)),
      ]);
      expect(tokens.map((each) => each === "refused")).toEqual(
        [tokens[0], tokens[0]].map((each) => each === "refused"),
      );
      vi.setSystemTime(start + later * 1000);
      const opened: unknown[] = [];
      for (const { decode } of [reference, ours]) {
        for (const each of tokens) {
          const params = { token: String(each), secret: otherSecrets ?? given, salt: otherSalt ?? salted };
          opened.push(await outcome(() => decode(params)));
        }
      }
      const plain = opened.map((each) =>
        typeof each === "object" ? { ...(each as object), jti: "drawn" } : each,
      );
      expect(plain).toEqual([plain[0], plain[0], plain[0], plain[0]]);
    },
  );
  await expect(fc.assert(property, drawn)).resolves.toBeUndefined();
});

const cookieName = fc.constantFrom("authjs.session-token", "__Secure-authjs.session-token", "sid");
const value = fc.constantFrom(
  "good",
  "good",
  "good",
  "large",
  "other-salt",
  "other-secret",
  "expired",
  "garbage",
  "",
);
const place = fc.record({
  cookies: fc.uniqueArray(fc.tuple(cookieName, value), { selector: ([name]) => name, maxLength: 3 }),
  // Of an empty one the reference makes the text "undefined".
  bearer: fc.option(
    value.filter((kind) => kind !== ""),
    { nil: undefined },
  ),
  scheme: fc.constantFrom("Bearer ", "bearer ", "Basic ", "Bearer"),
  noise: fc.constantFrom("", "a=1; ", "authjs=x; ", "=; ", "; ;"),
  headers: fc.boolean(),
});

async function valueOf(kind: string, name: string): Promise<string> {
  const token = { sub: "1", ...(kind === "large" && { large: "x".repeat(5000) }) };
  if (kind === "garbage" || kind === "") return kind;
  return reference.encode({
    token,
    secret: kind === "other-secret" ? "other" : "one-secret-of-this-test",
    salt: kind === "other-salt" ? "other" : name,
    maxAge: kind === "expired" ? -60 : 60,
  });
}

const inParts = (name: string, token: string): string[] =>
  token.length <= 3936
    ? [`${name}=${token}`]
    : [0, 1, 2]
        .map((at) => `${name}.${at}=${token.slice(at * 3936, (at + 1) * 3936)}`)
        .filter((pair) => !pair.endsWith("="));

test(`getToken: ${drawn.numRuns} requests`, { timeout: slow }, async () => {
  const property = fc.asyncProperty(
    place,
    // Without either of them we look under both names.
    fc.oneof(
      cookieName.map((name) => ({ cookieName: name })),
      fc.boolean().map((secureCookie) => ({ secureCookie })),
    ),
    fc.record({ raw: fc.boolean(), salt: fc.option(salt, { nil: undefined }) }),
    async ({ cookies, bearer, scheme, noise, headers }, named, { raw, salt: salted }) => {
      vi.setSystemTime(start);
      const name =
        "cookieName" in named
          ? named.cookieName
          : named.secureCookie
            ? "__Secure-authjs.session-token"
            : "authjs.session-token";
      const parts: string[] = [];
      for (const [each, kind] of cookies) parts.push(...inParts(each, await valueOf(kind, salted ?? each)));
      const given = {
        ...(parts.length > 0 && { cookie: noise + parts.join("; ") }),
        ...(bearer !== undefined && { authorization: scheme + (await valueOf(bearer, salted ?? name)) }),
      };
      const params = {
        req: { headers: headers ? new Headers(given) : (given as Record<string, string>) },
        secret: "one-secret-of-this-test",
        ...named,
        ...(salted !== undefined && { salt: salted }),
        raw,
      };
      const [theirs, own] = [
        await outcome(() => reference.getToken(params as Parameters<typeof reference.getToken>[0])),
        await outcome(() => ours.getToken(params as Parameters<typeof ours.getToken>[0])),
      ];
      expect(own).toEqual(theirs);
    },
  );
  await expect(fc.assert(property, drawn)).resolves.toBeUndefined();
});
