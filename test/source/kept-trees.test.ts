import { expect, test } from "vitest";
import { parse } from "../../src/cli/source/syntax/parse.js";

const fileOf = (name: string, length: number) => ({
  name,
  text: `export const one = 1;\n// ${"x".repeat(length)}\n`,
});
const read = ({ name, text }: ReturnType<typeof fileOf>) => parse(text, name);

test("readers of a few files in turn get each tree that is there", () => {
  const server = fileOf("server.js", 500);
  const auth = fileOf("auth.js", 500);
  const [first, second] = [read(server), read(auth)];
  expect(read(server)).toBe(first);
  expect(read(auth)).toBe(second);
  expect(read({ ...server, text: `${server.text}\n` })).not.toBe(first);
});

test("trees of 200,000 characters are kept, those that were read last", () => {
  const files = ["a.js", "b.js", "c.js"].map((name) => fileOf(name, 80_000));
  const [a, b, c] = files as [(typeof files)[0], (typeof files)[0], (typeof files)[0]];
  const [first, second] = [read(a), read(b)];
  expect(read(a)).toBe(first);
  read(c);
  expect(read(a)).toBe(first);
  expect(read(b)).not.toBe(second);
});
