/** Code that is nested deep, or leads back to itself: it is read, or named, and ends nothing. */
import { afterEach, describe, expect, it } from "vitest";
import { readAuthConfig, readAuthConfigs } from "../../src/cli/source/configuration/auth-config.js";
import { readSource } from "../../src/cli/source/syntax/source-facts.js";
import { countSyntaxErrors, parse, ts, visit } from "../../src/cli/source/syntax/syntax.js";
import { takeUnread } from "../../src/cli/source/text/unread.js";

afterEach(() => void takeUnread());

const chains = {
  "2,600 plus signs": `export const x = a${" + a".repeat(2600)};`,
  "1,000 calls": `export const x = a${".field()".repeat(1000)};`,
  "1,000 choices": `export const x = { providers: a${" ?? a".repeat(1000)} };`,
};

describe.each(Object.entries(chains))("CL-26: a long chain, of %s", (_name, code) => {
  it("is read", () => {
    const facts = readSource(`/* c */ ${code}`, "a.ts");
    expect(facts.code).toBe(`        ${code}`);
    const model = readAuthConfig({ file: "a.ts", text: code }, "authwright", () => undefined);
    expect(model.entry).toBe("a.ts");
    expect(takeUnread()).toEqual([]);
  });
});

const nested = (open: string, close: string, times: number) => open.repeat(times) + close.repeat(times);

it.each([
  ["brackets", `x = ${nested("[", "]", 20_000)};`],
  ["functions", nested("function f(){", "}", 20_000)],
  ["a chain of calls", `x = a${".b()".repeat(20_000)};`],
])(
  "CL-26: what is nested deeper than readers can follow is named once, and nothing is found in it: %s",
  (_name, code) => {
    expect(readSource(code, "deep.ts").calls).toEqual([]);
    expect(countSyntaxErrors(code, "deep.ts")).toBeGreaterThan(0);
    expect(takeUnread()).toEqual([{ file: "deep.ts", why: "is nested too deep" }]);
  },
);

it("CL-26: nodes are seen from the outside in and in the order of the text", () => {
  const seen: string[] = [];
  visit(parse("f(a, g(b), c);", "a.ts"), (node) => void (ts.isIdentifier(node) && seen.push(node.text)));
  expect(seen).toEqual(["f", "a", "g", "b", "c"]);
});

it("CL-20: a name that is made of itself ends in what it began with", () => {
  const steps = "config = config.next; ".repeat(30);
  const text = `import { createAuth } from "authwright"; let config = { providers: [] }; ${steps} createAuth(config);`;
  const model = readAuthConfig({ file: "a.ts", text }, "authwright", () => undefined);
  expect(model.calls).toHaveLength(1);
});

it("CL-20: files that lead to no configuration are gone through once, and their mistakes are known to each", () => {
  const size = 60;
  const text = (at: number) =>
    `import "authwright"; import "./f${(at + 1) % size}.js"; import "./f${(at * 7) % size}.js"; import "./broken.js";`;
  let opened = 0;
  const open = (_from: string, specifier: string) => {
    opened += 1;
    if (specifier === "./broken.js") return { file: "broken.ts", text: "const = ;" };
    const at = Number(/\d+/.exec(specifier)?.[0]);
    return Number.isNaN(at) ? undefined : { file: `f${at}.ts`, text: text(at) };
  };
  const sources = Array.from({ length: size }, (_, at) => ({ file: `f${at}.ts`, text: text(at) }));
  const models = readAuthConfigs(sources, "authwright", open);
  expect(models.every(({ unreadable }) => unreadable.some(({ at }) => at.path === "broken.ts"))).toBe(true);
  // Each file asks for its own imports, as an entry and on the way of the first one.
  expect(opened).toBeLessThan(size * 4 * 3);
});
