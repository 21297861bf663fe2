/** Files that a stranger's project may hold: loops, 100,000 entries, one line of 5 MB, NUL, no UTF-8. */

/** A text of that many characters that repeats a fragment. */
const line = (unit: string, length = 5_000_000): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const each = (make: (at: number) => string, count = 100_000): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

const listed = (make: (at: number) => string): string[] =>
  Array.from({ length: 100_000 }, (_, at) => make(at));

const entries = (make: (at: number) => readonly [string, unknown]): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => make(at)));

/** A package.json with members added to that of the project. */
const manifest = (more: Record<string, unknown>): string =>
  JSON.stringify({ name: "hostile", type: "module", dependencies: { express: "^5.0.0" }, ...more });

const notUtf8 = Buffer.from([0xff, 0xfe, 0x80, 0x0a]);
const names = 'import "authwright"; ';

/** Files by the name of the case. */
export const hostileFiles: Readonly<Record<string, Readonly<Record<string, string | Uint8Array>>>> = {
  "tsconfig.json, 60 times itself": {
    "tsconfig.json": JSON.stringify({ extends: Array.from({ length: 60 }, () => "./tsconfig.json") }),
  },
  "tsconfig.json, 100,000 references and paths": {
    "tsconfig.json": JSON.stringify({
      references: listed((at) => `./p${at}`).map((path) => ({ path })),
      compilerOptions: { paths: entries((at) => [`@p${at}/*`, [`./p${at}/*`]]) },
    }),
  },
  "tsconfig.json, nested": { "tsconfig.json": line("[", 200_000) },
  "tsconfig.json, blanks": { "tsconfig.json": `{${line(" ")}}` },
  "tsconfig.json, comments": { "tsconfig.json": `{${line("/**/")}}` },
  "tsconfig.json, no UTF-8": { "tsconfig.json": notUtf8 },
  "tsconfig.json, NUL": { "tsconfig.json": "{\0}" },
  "package.json, 20 MB": { "package.json": manifest({ x: line("a", 20_000_000) }) },
  "package.json, 100,000 workspaces": {
    "package.json": manifest({ workspaces: listed((at) => `p/*${at}/**`) }),
  },
  "package.json, long scripts": {
    "package.json": manifest({ scripts: { a: line("node a "), b: line("A=1 ") } }),
  },
  "package.json, nested": { "package.json": `{"a":${line("[", 200_000)}` },
  "pnpm-workspace.yaml, one line": { "pnpm-workspace.yaml": `packages: [${line("a,")}]` },
  "pnpm-workspace.yaml, nested": { "pnpm-workspace.yaml": `packages: ${line("[", 100_000)}` },
  "pnpm-workspace.yaml, anchors": {
    "pnpm-workspace.yaml": `a0: &a0 [x]\n${each((at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`, 60)}`,
  },
  "package-lock.json, 100,000 packages": {
    "package-lock.json": JSON.stringify({
      lockfileVersion: 3,
      packages: entries((at) => [`node_modules/p${at}`, { version: "1.0.0" }]),
    }),
  },
  "yarn.lock, 100,000 packages": { "yarn.lock": each((at) => `p${at}@^1:\n  version "1.0.0"\n\n`) },
  "yarn.lock, one line": { "yarn.lock": line("a@npm:^1, ") },
  "pnpm-lock.yaml, one line": { "pnpm-lock.yaml": line("  a: ") },
  "bun.lock, nested": { "bun.lock": line("[", 100_000) },
  ".gitignore, stars": { ".gitignore": `${line("*a", 3000)}\n.env\n` },
  ".env, 100,000 variables": { ".env": each((at) => `AUTH_A${at}=1\n`) },
  ".env, one line": { ".env": `A=${line("x")}` },
  ".env, a quote that never ends": { ".env": line("A='\n") },
  ".env, no UTF-8": { ".env": notUtf8 },
  "schema.prisma, one line": { "prisma/schema.prisma": `model A {${line(" a")}` },
  "schema.prisma, never closed": { "prisma/schema.prisma": line("model A {\n") },
  "schema.prisma, slashes": { "prisma/schema.prisma": line("/") },
  "Drizzle, 5,000 tables": {
    "drizzle.config.ts": 'export default { dialect: "sqlite", schema: "./src/schema.ts" };',
    "src/schema.ts": `import { sqliteTable, text } from "drizzle-orm/sqlite-core";\n${each(
      (at) => `export const t${at} = sqliteTable("t${at}", { id: text("id") });\n`,
      5000,
    )}`,
  },
  "compose.yaml, 100,000 services": {
    "compose.yaml": `services:\n${each((at) => `  s${at}:\n    image: x\n`)}`,
  },
  "compose.yaml, one line": { "compose.yaml": line("a: ") },
  "Dockerfile, one instruction": { Dockerfile: line("ENV A=1 \\\n") },
  "svelte.config.js, never closed": { "svelte.config.js": `export default {${line(" kit: {", 500_000)}` },
  "nuxt.config.ts, never closed": { "nuxt.config.ts": line("paths: {", 500_000) },
  "next.config.js, a word again and again": { "next.config.js": line("basePath: ", 500_000) },
  "source, blanks": { "src/a.ts": names + line(" ") },
  "source, one deep expression": { "src/a.ts": names + line("(", 1_000_000) },
  "source, NUL": { "src/a.ts": `${names}\0` },
  "source, no UTF-8": { "src/a.ts": notUtf8 },
  "routes, 3,000": Object.fromEntries(
    Array.from({ length: 3000 }, (_, at) => [`app/r${at}/page.tsx`, "export default () => null;\n"]),
  ),
};
