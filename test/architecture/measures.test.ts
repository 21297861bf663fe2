/** Each measure, held against sources in which everything was planted and counted by hand. */
import { describe, expect, test } from "vitest";
import { topFolders } from "../../scripts/architecture/areas.mjs";
import { measure, measures } from "../../scripts/architecture/measure.mjs";
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

describe("cycles of values", () => {
  const files = (first: string, second: string) => ({
    "src/runtime/a.ts": first,
    "src/runtime/b.tsx": second,
    "src/runtime/c.ts": 'export * from "./a.js";',
  });

  test.each([
    ["of imports", 'import { b } from "./b.js";', 'import { a } from "./a.js";', 2],
    ["of imports on demand", 'import { b } from "./b.js";', 'const c = await import("./c.js");', 3],
    ["types do not count", 'import type { B } from "./b.js";', 'import { a } from "./a.js";', 0],
    ["nor inline types", 'import { type B } from "./b.js";', 'export type { A } from "./a.js";', 0],
    ["nor import types", 'type B = import("./b.js").B;', 'import { a } from "./a.js";', 0],
    ["of a module with itself", 'export { a } from "./a.js";', "", 1],
    ["none", 'import { b } from "./b.js"; import c from "c";', "", 0],
    ["none in a comment or text", '// import "./b.js";\nconst t = `import "./b.js"`;', 'import "./a.js";', 0],
  ])("%s", (_name, first, second, expected) => {
    expect(found("cycles", files(first, second))).toHaveLength(expected);
  });

  test("by way of an alias", () => {
    const given = { "src/runtime/crypto.ts": 'import "./a.js";', "src/runtime/a.ts": 'import "#crypto";' };
    expect(found("cycles", given)).toHaveLength(2);
  });
});

test("cycles of types: imports of types close a circle, and those of values do too", () => {
  const files = {
    "src/runtime/a.ts": 'import type { B } from "./b.js";',
    "src/runtime/b.ts": 'import { c } from "./c.js";',
    "src/runtime/c.ts": 'type A = typeof import("./a.js");',
    "src/runtime/d.ts": 'import type { A } from "./a.js";',
  };
  expect(found("type-cycles", files)).toEqual([
    "src/runtime/a.ts:1 circle of 3 from src/runtime/a.ts = 3",
    "src/runtime/b.ts:1 circle of 3 from src/runtime/a.ts = 3",
    "src/runtime/c.ts:1 circle of 3 from src/runtime/a.ts = 3",
  ]);
});

test("rooms in circles: folders that import values of each other, never single files", () => {
  const files = {
    "src/cli/plan/a.ts": 'import { b } from "../edit/b.js"; import { c } from "./c.js";',
    "src/cli/plan/c.ts": 'import { a } from "./a.js";',
    "src/cli/edit/b.ts":
      'import { d } from "../../templates/stores/x/d.js"; import type { A } from "../plan/a.js";',
    "src/templates/stores/x/d.ts": 'const a = await import("../../../cli/plan/a.js");',
    "src/cli/apply/e.ts": 'import { a } from "../plan/a.js";',
  };
  expect(found("room-circles", files)).toEqual([
    "src/cli/edit/b.ts:1 src/cli/edit/ in a circle of 3 = 3",
    "src/cli/plan/a.ts:1 src/cli/plan/ in a circle of 3 = 3",
    "src/templates/stores/x/d.ts:1 src/templates/stores/ in a circle of 3 = 3",
  ]);
});

test("imports upwards: from a floor to one above it, values and types apart", () => {
  const files = {
    "bin/auth.ts": 'import "../src/commands/a.js";',
    "src/commands/a.ts": 'import "../cli/plan/b.js";',
    "src/cli/plan/b.ts": 'import "../../commands/a.js"; import type { D } from "../../templates/d.js";',
    "src/templates/d.ts": 'export const d = import("../commands/a.js");',
  };
  expect(found("upward-imports", files)).toEqual([
    "src/cli/plan/b.ts:1 imports src/commands/a.ts = 1",
    "src/templates/d.ts:1 imports src/commands/a.ts = 1",
  ]);
  expect(found("upward-types", files)).toEqual(["src/cli/plan/b.ts:1 imports src/templates/d.ts = 1"]);
});

