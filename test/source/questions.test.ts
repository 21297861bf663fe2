/** Small questions to code: answered by the syntax tree, so comments and texts say nothing. */
import { describe, expect, test } from "vitest";
import {
  blanksBefore,
  breakAfter,
  breakBefore,
  endsLine,
  hasMixedBreaks,
  indentAt,
  linesOf,
  withOneLastBreak,
} from "../../src/cli/source/text/layout.js";
import { moduleOf, typedName, withoutSourceEnding } from "../../src/cli/source/text/file-names.js";
import { handsBack } from "../../src/cli/source/configuration/redirect-callback.js";
import { listeningPort } from "../../src/cli/source/routes/server.js";
import { declares, firstWord, membersOf, mentions, withName } from "../../src/cli/source/names/code-names.js";
import { moduleInPattern } from "../../src/cli/source/syntax/module-mentions.js";
import { variablesRead } from "../../src/cli/source/syntax/variables.js";

test.each([
  ["app.listen(4000)", "4000"],
  ["app.listen(process.env.PORT || 5000)", "5000"],
  ["const port = Number(process.env.PORT ?? 8080);\napp.listen(port);", "8080"],
  ["let PORT = 3001;", "3001"],
  ['const port = parseInt(process.env.PORT || "3003", 10);', "3003"],
  ["settings.port = 3002;", "3002"],
  ["app.listen(4000);\nconst port = process.env['PORT'] ?? 6000;", "6000"],
  ["// app.listen(4000)\napp.listen(0);", undefined],
  ['const help = "app.listen(4000)";', undefined],
])("the port of a server file: %s", (code, port) => {
  expect(listeningPort(code, "server.ts")).toBe(port);
});

const zod =
  'import { z } from "zod";\nconst schema = z.object({ HOST: z.string(), PORT: z.coerce.number().int().default(8080) });\nconst parsed = schema.safeParse(process.env);\nexport const env = { ...parsed.data, isDev: true };';

test.each([
  ["serve({ fetch: app.fetch, port: 4000 })", "", "4000"],
  ["serve(app, { port: 4001 })", "", "4001"],
  ["const port = 4002;\nserve({ fetch: app.fetch, port })", "", "4002"],
  ["await app.listen({ host: '0.0.0.0', port: 4100 })", "", "4100"],
  ["export default { port: 4003, fetch: app.fetch }", "", "4003"],
  ["Bun.serve({ port: 4004, fetch: app.fetch })", "", "4004"],
  [
    "import { PORT } from './env';\napp.listen(PORT)",
    "export const PORT = Number(process.env.PORT ?? 4005);",
    "4005",
  ],
  ["import { env } from './env';\napp.listen(env.PORT)", zod, "8080"],
  ["import { env } from './env';\nconst { PORT } = env;\napp.listen(PORT)", zod, "8080"],
  [
    "import env from './env';\napp.listen({ port: env.PORT })",
    'import { cleanEnv, port, testOnly } from "envalid";\nexport default cleanEnv(process.env, { PORT: port({ devDefault: testOnly(3000), default: 4006 }) });',
    "4006",
  ],
  [
    "const config = require('./env');\napp.listen(config.port)",
    "module.exports = { port: process.env.PORT || 4007 };",
    "4007",
  ],
  ["import { env } from './env';\napp.listen(env.PORT)", "export const env = readAll();", undefined],
])("RA2-B14: the port of %s", (code, env, port) => {
  const open = () => (env === "" ? undefined : { file: "env.ts", text: env });
  expect(listeningPort(code, "server.ts", open)).toBe(port);
});

test.each([
  ["({ url }) => url", true],
  ["async (params) => (params.url)", true],
  ["redirect({ url }) { return url; }", true],
  ["async redirect({ url, baseUrl }: Given): Promise<string> { return url as string }", true],
  ["({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl)", false],
  ["redirect({ url, baseUrl }) { if (!ok(url)) return baseUrl; return url; }", false],
  ["({ baseUrl }) => baseUrl /* => url */", false],
  ["handler", false],
])("callbacks.redirect hands back what it was given: %s", (code, expected) => {
  expect(handsBack(code)).toBe(expected);
});

