/** `auth init --plugin`: plugins in the first configuration, with a store and who sends their mails. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

describe.each([
  ["express-esm-ts", "src/auth.ts"],
  ["express-cjs", "auth.js"],
  ["hono-ts", "src/auth.ts"],
  ["next-app-ts", "auth.ts"],
])("%s", (project, file) => {
  test("plugins, their mails and their tables in one command; again it is nothing to do; undo", async () => {
    const folder = copyProject(project);
    const before = snapshotOf(folder);
    const dry = await init(folder, "--plugin", "password,account", "--dry-run");
    expect([dry.code, snapshotOf(folder)]).toEqual([0, before]);
    const { code, stderr } = await init(folder, "--plugin", "password,account", "--plugin", "two-factor");
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toContain("plugins: [password(), account(), twoFactor()]");
    expect(text).toContain("providers: [Nodemailer({ signIn: false })]");
    expect(text).toContain("adapter: authStore");
    expect(stderr).not.toContain("db migrate");
    const after = snapshotOf(folder);
    expect((await init(folder, "--plugin", "password,account,two-factor")).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test.each([
  ["express-esm-ts", "src/auth.ts", "src/organizations.ts", "./organizations.js"],
  ["next-app-ts", "auth.ts", "organizations.ts", "@/organizations"],
])("%s: organizations in one command, with roles, store and mails; again; undo", async (...names) => {
  const [project, file, roles, specifier] = names;
  const folder = copyProject(project);
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, "--plugin", "organizations", "--provider", "github");
  expect(code, stderr).toBe(0);
  const text = read(folder, file);
  expect(text).toContain(`import { roles } from "${specifier}"`);
  expect(text).toContain('plugins: [organizations({ roles, create: "everybody" })]');
  expect(text).toContain("Nodemailer({ signIn: false })");
  expect(read(folder, roles)).toContain("interface Organizations");
  const after = snapshotOf(folder);
  expect((await init(folder, "--plugin", "organizations")).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(after);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("N-16 a row a file with few names, one migration, and a version for what goes with Prisma", async () => {
  const folder = copyProject("express-esm-ts");
  mkdirSync(path.join(folder, "prisma"));
  writeFileSync(
    path.join(folder, "prisma/schema.prisma"),
    'generator client {\n  provider = "prisma-client"\n  output = "../src/generated"\n}\n\ndatasource db {\n  provider = "postgresql"\n}\n',
  );
  const all = ["--plugin", "password,account,two-factor", "--adapter", "prisma"];
  const refused = await init(folder, ...all, "--dialect", "postgres");
  expect(refused.stderr).toContain("The store prisma takes no --dialect: which database it is");
  const { code, stderr } = await init(folder, ...all);
  expect(code, stderr).toBe(0);
  const rows = stderr.split("\n").filter((row) => /^  [+~] /.test(row));
  const files = rows.map((row) => row.split(/ +/)[3]);
  expect(files).toEqual([...new Set(files)]);
  expect(rows.find((row) => row.includes("schema.prisma"))).toMatch(
    /models User, Account, Session and \d+ more; models \w+, \w+, \w+ and \d+ more$/,
  );
  expect(stderr.match(/prisma migrate dev --name auth, then/g)).toHaveLength(1);
  expect(stderr).not.toContain("--name auth-");
  expect(read(folder, "package.json")).toMatch(/"@prisma\/adapter-pg": "\^7\./);
});

test("beside providers, by the transport that is named, with sessions of the kind that is named", async () => {
  const folder = copyProject("express-esm-ts");
  const flags = ["--provider", "github", "--plugin", "password", "--transport", "resend", "--session", "jwt"];
  const { code, stdout } = await init(folder, ...flags, "--json");
  expect(code, stdout).toBe(0);
  expect(JSON.parse(stdout).plan.steps.length).toBeGreaterThan(4);
  const text = read(folder, "src/auth.ts");
  expect(text).toContain("providers: [GitHub, Resend({ signIn: false })]");
  expect(text).toContain('session: { strategy: "jwt" }');
});

test("--sign-in-links: the provider that sends the mails signs in by links too; again, and undo", async () => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const flags = ["--plugin", "password", "--sign-in-links"];
  expect((await init(folder, ...flags)).code).toBe(0);
  expect(read(folder, "src/auth.ts")).toContain("providers: [Nodemailer({ confirm: true, code: true })]");
  const after = snapshotOf(folder);
  expect((await init(folder, "--plugin", "password")).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(after);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("a mail provider that is chosen sends the mails, and signs in by links", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--provider", "postmark", "--plugin", "password");
  expect(read(folder, "src/auth.ts")).toContain("providers: [Postmark({ confirm: true, code: true })]");
});

test("a plugin that is no way to sign in stands beside the default provider", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--plugin", "account");
  expect(read(folder, "src/auth.ts")).toContain("providers: [GitHub]");
});

describe("RA2-B13: the app's own migrations, beside a store that makes its tables itself", () => {
  const own: Readonly<Record<string, string>> = {
    "001_users.sql": "CREATE TABLE users (id uuid PRIMARY KEY, email text NOT NULL, country text);\n",
    "001.do.posts.sql": "CREATE TABLE posts (id int PRIMARY KEY);\n",
  };
  const schema = async (folder: string): Promise<readonly string[]> => {
    const { findings } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout).result;
    return findings
      .map(({ code }: { code: string }) => code)
      .filter((code: string) => code.includes("SCHEMA"));
  };
  const project = (packages: Readonly<Record<string, string>>, files = own) => {
    const folder = copyProject("express-esm-ts");
    const manifest = JSON.parse(read(folder, "package.json"));
    const dependencies = { ...manifest.dependencies, ...packages };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
    mkdirSync(path.join(folder, "database/migrations"), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(path.join(folder, "database/migrations", name), text);
    return folder;
  };

  test("a file of the store's own: nothing goes into the folder, and doctor does not read it", async () => {
    const folder = project({ slonik: "^48.0.0" });
    const { code, stderr } = await init(folder, "--plugin", "password");
    expect(code, stderr).toBe(0);
    expect(readdirSync(path.join(folder, "database/migrations")).sort()).toEqual(Object.keys(own).sort());
    expect(stderr).not.toContain("Run the migration");
    expect(await schema(folder)).toEqual([]);
    const { stderr: added } = await runMain(folder, ["add-plugin", "two-factor", "--yes", "--no-install"]);
    expect(added).not.toContain("Run the migration");
  });

  test("the database of the app: its table of users lacks columns, whatever takes it back", async () => {
    const folder = project(
      { mysql2: "^3.0.0" },
      { "001.do.users.sql": own["001_users.sql"] ?? "", "001.undo.users.sql": "DROP TABLE users;\n" },
    );
    await init(folder, "--plugin", "password", "--adapter", "kysely");
    expect(new Set(await schema(folder))).toContain("AUTH_D_SCHEMA_COLUMN");
    expect(await schema(folder)).not.toContain("AUTH_D_SCHEMA_TABLE");
  });
});

test("with migrations in SQL: one for the store, one for the plugins", async () => {
  const folder = copyProject("express-esm-ts");
  const { code, stderr } = await init(folder, "--plugin", "password", "--adapter", "pg");
  expect(code, stderr).toBe(0);
  expect(read(folder, "migrations/0002_auth_password.sql")).toContain("auth_password_hash");
});

describe("N-07: the way to what was installed", () => {
  const all = ["--provider", "github", "--plugin", "password,account,two-factor"];

  test.each([
    ["express-esm-ts", "src/auth.ts"],
    ["fastify-ts", "src/auth.ts"],
    ["nest12-ts", "src/auth.ts"],
    ["node-ts", "src/auth.ts"],
    ["nitro-ts", "routes/dashboard.ts"],
    ["nuxt-ts", "server/routes/dashboard.get.ts"],
    ["hono-ts", "src/auth.ts"],
    ["koa-ts", "src/auth.ts"],
    ["h3-ts", "src/auth.ts"],
    ["next-app-ts", "app/dashboard/page.tsx"],
  ])("%s: the example page links to the pages of the plugins that it has", async (project, file) => {
    const folder = copyProject(project);
    const { code, stderr } = await init(folder, ...all);
    expect(code, stderr).toBe(0);
    const text = read(folder, file);
    expect(text).toContain('<a href="/account">Manage your account</a>');
    // The account page knows whether it is on.
    expect(text).not.toContain("two-step");
    const plain = copyProject(project);
    await init(plain, "--provider", "github");
    expect(read(plain, file)).not.toMatch(/Manage your account|two-step/);
  });

  test("next-pages-ts: by forms, which next lint lets through", async () => {
    const folder = copyProject("next-pages-ts");
    await init(folder, ...all);
    const text = read(folder, "pages/dashboard.tsx");
    expect(text).toMatch(
      /<form action="\/account">\s+<button style=\{button\}>Manage your account<\/button>/,
    );
    const factor = copyProject("next-pages-ts");
    await init(factor, "--plugin", "two-factor");
    expect(read(factor, "pages/dashboard.tsx")).toContain('<form action="/two-factor-set-up">');
  });

  test("below a path of next.config with that path", async () => {
    const folder = copyProject("next-app-ts");
    writeFileSync(path.join(folder, "next.config.mjs"), 'export default { basePath: "/shop" };\n');
    const { stderr } = await init(folder, ...all);
    expect(read(folder, "app/dashboard/page.tsx")).toContain('<a href="/shop/api/auth/account">');
    expect(stderr).toContain("http://localhost:3000/shop/api/auth/password/sign-up");
  });

  test.each([
    ["express-esm-ts", "src/auth.ts", "src/server.ts"],
    ["next-app-ts", "auth.ts", undefined],
  ])("%s: addresses that the app has: the next free ones, said", async (project, file, server) => {
    const folder = copyProject(project);
    const taken = ["sign-in", "account", "dashboard"];
    if (server === undefined)
      for (const name of taken) {
        mkdirSync(path.join(folder, "app", name), { recursive: true });
        writeFileSync(path.join(folder, "app", name, "page.tsx"), "export default () => <p>mine</p>;\n");
      }
    else {
      const routes = taken.map((name) => `app.get("/${name}", (_req, res) => void res.send("mine"));\n`);
      const text = read(folder, server).replace("app.listen", `${routes.join("")}\napp.listen`);
      writeFileSync(path.join(folder, server), text);
    }
    const { code, stderr } = await init(folder, "--plugin", "password,account");
    expect(code, stderr).toBe(0);
    expect(read(folder, file)).toMatch(
      /pageAddresses: \{ signIn: ["']\/login["'], account: ["']\/my-account["'] \}/,
    );
    expect(stderr).toContain("This app answers at /sign-in: the built-in page is at /login.");
    expect(stderr).toContain("This app answers at /account: the built-in page is at /my-account.");
    expect(stderr).toContain("/my-dashboard");
    const { stdout, stderr: found } = await runMain(folder, ["doctor"]);
    expect(stdout + found).not.toContain("PAGE_ADDRESS");
  });

  test("five next steps, the trial behind what it needs; whole addresses, and nothing that is done already", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all);
    const [, next = ""] = stderr.split("Next:");
    expect(next.match(/^ +\d\. /gm)).toHaveLength(5);
    expect(next).toMatch(/1\. Install .*\n +2\. Try it: /);
    expect(next).toMatch(/Later:\n +- The sign-in page links to sign-up: http:\/\/localhost:3000\/sign-up\n/);
    expect(next).not.toMatch(/Link users|below the path/);
  });

  test("with migrations: they come before the trial", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all, "--adapter", "pg");
    expect(stderr.indexOf("Make the tables")).toBeLessThan(stderr.indexOf("Try it:"));
  });

  test("N-13: nobody is signed in in a fresh project, so none is told to sign in again", async () => {
    const { stderr } = await init(copyProject("express-esm-ts"), ...all);
    expect(stderr).toContain("auth-store.ts");
    expect(stderr).not.toMatch(/sign in again|AUTH_W_SESSIONS_MOVE/);
  });
});

describe("how many files a plan changes", () => {
  test("before it is written, and at the end of a dry run", async () => {
    const folder = copyProject("express-esm-ts");
    const dry = await init(folder, "--provider", "github", "--dry-run");
    expect(dry.stdout.trimEnd().split("\n").at(-1)).toBe("6 files: 3 new, 3 edited.");
    expect((await init(folder, "--provider", "github")).stderr).toContain("\n6 files: 3 new, 3 edited.\n");
  });
});

test("plugins that a configuration lacks: refused with the command that adds them; those that it has: nothing to do", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder);
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, "--plugin", "password");
  expect([code, stderr]).toEqual([2, expect.stringContaining("auth add-plugin password")]);
  expect(snapshotOf(folder)).toEqual(before);
  await runMain(folder, ["add-plugin", "password", "--adapter", "kysely", "--no-install"]);
  expect((await init(folder, "--plugin", "password")).code).toBe(0);
});

test("a server of Node.js alone starts in production mode: where its mails need AUTH_URL is said", async () => {
  const { stderr } = await init(copyProject("express-esm-ts"), "--plugin", "password");
  expect(stderr).toMatch(
    /Start npm run dev, without auth dev\. Its mails need AUTH_URL=http:\/\/localhost:3000, or/,
  );
  expect((await init(copyProject("next-app-ts"), "--plugin", "password")).stderr).toMatch(
    /without auth dev\n/,
  );
});

test("a store that takes the place of another one gets the tables of the plugins that are there", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--plugin", "password,two-factor");
  const { code, stderr } = await runMain(folder, ["add-adapter", "pg", "--yes", "--no-install", "--force"]);
  expect(code, stderr).toBe(0);
  const sql = readdirSync(path.join(folder, "migrations"), { encoding: "utf8" })
    .map((file) => read(folder, `migrations/${file}`))
    .join("\n");
  for (const table of ["auth_password_hash", "auth_two_factor_secret"]) expect(sql).toContain(table);
});

test("undo says which file with users' data git sees again", async () => {
  const folder = copyProject("express-esm-ts");
  await init(folder, "--plugin", "password");
  writeFileSync(path.join(folder, "auth.db"), "rows");
  const undone = await runMain(folder, ["undo", "--yes"]);
  expect([undone.code, undone.stderr]).toEqual([0, expect.stringContaining("git sees auth.db again")]);
  await init(folder, "--provider", "github");
  const { stderr } = await runMain(folder, ["undo", "--yes"]);
  expect(stderr).not.toContain("git sees");
});

test.each([
  [["--plugin", "pasword"], "Did you mean password?"],
  [["--plugin", "password", "--transport", "github"], "sends no mails"],
  [["--plugin", "password", "--transport", "none", "--sign-in-links"], "adds nothing that sends"],
])("%j is refused before anything is read", async (flags, words) => {
  const folder = copyProject("express-esm-ts");
  const before = snapshotOf(folder);
  const { code, stderr } = await init(folder, ...flags);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect(snapshotOf(folder)).toEqual(before);
});
