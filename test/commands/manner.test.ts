/** Whatever is written into a project is written as its files are. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.[cm]?[jt]sx?$/.test(name))
    .map((name) => path.join(folder, name));

/** Single quotes, and no semicolons at the end of a line. */
const inSingle = (text: string) => text.replace(/(?<!=)"([^"'\\\n]*)"/g, "'$1'").replace(/;$/gm, "");
const withoutTexts = (text: string) =>
  text.replace(/`(?:[^`\\]|\\.)*`/g, "").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");

const commands = [
  ["init", "--provider", "github", "--adapter", "kysely", "--session", "jwt", "--no-install"],
  ["add-provider", "gitlab", "nodemailer", "--no-install"],
  ["add-provider", "credentials", "--no-install"],
  ["add-role", "admin"],
  ["add-plugin", "password", "--no-install"],
  ["test", "init"],
];

test.each([
  "express-esm-ts",
  "express-cjs",
  "hono-ts",
  "h3-ts",
  "nitro-ts",
  "nuxt-ts",
  "nest12-ts",
  "next-pages-ts",
])("CL-08, RA-16: %s in single quotes without semicolons", async (name) => {
  const folder = copyProject(name);
  for (const file of sourcesIn(folder)) writeFileSync(file, inSingle(readFileSync(file, "utf8")));
  for (const args of commands) {
    const { code, stderr } = await runMain(folder, [...args, "--yes"]);
    expect(code, stderr).toBe(0);
  }
  const lines = sourcesIn(folder).flatMap((file) =>
    withoutTexts(readFileSync(file, "utf8"))
      .split("\n")
      .filter((line) => /(?<!=)"[^"']*"|;$/.test(line))
      .map((line) => `${path.relative(folder, file)}: ${line}`),
  );
  expect(lines).toEqual([]);
  expect(sourcesIn(folder).map((file) => path.basename(file).replace(/\..*/, ""))).toEqual(
    expect.arrayContaining(["auth", "auth-store", "roles", "passwords", "guards"]),
  );
});

test.each([
  ["prisma", ["prisma"], { "prisma/schema.prisma": 'datasource db {\n  provider = "postgresql"\n}\n' }],
  [
    "drizzle",
    ["drizzle-orm", "postgres"],
    {
      "drizzle.config.ts": "export default { schema: './src/schema.ts', dialect: 'postgresql' }\n",
      "src/schema.ts":
        "import { pgTable, text } from 'drizzle-orm/pg-core'\n\nexport const pets = pgTable('pets', { name: text() })\n",
      "src/db.ts":
        "import { drizzle } from 'drizzle-orm/postgres-js'\n\nexport const db = drizzle(process.env.DATABASE_URL!)\n",
    },
  ],
  ["pg", ["pg"], {}],
  ["mysql2", ["mysql2"], {}],
])("RA-16: the files of the store %s, too", async (store, packages, files) => {
  const folder = copyProject("express-esm-ts");
  for (const file of sourcesIn(folder)) writeFileSync(file, inSingle(readFileSync(file, "utf8")));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  const manifest = path.join(folder, "package.json");
  const data = JSON.parse(readFileSync(manifest, "utf8"));
  for (const name of packages) data.dependencies[name] = "*";
  writeFileSync(manifest, JSON.stringify(data, null, 2));
  expect((await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"])).code).toBe(0);
  const { code, stderr } = await runMain(folder, ["add-adapter", store, "--yes", "--no-install"]);
  expect(code, stderr).toBe(0);
  const lines = sourcesIn(folder).flatMap((file) =>
    withoutTexts(readFileSync(file, "utf8"))
      .split("\n")
      .filter((line) => /(?<!=)"[^"']*"|;$/.test(line))
      .map((line) => `${path.relative(folder, file)}: ${line}`),
  );
  expect(lines).toEqual([]);
  expect(sourcesIn(folder).map((file) => path.basename(file))).toContain("auth-store.ts");
});

test("CL-28: what init writes beside an auth.js is written as that file is", async () => {
  const folder = copyProject("next-src-js");
  const pages = sourcesIn(folder);
  for (const file of pages) writeFileSync(file, readFileSync(file, "utf8").replaceAll("'", '"'));
  const auth = path.join(folder, "src/auth.js");
  writeFileSync(
    auth,
    "import { NextAuth } from 'authwright/next'\nimport GitHub from 'authwright/providers/github'\n\nexport const { handlers, auth, signIn, signOut } = NextAuth({ providers: [GitHub] })\n",
  );
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(code, stderr).toBe(0);
  const modules = sourcesIn(folder).filter((file) => /(?:route|middleware|proxy)\.js$/.test(file));
  expect(modules.length).toBeGreaterThan(0);
  for (const file of modules) expect(withoutTexts(readFileSync(file, "utf8")), file).not.toMatch(/"|;$/m);
});
