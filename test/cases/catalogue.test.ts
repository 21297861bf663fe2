/** No case is forgotten: each id starts the name of a test somewhere, or says why it cannot. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogue } from "./group.js";
import { notOurs } from "./not-ours.js";

const tests = new URL("../", import.meta.url);
const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((name) =>
  /^(?!fixtures|full).*\.test\.tsx?$/.test(name.replaceAll("\\", "/")),
);

/** The name of a test, or the key of a table: one id or several, then a colon, words, or the end. */
const opening = /["'`]((?:[A-Z]+-\d+)(?:, [A-Z]+-\d+)*)(?=[:"'`]| [a-z])/g;

const idsIn = (text: string): string[] =>
  [...text.matchAll(opening)].flatMap(([, ids = ""]) => ids.split(", "));

describe("the security catalogue", () => {
  const tested = new Set(files.flatMap((name) => idsIn(readFileSync(new URL(name, tests), "utf8"))));
  const known = new Set(catalogue.map(({ id }) => id));

  it("has each of its cases tested or excused, and none both", () => {
    expect(catalogue.length).toBeGreaterThan(150);
    expect(catalogue.filter(({ id }) => !tested.has(id) && !(id in notOurs)).map(({ id }) => id)).toEqual([]);
    expect(Object.keys(notOurs).filter((id) => tested.has(id) || !known.has(id))).toEqual([]);
  });

  it("has each id once", () => expect(known.size).toBe(catalogue.length));

  it("is searched for the beginnings of names only", () => {
    expect(idsIn('it("CSRF-01, CSRF-06: no form", x); { "DB-01": f, "DB-02 in Express": g }')).toEqual([
      "CSRF-01",
      "CSRF-06",
      "DB-01",
      "DB-02",
    ]);
    expect(idsIn('// REL-01\nit("comes back (COOK-08)", x); expect(id).toBe("no COOK-09")')).toEqual([]);
  });
});