test.each([
  ["process.env.A", ["A"]],
  ['import.meta.env["B"] ?? env.C', ["B", "C"]],
  ["const { D, E: local } = process.env;", ["D", "E"]],
  ["process.env?.F!", ["F"]],
  ["'process.env.G' // process.env.H", []],
  ["environment.I + process.env.lower", []],
])("variables that code reads: %s", (code, names) => expect(variablesRead(code)).toEqual(names));

test.each([
  ["z.object({ NAME: z.string() })", true],
  ['read("NAME")', true],
  ["// NAME\nOTHER_NAME", false],
])("code mentions a name: %s", (code, expected) => expect(mentions(code, "a.ts", "NAME")).toBe(expected));

describe("layout", () => {
  const text = "a\r\n\t b \t\r\n\nc";

  test("line breaks and blanks around an offset", () => {
    expect([breakAfter(text, 1), breakAfter(text, 2), breakAfter(text, 0)]).toEqual([2, 1, 0]);
    expect([breakBefore(text, 3), breakBefore(text, 11), breakBefore(text, 0)]).toEqual([2, 1, 0]);
    expect([indentAt(text, 5), blanksBefore(text, 8)]).toEqual(["\t ", 2]);
    expect([endsLine(text, 6), endsLine(text, 5), endsLine("a  ", 1)]).toEqual([true, false, false]);
  });

  test("lines, mixed line breaks, the last ones", () => {
    expect(linesOf(text)).toEqual(["a\r\n", "\t b \t\r\n", "\n", "c"]);
    expect([hasMixedBreaks(text), hasMixedBreaks("a\r\nb\r\n"), hasMixedBreaks("a\nb")]).toEqual([
      true,
      false,
      false,
    ]);
    expect(["a", "a\n", "a\r\n\r\n", "a\n\n\n"].map(withOneLastBreak)).toEqual(["a", "a\n", "a\r\n", "a\n"]);
  });
});

test("names of files", () => {
  expect(["src/auth/index.ts", "index.ts", "a.b.tsx"].map(moduleOf)).toEqual(["src/auth", "index", "a.b"]);
  expect(["a.js", "a.mjs", "a.cjs", "a.jsx", "a.ts"].map(typedName)).toEqual([
    "a.ts",
    "a.mts",
    "a.cts",
    "a.ts",
    "a.ts",
  ]);
  expect(["./a.js", "./a.json", "./a.d.ts"].map(withoutSourceEnding)).toEqual(["./a", "./a.json", "./a.d"]);
});

describe("names in a piece of code", () => {
  test.each([
    ["{ const token = 1; }", true],
    ["{ const { a, b: token } = x; }", true],
    ["{ list.map((token) => token.id); }", true],
    ["{ function token() {} }", true],
    ["{ use(token); /* const token */ }", false],
    ['{ const other = "const token"; }', false],
  ])("is token declared in %s", (code, expected) => expect(declares(code, "token")).toBe(expected));

  test.each([
    ["token?.role === 'token'", "own?.role === 'token'"],
    ["user.token && !!token", "user.token && !!own"],
    ["has({ token: 1, ...token })", "has({ token: 1, ...own })"],
    ["has({ token })", "has({ token: own })"],
  ])("another name: %s", (code, expected) => expect(withName(code, "token", "own")).toBe(expected));

  test("members of an object that is written out", () => {
    expect(membersOf('{ strategy: "jwt" as const, maxAge: 5, ...rest }')).toEqual([
      { name: "strategy", text: "jwt" },
      { name: "maxAge", text: undefined },
      { name: undefined, text: undefined },
    ]);
    expect(membersOf("context")).toEqual([]);
  });

  test("the first of some words, not in comments and not as a part of another", () => {
    const words = new Set(["OAuthSignin"]);
    expect(firstWord('// OAuthSignin\nx("/e?error=OAuthSignin")', "a.ts", words)?.offset).toBe(27);
    expect(firstWord("const a = <p>OAuthSignin failed</p>;", "a.tsx", words)?.offset).toBe(13);
    expect(firstWord("OAuthSigninError", "a.ts", words)).toBeUndefined();
  });

  test.each([
    ["/node_modules/(next-auth|jose)", "next-auth"],
    ["^next-auth/react$", "next-auth/react"],
    ["my-next-auth/mock", undefined],
  ])("a module in a pattern of settings: %s", (text, expected) => {
    expect(moduleInPattern(text, ["next-auth"])).toBe(expected);
  });
});