test("loaders without a type: `() => Promise<unknown>` whose result is cast", () => {
  const text = [
    "interface A { load(): Promise<unknown>; flows?: () => Promise<unknown>; more: (a: 1) => Promise<unknown>; kept(): Promise<unknown>; typed(): Promise<B> }",
    "const b = (await a.load()) as B; const c = a.flows?.() as Promise<C>; a.more(1) as B; await a.kept(); a.typed() as B;",
  ].join("\n");
  expect(found("untyped-loaders", runtimeFile(text))).toEqual([
    "src/runtime/a.ts:1 load = 1",
    "src/runtime/a.ts:1 flows = 1",
  ]);
});

test("casts: every `as` but `as const`", () => {
  expect(found("casts", runtimeFile("a as B; c as const; d satisfies E; f as unknown as G;"))).toEqual([
    "src/runtime/a.ts:1 B = 1",
    "src/runtime/a.ts:1 G = 1",
    "src/runtime/a.ts:1 unknown = 1",
  ]);
});

test("type names in several files: exported ones, merged declarations of one file count once", () => {
  const files = {
    "src/cli/a.ts":
      "export interface Place {} export interface Place {} export type Own = 1; type Hidden = 1;",
    "src/runtime/b.ts": "export type Place = 1; export type Hidden = 1; export const Own = 1;",
  };
  expect(found("doubled-types", files)).toEqual(["src/cli/a.ts:1 Place, also in src/runtime/b.ts = 2"]);
});

test("what a script made has no size and repeats no type name; its public members count", () => {
  const text = "export interface Place {}\nexport type Own = Place;";
  const files = {
    "src/providers/a.ts": `// Made by scripts/generate.mjs from records/a.ts.\n${text}`,
    "src/providers/records/a.ts": "export interface Place {}",
  };
  expect(found("lines", files)).toEqual(["src/providers/records/a.ts:1 src/providers/records/a.ts = 0"]);
  expect(found("doubled-types", files)).toEqual([]);
  expect(found("undocumented", files, ["src/providers/a.ts"])).toEqual([
    "src/providers/a.ts:2 Place = 1",
    "src/providers/a.ts:3 Own = 1",
  ]);
});

