import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { scriptOf } from "../../src/cli/source/syntax/probes.js";
import { countSyntaxErrors } from "../../src/cli/source/syntax/syntax.js";
import { packageName } from "../../src/cli/formats/own-package.js";
import { render, restyle } from "../../src/templates/render.js";
import { projectRoot } from "../architecture/source-tree.js";

const folder = path.join(projectRoot, "src/templates");
const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".hbs"))
  .map((name) => name.split(path.sep).join("/"))
  // Parts of the others.
  .filter((name) => !name.startsWith("frameworks/server/"));

const data = {
  subpath: `${packageName}/express`,
  guard: "../middleware/it's dashboard.js",
  basePath: "/shop/auth",
  prefix: "/shop",
  homeUrl: "/shop",
  react: `${packageName}/react`,
  svelte: `${packageName}/svelte`,
  style: `${packageName}/react/style.css`,
  stylesheet: `${packageName}/vue/style.css`,
  envFile: ".env",
  loadEnv: true,
  trustProxy: true,
  auth: './it\'s "quoted"',
  pageUrl: "/dashboard",
  doors: [{ href: "/auth/account", link: "Manage your account" }],
  signOut: "/auth/signout",
  pageAddresses: "true",
  example: "/dashboard",
  pages: ['"/sign-in"'],
  proxyName: "proxy",
  matchers: ['"/dashboard/:path*"'],
  proxyFile: "proxy.ts",
  providers: [
    { name: "GitHub", specifier: `${packageName}/providers/github` },
    { name: "GitLab", specifier: `${packageName}/providers/gitlab` },
  ],
  appName: 'Bob\'s "Shop"',
  type: "PageServerLoad",
  doc: "{import('./$types').PageServerLoad}",
  comment: "// Read, so that Kit asks at each navigation.",
  imported: true,
  commonjs: false,
  sqlite: true,
  postgres: false,
  mysql: false,
  existing: { local: "db", binding: "{ db }", specifier: "./it's" },
  own: true,
  binding: "{ RedisAdapter }",
  name: "RedisAdapter",
  isDefault: false,
  ownBinding: "{ Redis }",
  ownModule: "redis",
  make: "new Redis()",
  isReady: false,
  usual: "redis",
  proxyType: " as Redis",
  client: "@prisma/client",
  driver: { name: "PrismaPg", package: "@prisma/adapter-pg", argument: "{}" },
  driverTypeImport: ", type Pool",
  openedType: ": Pool | undefined",
  poolType: ": PgPool",
  types: "<AuthTables>",
  typeImport: ", type AuthTables",
  connection: "db",
  package: packageName,
  requirement: '{ role: "admin" }',
  file: "src/passwords.ts",
  hasher: undefined,
  table: undefined,
  imports: [{ binding: "{ db }", specifier: "./it's" }],
  names: ['"user"', '"admin"'],
  runner: "node:test",
  isJest: false,
  isVitest: true,
  url: "http://localhost:3000",
  signInPage: "/auth/signin",
  streams: true,
  users: [
    { key: "user", name: "user", variable: undefined, address: "user@example.com" },
    { key: '"chief-editor"', name: "chief-editor", variable: "AUTH_CHIEF_EDITORS", address: "" },
  ],
  rows: [{ comment: "src/server.ts:1", route: 'GET /it\'s/"quoted"', cells: ["nobody: 401", 'user: "in"'] }],
  isDatabase: true,
  store: undefined,
  member: "session",
  module: `${packageName}/nuxt`,
  config: '{ adapter, session: { strategy: "database" } }',
  elements: ["GitHub", 'GitLab({ baseUrl: "https://git.example" })'],
};

const styles = ["\n", "\r\n"].flatMap((eol) =>
  ["  ", "    ", "\t"].flatMap((indent) =>
    ['"', "'"].flatMap((quote) => [true, false].map((semicolons) => ({ eol, indent, quote, semicolons }))),
  ),
) as Parameters<typeof render>[2][];

/** A template, the name that its text is for, and what it is written for where it serves several. */
const files = names.flatMap((name): [string, string, object][] => {
  // No code: test/commands/add-docker.test.ts reads what they become.
  if (name.startsWith("docker/")) return [];
  const file = name.slice(0, -".hbs".length);
  if (file.endsWith(".svelte"))
    return [true, false].map((typed): [string, string, object] => [name, file, { typed }]);
  if (path.extname(file) !== "") return [[name, file, {}]];
  return [
    [name, `${file}.ts`, { typed: true, typescript: true, commonjs: false }],
    [name, `${file}.js`, { typed: false, typescript: false, commonjs: false }],
    [name, `${file}.cjs`, { typed: false, typescript: false, commonjs: true }],
  ];
});

test.each(files)("%s is valid code in every manner: %s", (name, file, kind) => {
  for (const style of styles) {
    const text = render(name, { ...data, ...kind }, style);
    // Of a component its script is code.
    const code = /\.(?:svelte|vue)$/.test(file) ? scriptOf(text) : text;
    expect(countSyntaxErrors(code, file.replace(/\.(?:svelte|vue)$/, ".ts")), text).toBe(0);
    const lines = text.split("\n").slice(0, -1);
    expect(lines.filter((line) => line.endsWith("\r") !== (style.eol === "\r\n"))).toEqual([]);
    const spaces = lines.filter((line) => style.indent === "\t" && line.startsWith("  "));
    const ends = lines.filter((line) => !style.semicolons && /;\r?$/.test(line) && !line.includes("`"));
    expect([...spaces, ...ends]).toEqual([]);
  }
});

/** Others have conditions alone, and a condition that is not given is none. */
const withValues = names.filter((name) =>
  /\{\{(?![#/]|else\}\})/.test(readFileSync(path.join(folder, name), "utf8")),
);

test.each(withValues)("%s does not render without its variables", (name) => {
  expect(() => render(name, {}, { eol: "\n", indent: "  ", quote: '"', semicolons: true })).toThrow(
    /not defined|undefined/,
  );
});

test("a template that does not exist is an error", () => {
  expect(() => render("nope.hbs", {}, { eol: "\n", indent: "  ", quote: '"', semicolons: true })).toThrow(
    "nope.hbs",
  );
});

test("CL-28: strings inside a template literal have the quotes of the project, its text keeps its own", () => {
  const style = { eol: "\n", indent: "  ", quote: "'", semicolons: true } as const;
  expect(
    restyle('const page = `<a href="${base ?? ""}">${ask("x", it)} "x" ${{ a: "b" }}</a>`;\n', style),
  ).toBe('const page = `<a href="${base ?? \'\'}">${ask(\'x\', it)} "x" ${{ a: "b" }}</a>`;\n');
});
