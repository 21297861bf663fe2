import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson, setJson } from "../../src/cli/formats/json-file.js";
import { splice } from "../../src/cli/source/text/text-edit.js";

const add = (text: string) => splice(text, setJson(text, ["dependencies", "m"], "^1", { sorted: true }));

describe("a dependency", () => {
  test.each([
    [
      "goes to its place",
      '{\n  "dependencies": {\n    "a": "1",\n    "z": "1"\n  }\n}\n',
      '{\n  "dependencies": {\n    "a": "1",\n    "m": "^1",\n    "z": "1"\n  }\n}\n',
    ],
    [
      "goes to the end",
      '{\n\t"dependencies": {\n\t\t"a": "1"\n\t}\n}',
      '{\n\t"dependencies": {\n\t\t"a": "1",\n\t\t"m": "^1"\n\t}\n}',
    ],
    [
      "keeps CRLF",
      '{\r\n  "dependencies": {\r\n    "a": "1"\r\n  }\r\n}\r\n',
      '{\r\n  "dependencies": {\r\n    "a": "1",\r\n    "m": "^1"\r\n  }\r\n}\r\n',
    ],
    [
      "fills an empty object",
      '{\n  "dependencies": {}\n}\n',
      '{\n  "dependencies": {\n    "m": "^1"\n  }\n}\n',
    ],
    [
      "makes the object",
      '{\n  "name": "x"\n}\n',
      '{\n  "name": "x",\n  "dependencies": {\n    "m": "^1"\n  }\n}\n',
    ],
    [
      "stays on one line",
      '{"name":"x","dependencies":{"a":"1"}}',
      '{"name":"x","dependencies":{"a":"1", "m": "^1"}}',
    ],
    ["is not written twice", '{"dependencies":{"m":"^1"}}', '{"dependencies":{"m":"^1"}}'],
    ["replaces another range", '{"dependencies":{"m":"^0"}}', '{"dependencies":{"m":"^1"}}'],
    [
      "keeps a BOM",
      '\uFEFF{\n  "dependencies": {\n    "a": "1"\n  }\n}\n',
      '\uFEFF{\n  "dependencies": {\n    "a": "1",\n    "m": "^1"\n  }\n}\n',
    ],
  ])("%s", (_, before, after) => {
    expect(add(before)).toBe(after);
  });
});

test("comments and trailing commas are read, and stay", () => {
  const text = '{\n  // why\n  "compilerOptions": {\n    "strict": true, /* yes */\n  },\n}\n';
  expect(parseJson(text).value).toEqual({ compilerOptions: { strict: true } });
  const next = splice(text, setJson(text, ["compilerOptions", "module"], "NodeNext"));
  expect(parseJson(next).value).toEqual({ compilerOptions: { strict: true, module: "NodeNext" } });
  expect(next).toContain("// why");
  expect(next).toContain("/* yes */");
});

test("every JSON value is read as JSON.parse reads it, and gets a property without losing another", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.constantFrom(undefined, 2, "\t"),
      (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        // `-0` is written as `0`, and `__proto__` is no ordinary key
        const plain: Record<string, unknown> = JSON.parse(text);
        fc.pre(!text.includes("__proto__"));
        expect(parseJson(text).value).toEqual(plain);
        expect(JSON.parse(splice(text, setJson(text, ["new key"], "x")))).toEqual({
          ...plain,
          "new key": "x",
        });
      },
    ),
  );
});

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', 3],
  ['{\n  "a": \n}', 3],
  ["{ a: 1 }", 1],
  ["", 1],
  ['{"a":1} x', 1],
])("%j is refused with the line of the mistake", (text, line) => {
  expect(() => parseJson(text)).toThrow(
    expect.objectContaining({ line, message: expect.stringMatching(/^expected /) }),
  );
});
