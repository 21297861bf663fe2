/** docs/security/advisories.md and the tests that attack: each row that says so has a test of its name, each such test a row. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";

const page = readFileSync(path.join(projectRoot, "docs/security/advisories.md"), "utf8");
const rows = [...page.matchAll(/^\| ((?:GHSA|CVE)-[\w-]+)(?: \(CVE-[\d-]+\))? \|(.*)\|$/gm)].map(
  ([, id = "", cells = ""]) => {
    const [hole, versions, here, tested] = cells.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return { id, hole, versions, here, tested };
  },
);

/** Ids with which a text of a test begins. */
const idsIn = (code: string): string[] =>
  [...code.matchAll(/["'`](GHSA(?:-\w{4}){3}|CVE-\d{4}-\d+)["'`:]/g)].map(([, id = ""]) => id);

const attacked = new Set(
  readdirSync(path.join(projectRoot, "test"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts") && !/^(?:docs|fixtures)\b/.test(file))
    .flatMap((file) => idsIn(readFileSync(path.join(projectRoot, "test", file), "utf8"))),
);

test("each row says whether the hole is here, and by which test", () => {
  expect(rows.length).toBeGreaterThan(45);
  expect(rows.length).toBe(page.match(/^\| (?:GHSA|CVE)/gm)?.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  for (const { id, hole, versions, here, tested } of rows) {
    expect([hole, versions].every(Boolean), id).toBe(true);
    expect([here, tested], id).toEqual(
      tested === "yes" ? ["no", "yes"] : [expect.stringMatching(/^no such feature \(.+\)$/), ""],
    );
  }
});

test("rows and tests name the same ids", () => {
  const said = rows.filter(({ tested }) => tested === "yes").map(({ id }) => id);
  expect(said.sort()).toEqual([...attacked].sort());
  expect(said).toEqual(
    expect.arrayContaining([
      "GHSA-7rqj-j65f-68wh",
      "GHSA-8fpg-xm3f-6cx3",
      "GHSA-xmf8-cvqr-rfgj",
      "GHSA-x445-f3h2-j279",
    ]),
  );
});

test("an id counts where a name begins with it, and not where it is mentioned", () => {
  const code =
    'it("GHSA-aaaa-bbbb-cccc: x", f); it("COOK-01 (GHSA-dddd-bbbb-cccc)", f); // GHSA-eeee-bbbb-cccc';
  expect(idsIn(`${code}\n({ "CVE-2024-1": [] })`)).toEqual(["GHSA-aaaa-bbbb-cccc", "CVE-2024-1"]);
});
