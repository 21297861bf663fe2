/** Each measure, held against sources in which everything was planted and counted by hand. */
import { describe, expect, test } from "vitest";
import { measure } from "../../scripts/architecture/measure.mjs";
import { parseSource } from "../../scripts/architecture/sources.mjs";

/** What one measure finds in the given sources, as `file:line name = value` without the folder. */
function found(id: string, files: Readonly<Record<string, string>>, entryPoints: readonly string[] = []) {
  const sources = Object.entries(files).map(([file, text]) => parseSource(file, text));
  const { places } = measure({ sources, entryPoints, aliases: { "#crypto": "src/runtime/crypto.ts" } });
  return places[id]?.map(({ file, line, name, value }) => `${file}:${line} ${name} = ${value}`);
}

const figure = (area: string, id: string, files: Readonly<Record<string, string>>) =>
  measure({
    sources: Object.entries(files).map(([file, text]) => parseSource(file, text)),
    entryPoints: [],
    aliases: {},
  }).figures[area]?.[id];

const runtimeFile = (text: string) => ({ "src/runtime/a.ts": text });

describe("complexity", () => {
  const complexity = (text: string) => found("worst-complexity", runtimeFile(text));

  test.each([
    ["nothing", "", 1],
    ["if and else if", "if (a) b(); else if (c) d(); else e();", 3],
    ["conditional expression", "return a ? b : c ? d : e;", 3],
    ["logical operators", "return (a && b) || (c ?? d);", 4],
    ["logical assignments", "a &&= 1; a ||= 2; a ??= 3;", 4],
    ["loops", "for (;;) {} for (const x of y) {} for (const x in y) {} while (a) {} do {} while (a);", 6],
    ["cases without default", "switch (a) { case 1: case 2: break; default: b(); }", 3],
    ["catch", "try { a(); } catch { b(); } finally { c(); }", 2],
    [
      "optional chaining, defaults, other operators",
      "const { b = 1 } = a?.c ?? d; return b === 1 | b + 2;",
      2,
    ],
    ["words in texts and comments", 'return "if (a && b)"; // if (a) while (b)', 1],
  ])("%s", (_name, body, expected) => {
    expect(complexity(`function f() { ${body} }`)).toEqual([`src/runtime/a.ts:1 f = ${expected}`]);
  });

  test("functions inside count on their own", () => {
    const text = "const outer = () => {\n  if (a) b();\n  return (x) => (x ? 1 : y ? 2 : 3);\n};";
    expect(complexity(text)).toEqual(["src/runtime/a.ts:3 (anonymous) = 3", "src/runtime/a.ts:1 outer = 2"]);
  });

  test("methods, constructors and accessors are functions, static blocks are not", () => {
    const text =
      "class A {\n constructor() { a && b; }\n get c() { return d ? 1 : 2; }\n e() {}\n static { if (f) g(); }\n}";
    expect(complexity(text)).toEqual([
      "src/runtime/a.ts:2 constructor = 2",
      "src/runtime/a.ts:3 c = 2",
      "src/runtime/a.ts:4 e = 1",
    ]);
  });

  test("16 is over the limit, 15 is not", () => {
    const ifs = (count: number) => `function f${count}() { ${"if (a) b();".repeat(count)} }`;
    expect(found("complex-functions", runtimeFile(`${ifs(14)}\n${ifs(15)}`))).toEqual([
      "src/runtime/a.ts:2 f15 = 16",
    ]);
  });
});

describe("length", () => {
  test("of functions from the first line to the last, without the comment above", () => {
    const lines = (count: number) => `/** Doc. */\nfunction f() {\n${"a();\n".repeat(count - 2)}}`;
    expect(found("longest-function", runtimeFile(lines(61)))).toEqual(["src/runtime/a.ts:2 f = 61"]);
    expect(found("long-functions", runtimeFile(lines(61)))).toHaveLength(1);
    expect(found("long-functions", runtimeFile(lines(60)))).toEqual([]);
  });

  test("of files: tables are not among them", () => {
    const files = {
      "src/commands/manifest/manifest.ts": "a;\n".repeat(400),
      "src/commands/dev/command.ts": "a;\n".repeat(3),
    };
    expect(found("longest-file", files)).toEqual([
      "src/commands/dev/command.ts:1 src/commands/dev/command.ts = 3",
    ]);
    expect(figure("command line", "lines", files)).toBe(403);
  });
});

test("parameters: `this` is none, signatures without a body are not functions", () => {
  const text =
    "function f(this: A, a, { b, c }, d = 1, ...e) {}\ninterface A { g(a, b, c, d, e, f): void }\n";
  expect(found("most-parameters", runtimeFile(text))).toEqual(["src/runtime/a.ts:1 f = 4"]);
  expect(found("many-parameters", runtimeFile(`${text}const h = (a, b, c, d, e) => 1;`))).toEqual([
    "src/runtime/a.ts:3 h = 5",
  ]);
});