test("framework ids: free in their own folder, and as names of modules", () => {
  const use =
    'if (id === "solid") a("other"); // "solid"\ntype Id = "solid" | `vue`; const solid = { solid: 1 };';
  const files = {
    "src/templates/frameworks/solid/support.ts": `export const s = { id: "solid" } as const;\n${use}`,
    "src/templates/frameworks/solid/routes.ts": use,
    "src/templates/frameworks/vue.ts": `export const v: D = { id: "vue", dependency: "solid" };`,
    "src/cli/plan/a.ts": use,
    "src/runtime/a.ts": 'import a from "solid"; declare module "vue" {}',
    "src/runtime/b.ts": use,
  };
  expect(found("framework-ids", files)).toEqual([
    "src/cli/plan/a.ts:1 solid = 1",
    "src/cli/plan/a.ts:2 solid = 1",
    "src/cli/plan/a.ts:2 vue = 1",
    "src/runtime/b.ts:1 solid = 1",
    "src/runtime/b.ts:2 solid = 1",
    "src/runtime/b.ts:2 vue = 1",
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
  expect(
    found("provider-types", { "src/runtime/flows/a.ts": text, "src/runtime/settings/provider.ts": text }),
  ).toEqual([
    'src/runtime/flows/a.ts:1 provider?.type === "oauth" = 1',
    'src/runtime/flows/a.ts:1 "email" != type = 1',
    'src/runtime/flows/a.ts:2 case "oidc": = 1',
    'src/runtime/flows/a.ts:2 case "webauthn": b(); = 1',
    'src/runtime/flows/a.ts:3 ["oauth", "oidc"].includes(provider.type) = 1',
  ]);
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

  test("are free where sources are read, and in the files that are excepted with a reason", () => {
    const use = "/a/.test(text);";
    const files = {
      "src/cli/source/syntax/a.ts": use,
      "src/cli/formats/env-file.ts": use,
      "src/runtime/handler.ts": use,
    };
    expect(found("source-patterns", files)).toEqual([]);
  });

  test("count where guards and routes are read", () => {
    expect(found("source-patterns", { "src/cli/source/routes/a.ts": "/a/.test(text);" })).toEqual([
      "src/cli/source/routes/a.ts:1 /a/ = 1",
    ]);
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

  test("comments that repeat the name or type say nothing", () => {
    const text = [
      "/** Doc. */ export interface A {",
      "  /** The user name. */ userName: string;",
      "  /** Holds a user. */ held: User;",
      "  /** Becomes the name of a user. */ c: string;",
      "  /** Is read. */ d: string;",
      "  /** @deprecated */ e: string;",
      "  /** In seconds. */ seconds: number;",
      "}",
      "type User = string;",
    ].join("\n");
    expect(names({ [entry]: text })).toEqual(["A.userName", "A.held", "A.d", "User"]);
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

  test("nothing that is marked internal, nor the types that it mentions", () => {
    const text = [
      "/** Doc. */ export interface A {",
      "  /** @internal Loads a part. */ part(): B;",
      "  other: 1;",
      "}",
      "interface B { c: 1 }",
    ].join("\n");
    expect(names({ [entry]: text })).toEqual(["A.other"]);
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

describe.each(topFolders)("in %s every measure finds what is planted", (folder) => {
  const at = `${folder}planted/a.ts`;
  const beside = `${folder}planted/b.ts`;
  const other = `${folder}other/c.ts`;
  const lines = (count: number) => `function f() {\n${"a();\n".repeat(count - 2)}}`;
  const upward = (line: (top: string) => string): Readonly<Record<string, string>> =>
    folder === "bin/"
      ? {}
      : { [at]: line(`${"../".repeat(folder.split("/").length)}bin/auth.js`), "bin/auth.ts": "" };
  const planted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    files: { [at]: "" },
    lines: { [at]: "a;\n" },
    "longest-file": { [at]: "a;\n" },
    "longest-function": { [at]: lines(3) },
    "long-functions": { [at]: lines(61) },
    "worst-complexity": { [at]: "function f() { if (a) b(); }" },
    "complex-functions": { [at]: `function f() { ${"if (a) b();".repeat(15)} }` },
    "most-parameters": { [at]: "function f(a) {}" },
    "many-parameters": { [at]: "function f(a, b, c, d, e) {}" },
    cycles: { [at]: 'import "./b.js";', [beside]: 'import "./a.js";' },
    "type-cycles": { [at]: 'import type { B } from "./b.js";', [beside]: 'import "./a.js";' },
    "room-circles": { [at]: 'import "../other/c.js";', [other]: 'import "../planted/a.js";' },
    "upward-imports": upward((top) => `import "${top}";`),
    "upward-types": upward((top) => `import type { A } from "${top}";`),
    "untyped-loaders": { [at]: "interface A { load(): Promise<unknown> } a.load() as B;" },
    casts: { [at]: "a as B;" },
    "doubled-types": { [at]: "export type A = 1;", [beside]: "export type A = 2;" },
    "framework-ids": {
      [at]: 'if (id === "solid") b();',
      "src/templates/frameworks/solid/support.ts": 'export const s = { id: "solid" };',
    },
    "provider-types": { [at]: 'if (provider.type === "oauth") a();' },
    "source-patterns": { [at]: "/a/.test(text);" },
    exceptions: {},
    undocumented: { [at]: "export const a = 1;" },
  };

  test.each(measures.map(({ id }) => id))("%s", (id) => {
    const files = planted[id] ?? {};
    // The top floor has none above it; exceptions are not found but written down.
    const isNone = Object.keys(files).length === 0;
    const places = found(id, files, id === "undocumented" ? [at] : []) ?? [];
    const isThere = places.some((place) => place.startsWith(folder));
    expect(isThere).toBe(!isNone);
  });
});
