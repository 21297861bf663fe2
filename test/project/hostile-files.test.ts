/** Files that are nested deep, long or repeat themselves: read in proportion, or refused with a line. */
import { afterEach, expect, test } from "vitest";
import { JsonSyntaxError, parseJson } from "../../src/cli/formats/json-file.js";
import { envFilesOf } from "../../src/cli/formats/script-line.js";
import { packagesOfYaml, setInYaml } from "../../src/cli/formats/workspace-file.js";
import { takeUnread } from "../../src/cli/source/text/unread.js";

afterEach(() => void takeUnread());

test("CL-26: JSON that is nested deeper than 500 levels is refused with its line", () => {
  expect(() => parseJson(`{\n"a": ${"[".repeat(200_000)}`)).toThrow(JsonSyntaxError);
  expect(parseJson(`${"[".repeat(500)}1${"]".repeat(500)}`).items).toHaveLength(1);
});

test("CL-26: a text of 20 MB in JSON is read, with escapes and without", () => {
  const plain = "a".repeat(20_000_000);
  expect(parseJson(JSON.stringify({ plain })).value).toEqual({ plain });
  const escaped = '"\\\n'.repeat(1_000_000);
  expect(parseJson(JSON.stringify({ escaped })).value).toEqual({ escaped });
});

test.each(['"open', '"line\nbreak"', '"\\', '"a\\"'])("CL-26: %j is no text in JSON", (text) => {
  expect(() => parseJson(text)).toThrow(JsonSyntaxError);
});

test("CL-26: a pnpm-workspace.yaml of more than 1 MB is named, and not edited", () => {
  const text = `packages: [${"a,".repeat(2_500_000)}]`;
  expect(packagesOfYaml(text)).toEqual([]);
  expect(setInYaml(text, "overrides", "a", "b")).toMatchObject({ kind: "manual" });
  expect(takeUnread()).toEqual([{ file: "pnpm-workspace.yaml", why: "is larger than 1 MB" }]);
});

test.each([
  ["brackets", `packages: ${"[".repeat(100_000)}`],
  ["lists in lists", `packages:\n  ${"- ".repeat(100_000)}`],
  ["keys in keys", `packages:\n  ${"? ".repeat(100_000)}`],
])("CL-31: a pnpm-workspace.yaml of %s is named, and ends no process", (_what, text) => {
  expect(packagesOfYaml(text)).toEqual([]);
  expect(setInYaml(text, "overrides", "a", "b")).toEqual({
    kind: "manual",
    line: 1,
    why: "the file is nested too deep",
  });
  expect(takeUnread()).toEqual([{ file: "pnpm-workspace.yaml", why: "is nested too deep" }]);
});

test.each(["dotenv/config ", "dotenv -e ", "dotenv -e a -- ", "--env-file=a ", "env-cmd ", "env;", "A=1 "])(
  "CL-20: a script of 5 MB of %j is read in time that grows with its length",
  (words) => {
    expect(envFilesOf(words.repeat(5_000_000 / words.length)).length).toBeLessThanOrEqual(100);
  },
);
