import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePath } from "../../src/runtime/oauth/profile-path.js";

const profile = {
  id: 7,
  login: "ada",
  name: "",
  none: null,
  zero: 0,
  no: false,
  a: { b: [{ c: "deep" }] },
  email: "ada@example.com",
  emails: [
    { email: "old@example.com", primary: false, verified: false },
    { email: "ada@example.com", primary: true, verified: true },
  ],
  list: ["first"],
};
const tokens = { email: "token@example.com", nested: { id: 1 } };

describe("a path expression", () => {
  test.each<[string, unknown]>([
    ["id", 7],
    ["a.b[0].c", "deep"],
    ["list[0]", "first"],
    ["list[1]", undefined],
    ["emails[?primary].email", "ada@example.com"],
    ["emails[?missing].email", undefined],
    ["emails[?email==profile.email].verified", true],
    ["emails[?email==profile.login].verified", undefined],
    ["emails[?email==profile.none].verified", undefined],
    ["name||login", "ada"],
    ["none||missing||login", "ada"],
    ["zero||login", 0],
    ["no||login", false],
    ["name||none", undefined],
    ["tokens.email", "token@example.com"],
    ["tokens.nested.id", 1],
    ["email||tokens.email", "ada@example.com"],
    ["${login} ${a.b[0].c}", "ada deep"],
    ["${login} ${missing}", "ada"],
    ["${missing} ${name}", undefined],
    ["${missing}||login", "ada"],
    ["${tokens.nested.id}-${id}", "1-7"],
    ["https://cdn.example.com/${id}/x.png", "https://cdn.example.com/7/x.png"],
    ["https://cdn.example.com/${missing}/x.png", undefined],
    ["https://cdn.example.com/${email}", "https://cdn.example.com/ada%40example.com"],
    ["a.b.c", undefined],
    ["login.length", undefined],
    ["constructor.name", undefined],
    ["__proto__", undefined],
    ["list.length", 1],
  ])("%s", (source, expected) => {
    // Arrays own their length; it is the one member that nobody would name.
    expect(compilePath(source)(profile, tokens)).toEqual(expected);
  });

  test.each(["", "a..b", "a[", "a[x]", "[?]", "a]", "a||"])("%j breaks the grammar", (source) => {
    expect(() => compilePath(source)).toThrow(SyntaxError);
  });

  test("never throws on any JSON, and never gives an empty value", () => {
    const read = ["id", "a.b[0].c", "x[?y].z", "x[?y==profile.id].z", "${a} ${b}", "a||b||tokens.c"].map(
      compilePath,
    );
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (anyProfile, anyTokens) => {
        for (const evaluate of read) {
          const value = evaluate(anyProfile, anyTokens);
          expect(value === null || value === "").toBe(false);
        }
      }),
    );
  });

  test("finds what stands at a path of members and indexes", () => {
    const name = fc
      .string({ minLength: 1 })
      .filter(
        (text) =>
          /^[^.[\]|$]+$/.test(text) && text.trim() === text && text !== "tokens" && text !== "__proto__",
      );
    const step = fc.oneof(name, fc.nat(3));
    fc.assert(
      fc.property(name, fc.array(step, { maxLength: 4 }), fc.integer(), (head, tail, wanted) => {
        const steps = [head, ...tail];
        const source = steps
          .map((each, at) => (typeof each === "number" ? `[${each}]` : at ? `.${each}` : each))
          .join("");
        const built = steps.reduceRight<unknown>(
          (inner, each) =>
            typeof each === "number" ? Object.assign([], { [each]: inner }) : { [each]: inner },
          wanted,
        );
        expect(compilePath(source)(built)).toBe(wanted);
      }),
    );
  });
});
