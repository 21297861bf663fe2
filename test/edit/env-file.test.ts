import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { envValue, maskEnv, parseEnv, quoted, removeEnv, setEnv } from "../../src/cli/formats/env-file.js";
import { splice } from "../../src/cli/source/text/text-edit.js";

const set = (text: string, key: string, value: string) => splice(text, setEnv(text, [{ key, value }]));

describe("reading", () => {
  test.each([
    ["A=1", "1"],
    ["export A=1", "1"],
    ["  A = 1  ", "1"],
    ["A=1 # not this", "1"],
    ["A=a#b", "a"],
    ['A="x # y"', "x # y"],
    ['A="x\\ny"', "x\ny"],
    ["A='x\\ny'", "x\\ny"],
    ['A="first\nsecond"\nB=2', "first\nsecond"],
    ["\uFEFFA=1\r\nB=2", "1"],
    ["A=1\nA=2", "2"],
    ["# A=1", undefined],
    ["AA=1", undefined],
    ["NEXTAUTH_A=1", undefined],
    ['B="\nA=1\n"', undefined],
    ["A=", ""],
  ])("%j gives %j", (text, value) => {
    expect(envValue(text, "A")).toBe(value);
  });
});

describe("writing", () => {
  test.each([
    ["", "A=1\n"],
    ["B=2\n", "B=2\nA=1\n"],
    ["B=2", "B=2\nA=1"],
    ["B=2\r\n", "B=2\r\nA=1\r\n"],
    ["A=\n", "A=1\n"],
    ['A=""\n', 'A="1"\n'],
    ["A=0\n", "A=0\n"],
    ["# A=5\n", "# A=5\nA=1\n"],
    ["NEXT_A=5\n", "NEXT_A=5\nA=1\n"],
    ["export A=5\n", "export A=5\n"],
    ["A=#\n", "A=1 #\n"],
    ["A= # mine\n", "A= 1 # mine\n"],
  ])("%j becomes %j", (before, after) => {
    expect(set(before, "A", "1")).toBe(after);
  });

  test("whatever the file holds, a value that is there stays, the new one can be read, and doing it twice changes nothing", () => {
    const line = fc.oneof(
      fc.constantFrom("# comment", "", "A=", "A=old", "export B='x'", 'C="two\nlines"', "D=1 # note"),
      fc.stringMatching(/^[A-Z]{1,3}=[a-z#' ]{0,6}$/),
    );
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom("\n", "\r\n"),
        fc.stringMatching(/^[ -~]{1,20}$/),
        (lines, eol, value) => {
          const text = lines.join(eol);
          const closed = !/=\s*['"][^'"]*$/m.test(text); // an unclosed quote swallows what follows, for every reader
          fc.pre(closed && quoted(value, { expands: false }) !== undefined);
          const old = envValue(text, "A");
          const next = set(text, "A", value);
          expect(envValue(next, "A")).toBe(old ? old : value);
          expect(set(next, "A", value)).toBe(next);
          expect(parseEnv(next).length).toBeGreaterThanOrEqual(parseEnv(text).length);
        },
      ),
    );
  });
});

describe("removing keys", () => {
  const remove = (text: string, ...keys: string[]) => {
    const { edits, ...rest } = removeEnv(
      text,
      keys.map((key) => ({ key, comment: `${key}: https://console.example` })),
    );
    return { text: splice(text, edits), ...rest };
  };

  test.each([
    ["A=\n", ""],
    ["B=2\nA=\n", "B=2\n"],
    ["B=2\nA=", "B=2"],
    ["B=2\r\nA=\r\nC=3\r\n", "B=2\r\nC=3\r\n"],
    ["B=2\r\nA=", "B=2"],
    ["\uFEFFA=\nB=2\n", "\uFEFFB=2\n"],
    ['A=""\n', ""],
    ["A=''\nB=1", "B=1"],
    ["export A=\n", ""],
    ["  A =  \nB=1\n", "B=1\n"],
    ["A=\nA=\n", ""],
    ["# A: https://console.example\nA=\n", ""],
    ["# mine\nA=\n", "# mine\n"],
    ["# A: https://console.example\n\nA=\n", "# A: https://console.example\n\n"],
    ["A= # keep this\n", "# keep this\n"],
    ["NEXT_A=\nA_B=\nAA=\n# A=\n", "NEXT_A=\nA_B=\nAA=\n# A=\n"],
    ['B="\nA=\n"\nA=\n', 'B="\nA=\n"\n'],
  ])("%j becomes %j", (before, after) => {
    expect(remove(before, "A")).toMatchObject({ text: after, kept: [] });
  });

  test.each([
    ["A=1\n", 1],
    ["# x\nA='1'\n", 2],
    ["export A=1", 1],
    ['B=1\nA="two\nlines"\n', 2],
    ["A= 0 # note\n", 1],
  ])("%j has a value and stays", (text, line) => {
    expect(remove(text, "A")).toEqual({ text, removed: [], kept: [{ key: "A", line }] });
  });

  test("several at the end of a file without a line break there", () => {
    expect(remove("B=2\nA=\nC=", "A", "C").text).toBe("B=2");
    expect(remove("A=\nC=", "A", "C").text).toBe("");
    expect(remove("A=\nB=2\nC=", "A", "C").text).toBe("B=2");
  });

  test("is the inverse of adding keys, whatever the file holds", () => {
    const line = fc.constantFrom("# comment", "", "A=old", "B=", "export C='x'", 'D="two\nlines"', "# P: a");
    fc.assert(
      fc.property(
        fc.array(line),
        fc.constantFrom("\n", "\r\n"),
        fc.boolean(),
        fc.uniqueArray(fc.stringMatching(/^[P-S][A-Z]{0,3}$/), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (lines, eol, open, keys, commented) => {
          const text = lines.join(eol) + (open || lines.length === 0 ? "" : eol);
          // A lone line break at the end of nothing: what it ends cannot be told.
          fc.pre(text.includes(eol) || eol === "\n" || text === "");
          const pairs = keys.map((key) => ({ key, ...(commented && { comment: `${key}: provider` }) }));
          const added = splice(
            text,
            setEnv(
              text,
              pairs.map((pair) => ({ ...pair, value: "" })),
            ),
          );
          expect(added).not.toBe(text);
          expect(splice(added, removeEnv(added, pairs).edits)).toBe(text);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test("masking hides every value and keeps everything else", () => {
  expect(maskEnv('# A=1\nA=secret\nB=\nexport C="two\nlines" # note\n')).toBe(
    "# A=1\nA=••••\nB=\nexport C=•••• # note\n",
  );
});