describe("cycles", () => {
  const files = (first: string, second: string) => ({
    "src/runtime/a.ts": first,
    "src/runtime/b.tsx": second,
    "src/runtime/c.ts": 'export * from "./a.js";',
  });
  const both = (given: Record<string, string>) => [
    found("cycles", given)?.length,
    found("value-cycles", given)?.length,
  ];

  test.each([
    ["of values", 'import { b } from "./b.js";', 'import { a } from "./a.js";', [2, 2]],
    ["of values, longer", 'import { b } from "./b.js";', 'const c = await import("./c.js");', [3, 3]],
    ["of types", 'import type { B } from "./b.js";', 'import { a } from "./a.js";', [2, 0]],
    ["of inline types", 'import { type B } from "./b.js";', 'export type { A } from "./a.js";', [2, 0]],
    ["of import types", 'type B = import("./b.js").B;', 'import { a } from "./a.js";', [2, 0]],
    ["of a module with itself", 'export { a } from "./a.js";', "", [1, 1]],
    ["none", 'import { b } from "./b.js"; import c from "c";', "", [0, 0]],
    [
      "none in a comment or text",
      '// import "./b.js";\nconst t = `import "./b.js"`;',
      'import "./a.js";',
      [0, 0],
    ],
  ])("%s", (_name, first, second, expected) => {
    expect(both(files(first, second))).toEqual(expected);
  });

  test("by way of an alias", () => {
    const given = { "src/runtime/crypto.ts": 'import "./a.js";', "src/runtime/a.ts": 'import "#crypto";' };
    expect(both(given)).toEqual([2, 2]);
  });
});

test("framework ids: free in their own folder, templates and the registry", () => {
  const use =
    'if (id === "solid") a("other"); // "solid"\ntype Id = "solid" | `vue`; const solid = { solid: 1 };';
  const files = {
    "src/templates/frameworks/solid/support.ts": `export const s = { id: "solid" } as const;\n${use}`,
    "src/templates/frameworks/solid/routes.ts": use,
    "src/templates/frameworks/vue.ts": `export const v: D = { id: "vue", dependency: "solid" };`,
    "src/templates/frameworks/index.ts": use,
    "src/cli/plan/a.ts": use,
    "src/runtime/a.ts": use,
  };
  expect(found("framework-ids", files)).toEqual([
    "src/cli/plan/a.ts:1 solid = 1",
    "src/cli/plan/a.ts:2 solid = 1",
    "src/cli/plan/a.ts:2 vue = 1",
    "src/templates/frameworks/solid/routes.ts:2 vue = 1",
    "src/templates/frameworks/solid/support.ts:3 vue = 1",
    "src/templates/frameworks/vue.ts:1 solid = 1",
  ]);
});

test("questions about a provider's type", () => {
  const text = [
    'if (provider?.type === "oauth" || "email" != type) a();',
    'switch (account.type) { case "oidc": case "webauthn": b(); case "other": c(); }',
    'if (["oauth", "oidc"].includes(provider.type)) d();',
    'if (error.type === "CredentialsSignin" || provider.id === "email" || kind === "oauth") e();',
    'const made = { type: "oauth" };',
  ].join("\n");
  expect(found("provider-types", { "src/runtime/flows/a.ts": text, "src/runtime/routes.ts": text })).toEqual([
    'src/runtime/flows/a.ts:1 provider?.type === "oauth" = 1',
    'src/runtime/flows/a.ts:1 "email" != type = 1',
    'src/runtime/flows/a.ts:2 case "oidc": = 1',
    'src/runtime/flows/a.ts:2 case "webauthn": b(); = 1',
    'src/runtime/flows/a.ts:3 ["oauth", "oidc"].includes(provider.type) = 1',
  ]);
  expect(found("provider-types", { "src/runtime/settings/a.ts": text, "src/commands/a.ts": text })).toEqual(
    [],
  );
});

