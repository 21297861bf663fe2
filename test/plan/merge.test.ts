import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { merge, mergeJson } from "../../src/cli/plan/merge.js";

const lines = (...words: string[]) => words.map((word) => `${word}\n`).join("");
const clean = (base: string, ours: string, theirs: string) => {
  const merged = merge(base, ours, theirs);
  if (merged.kind !== "clean") throw new Error(JSON.stringify(merged));
  return merged.text;
};

describe("three-way merge", () => {
  test("changes in different places both come", () => {
    expect(clean(lines("a", "b", "c"), lines("A", "b", "c"), lines("a", "b"))).toBe(lines("A", "b"));
  });

  test("neighbours are no overlap", () => {
    expect(clean(lines("a", "X", "c"), lines("a", "X", "mine", "c"), lines("a", "c"))).toBe(
      lines("a", "mine", "c"),
    );
  });

  test("the same lines changed in two ways are an overlap, with its place", () => {
    const merged = merge(lines("a", "b", "c"), lines("a", "mine", "c"), lines("a", "yours", "c"));
    expect(merged).toEqual({
      kind: "overlap",
      overlaps: [{ line: 2, base: ["b\n"], ours: ["mine\n"], theirs: ["yours\n"] }],
    });
    expect(merge(lines("a"), lines("a", "x"), lines("a", "y")).kind).toBe("overlap");
    expect(merge(lines("a", "1", "2"), lines("a", "1", "between", "2"), lines("a")).kind).toBe("overlap");
  });

  const text = fc
    .array(fc.constantFrom("a", "b", "c", "{", "}", ""), { maxLength: 12 })
    .map((all) => lines(...all));

  test("one side alone is taken as it is, and the same change on both sides once", () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(clean(base, base, other)).toBe(other);
        expect(clean(base, other, base)).toBe(other);
        expect(clean(base, other, other)).toBe(other);
      }),
      { numRuns: 2000 },
    );
  });

  test("lines that only one side has are never lost, in a thousand ways", () => {
    const words = fc.uniqueArray(fc.integer({ min: 0, max: 40 }).map(String), {
      minLength: 3,
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (base, one, two) => {
        const at = one % base.length;
        const mine = [...base.slice(0, at), "mine", ...base.slice(at)];
        const removed = base[two % base.length];
        const merged = merge(
          lines(...base),
          lines(...mine),
          lines(...base.filter((word) => word !== removed)),
        );
        if (merged.kind === "overlap") throw new Error("an insertion beside a removal is no overlap");
        expect(merged.text).toBe(lines(...mine.filter((word) => word !== removed)));
      }),
      { numRuns: 1000 },
    );
  });

  test("line endings are those of the file as it is", () => {
    expect(clean(lines("a", "b"), "a\r\nb\r\nmine\r\n", lines("b"))).toBe("b\r\nmine\r\n");
    expect(clean("a\r\nb\r\n", lines("a", "b", "mine"), "b\r\n")).toBe(lines("b", "mine"));
    expect(clean("a\r\nb\nc\n", "a\r\nb\nc\nmine\n", "b\nc\n")).toBe("b\nc\nmine\n");
  });
});

describe("package.json", () => {
  const manifest = (dependencies: Record<string, string>, tail = "") =>
    `${JSON.stringify({ name: "shop", dependencies }, null, 2)}${tail}`;
  const mergedJson = (base: string, ours: string, theirs: string) => {
    const merged = mergeJson(base, ours, theirs);
    return merged.kind === "clean" ? merged.text : merged.kind;
  };

  test("commas follow when packages come and go, wherever they stand", () => {
    const names = ["aa", "authwright", "express", "zod"];
    for (const last of names) {
      const order = [...names.filter((name) => name !== last), last];
      const pick = (wanted: string[]) =>
        manifest(
          Object.fromEntries(order.filter((name) => wanted.includes(name)).map((name) => [name, "1"])),
          "\n",
        );
      expect(
        mergedJson(
          pick(["aa", "authwright", "express"]),
          pick(["aa", "authwright", "express", "zod"]),
          pick(["aa", "express"]),
        ),
        last,
      ).toBe(pick(["aa", "express", "zod"]));
    }
  });

  test("strings that end like lines stay", () => {
    const text = '{\n  "a": [\n    "x,",\n    "y"\n  ],\n  "b": "{",\n  "c": 1\n}\n';
    expect(mergedJson(text, text, text)).toBe(text);
  });
});