describe("regular expressions over source text", () => {
  const lines = (text: string) =>
    found("source-patterns", { "src/cli/plan/a.ts": text })?.map((place) => Number(place.split(/[: ]/)[1]));

  test("count with whatever they are held against", () => {
    const text =
      '/a/.test(text);\ntext.replace(/b/g, "");\nnew RegExp("c").exec(source.text);\nRegExp("d");\ncall(/e/);';
    expect(lines(text)).toEqual([1, 2, 3, 4, 5]);
  });

  test("do not count when held against paths, specifiers, versions and the like only", () => {
    const text = [
      "/a/.test(file);",
      'source.path.replace(/b/g, "");',
      "/c/.exec(path.posix.basename(specifier.trim()));",
      '(version ?? "").split(/d/);',
      'text.split("e"); // /e/.test(text)',
    ].join("\n");
    expect(lines(text)).toEqual([]);
  });

  test("in a constant are judged by every use in the file", () => {
    expect(lines("const a = /a/;\na.test(file);\nname.match(a);")).toEqual([]);
    expect(lines("const a = /a/;\na.test(file);\na.test(text);")).toEqual([1]);
    expect(lines("export const a = /a/;\na.test(file);")).toEqual([1]);
    expect(lines("const a = /a/;\na.test(file);\ncall(a);")).toEqual([1]);
  });

  test("are free where sources are read, in other formats and at the terminal", () => {
    const use = "/a/.test(text);";
    const rooms = ["source", "formats", "terminal", "dev-server"].map((room) => [
      `src/cli/${room}/a.ts`,
      use,
    ]);
    expect(found("source-patterns", Object.fromEntries([...rooms, ["src/runtime/a.ts", use]]))).toEqual([]);
  });
});

describe("undocumented public members", () => {
  const entry = "src/runtime/index.ts";
  const names = (files: Record<string, string>) =>
    found("undocumented", files, [entry])?.map((place) => place.split(" ")[1]);

  test("exported functions, constants, classes and types", () => {
    const text = [
      "/** Doc. */ export function a() {}",
      "export function b() {}",
      "/** Doc. */ export const c = 1, d = 2;",
      "export const e = () => 1;",
      "/** */ export type F = string;",
      "// No documentation comment.\nexport class G { h() {} private i() {} #j = 1; override k() {} constructor() {} }",
      "/** Overloads. */ export function l(a: 1): void; export function l(a: 2): void; export function l() {}",
      "function m() {}",
      "export default m;",
    ].join("\n");
    expect(names({ [entry]: text })).toEqual(["b", "d", "e", "F", "G", "G.h", "m"]);
  });

  test("members of interfaces and object types, nested ones too, but not those of parameters", () => {
    const text = [
      "/** Doc. */ export interface A {",
      "  /** Doc. */ b: string; c?: {\n    /** Doc. */ d: 1; e: 2 }; f(given: { g: 1 }): { h: 1 };",
      "  [index: string]: unknown; i: (given: { j: 1 }) => void;",
      "}",
      "/** Doc. */ export type K = { l: 1 } & { m: 2 };",
    ].join("\n");
    expect(names({ [entry]: text })).toEqual(["A.c", "A.c.e", "A.f", "A.i", "K.l", "K.m"]);
  });

  test("objects, enumerations, namespaces and what is added to other packages", () => {
    const files = {
      [entry]: [
        "/** Doc. */ export const a = { b: 1,\n /** Doc. */ c: 2 } as const;",
        "/** Doc. */ export const d = { e: 1 } satisfies F;",
        "interface F { e: 1 }",
        "export enum G { h }",
        "/** Doc. */ export const i: typeof j = 1;",
        "const j = 1;",
        'export * as k from "./k.js";',
        'declare module "other" { interface L {\n /** Doc. */ m: 1; n: 2 } }',
        "declare global { namespace O { interface P { q: 1 } } }",
      ].join("\n"),
      "src/runtime/k.ts": "export const r = 1;",
    };
    expect(names(files)?.sort()).toEqual(["F", "F.e", "G", "G.h", "L.n", "P.q", "a.b", "j", "r"]);
  });

  test("types that public ones mention, across files and names", () => {
    const files = {
      [entry]: 'export { a as z } from "./a.js"; export * from "./b.js"; import "./c.js";',
      "src/runtime/a.ts":
        'import type { C as Given } from "./c.js";\n/** Doc. */ export function a(given: Given): D<Hidden> { const x: Inner = 1; }\ninterface D<T> extends E<T> {}\ninterface E<T> { f: T }\ntype Hidden = 1; type Inner = 2; export type Unreached = 3;',
      "src/runtime/b.ts": "export const b = 1; export default 2;",
      "src/runtime/c.ts": "export interface C { d: 1 }\nexport interface Other { e: 1 }",
    };
    expect(names(files)).toEqual(["D", "E", "E.f", "Hidden", "b", "C", "C.d"]);
  });
});

test("figures stand in the area of their file and in the whole", () => {
  const files = {
    "src/cli/a.ts": "function f(a, b) {}\n",
    "src/commands/b.ts": "\n\n",
    "src/runtime/c.ts": "function g(a, b, c) {}\n",
  };
  expect(figure("command line", "files", files)).toBe(2);
  expect(figure("command line", "most-parameters", files)).toBe(2);
  expect(figure("whole", "most-parameters", files)).toBe(3);
  expect(figure("providers", "most-parameters", files)).toBe(0);
  expect(figure("whole", "lines", files)).toBe(4);
});
