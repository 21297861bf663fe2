/** `auth add-plugin` and `auth remove-plugin`: the configuration, the tables in each store, the way back. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { plugins, pluginTables } from "../../src/templates/plugins/index.js";
import type { PluginSupport } from "../../src/templates/plugins/plugin.js";
import { parsePrisma } from "../../src/cli/formats/prisma-schema.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
const run = (...args: string[]) => runMain(folder, args);
/** Nothing is fetched: the packages of a provider that comes along are of no interest here. */
const add = (...args: string[]) => run("add-plugin", ...args, "--no-install");
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};
/** Every file but the journals, which remember each command. */
const tree = () =>
  Object.fromEntries(Object.entries(snapshotOf(folder)).filter(([file]) => !file.startsWith(".auth")));
const all = plugins.map(({ id }) => id);
/** A plugin in the configuration: its factory, with the options of the app's own file in front. */
const callOf = ({ factory, options }: PluginSupport): string =>
  options === undefined ? `${factory}()` : `${factory}({ ${[...options.own, options.begun].join(", ")} })`;
afterEach(removeProjects);

async function start(project: string, files: Readonly<Record<string, string>> = {}, packages = {}) {
  folder = copyProject(project);
  const text = JSON.parse(read("package.json"));
  write(
    "package.json",
    JSON.stringify({ ...text, dependencies: { ...text.dependencies, ...packages } }, null, 2),
  );
  for (const [file, content] of Object.entries(files)) write(file, content);
  const { code, stderr } = await run("init", "--yes", "--no-install");
  expect(code, stderr).toBe(0);
}

async function startWith(
  adapter: string,
  project = "express-esm-ts",
  ...rest: Parameters<typeof start>[1][]
) {
  await start(project, rest[0], rest[1]);
  const { code, stderr } = await run("add-adapter", adapter, "--yes", "--no-install");
  expect(code, stderr).toBe(0);
}

describe("the configuration", () => {
  test.each([
    ["express-esm-ts", "src/auth.ts"],
    ["express-esm-js", "auth.js"],
    ["express-cjs", "auth.js"],
    ["next-app-ts", "auth.ts"],
  ])("%s: added, added again, taken out: the same files", async (project, file) => {
    await startWith("kysely", project);
    const before = tree();
    const added = await add(...all, "--transport", "none", "--json");
    expect(added.code, added.stdout).toBe(0);
    // A project has quotes of its own.
    expect(read(file).replaceAll("'", '"')).toContain(`plugins: [${plugins.map(callOf).join(", ")}]`);
    expect(read(file)).toMatch(/twoFactor \} (?:from |= require\()["']authwright\/plugins\/two-factor["']/);
    expect(JSON.parse(added.stdout).result.plugins).toEqual(
      plugins.map(({ id, tables }) => ({ id, tables: tables.map(({ name }) => name) })),
    );
    const once = tree();
    expect((await add(...all, "--transport", "none")).code).toBe(0);
    expect(tree()).toEqual(once);
    const removed = await run("remove-plugin", ...all, "--json");
    expect(removed.code, removed.stdout).toBe(0);
    const own = file.replace("auth.", "organizations.");
    expect(tree()).toEqual({ ...before, [own]: once[own] });
    const { result } = JSON.parse(removed.stdout);
    expect(result.plugins).toEqual(all.map((id) => ({ id, removed: true })));
    expect(result.tables).toEqual(pluginTables.map(({ name }) => name));
  });

  test("one beside others, options and comments: they stay as they are", async () => {
    await startWith("kysely");
    const config = read("src/auth.ts");
    write(
      "src/auth.ts",
      config
        .replace(
          "  providers:",
          '  plugins: [\n    // asked for by all\n    twoFactor({ required: "all" }),\n  ],\n  providers:',
        )
        .replace("\nimport ", '\nimport { twoFactor } from "authwright/plugins/two-factor";\nimport '),
    );
    const before = tree();
    expect((await add("account", "two-factor")).code).toBe(0);
    expect(read("src/auth.ts")).toContain('    twoFactor({ required: "all" }),\n    account(),\n  ],');
    expect((await run("remove-plugin", "account")).code).toBe(0);
    expect(tree()).toEqual(before);
    await run("remove-plugin", "two-factor");
    expect(read("src/auth.ts")).not.toMatch(/plugins|twoFactor/);
  });

  describe("organizations: the roles are the app's own", () => {
    const roles =
      'export const roles = {\n  owner: ["*"],\n  admin: ["member:*", "invoice:read"],\n  member: ["invoice:read"],\n}';
    /** The manner of a project is its own. */
    const plainly = (text: string) => text.replaceAll("'", '"').replaceAll("\t", "  ").replaceAll(/;$/gm, "");
    const plain = 'plugins: [organizations({ roles, create: "everybody" })]';
    const addRoles = (...flags: string[]) => add("organizations", "--transport", "none", ...flags);

    test("TypeScript: the file, its types, the imports; twice the same; undo gives every byte back", async () => {
      await startWith("kysely");
      const before = tree();
      const dry = await addRoles("--dry-run");
      expect(dry.stdout + dry.stderr).toContain("src/organizations.ts");
      expect(dry.stdout + dry.stderr).toContain('admin: ["member:*", "invoice:read"]');
      expect(tree()).toEqual(before);
      const { code, stderr } = await addRoles();
      expect(code, stderr).toBe(0);
      expect(read("src/organizations.ts")).toContain(`${roles} as const;\n`);
      expect(read("src/organizations.ts")).toContain(
        'declare module "authwright" {\n  interface Organizations {\n    roles: typeof roles;\n  }\n}',
      );
      expect(read("src/auth.ts")).toContain(
        'import { organizations } from "authwright/plugins/organizations";',
      );
      expect(read("src/auth.ts")).toContain('import { roles } from "./organizations.js";');
      expect(read("src/auth.ts")).toContain(plain);
      const once = tree();
      expect((await addRoles()).stderr).toContain("Nothing to do.");
      expect(tree()).toEqual(once);
      expect((await run("undo")).code).toBe(0);
      expect(tree()).toEqual(before);
    });

    test.each([
      ["express-esm-js", `${roles};\n`],
      ["express-cjs", `${roles.slice("export ".length)};\n\nmodule.exports = { roles };\n`],
    ])("%s: the constant alone", async (project, text) => {
      await startWith("kysely", project);
      expect((await addRoles()).code).toBe(0);
      expect(plainly(read("organizations.js")).split("\n").slice(1).join("\n")).toBe(plainly(text));
    });

    test("a file of that name with roles stays as it is; one without them says what it lacks", async () => {
      await startWith("kysely");
      write("src/organizations.ts", "export const teams = [];\n");
      const before = tree();
      const refused = await addRoles();
      expect(refused.code).toBe(3);
      expect(refused.stderr).toMatch(/src\/organizations\.ts:1: it is there and exports no roles/);
      expect(refused.stdout + refused.stderr).toContain('export const roles = { owner: ["*"]');
      expect(tree()).toEqual(before);
      const own = 'export const roles = { owner: ["*"], guest: [] } as const;\n';
      write("src/organizations.ts", own);
      const { code, stderr } = await addRoles();
      expect(code, stderr).toBe(0);
      expect(read("src/organizations.ts")).toBe(own);
      expect(read("src/auth.ts")).toContain(plain);
    });

    test("remove-plugin leaves the roles, and says so; a list by hand names both imports", async () => {
      await startWith("kysely");
      const before = tree();
      await addRoles();
      const written = read("src/organizations.ts");
      const { code, stderr } = await run("remove-plugin", "organizations");
      expect(code, stderr).toBe(0);
      expect(stderr).toContain("src/organizations.ts stays");
      const { "src/organizations.ts": left, ...others } = tree();
      expect(left).toBeDefined();
      expect(others).toEqual(before);
      expect(read("src/organizations.ts")).toBe(written);
      write(
        "src/auth.ts",
        read("src/auth.ts").replace("  providers:", "  plugins: makePlugins(),\n  providers:"),
      );
      const byHand = await addRoles();
      expect(byHand.code).toBe(3);
      expect(byHand.stdout + byHand.stderr).toContain('import { roles } from "./organizations.js";');
      expect(byHand.stdout + byHand.stderr).toContain(plain);
    });

    test("roles that the configuration has for something else keep their name", async () => {
      await startWith("kysely");
      write("src/auth.ts", `${read("src/auth.ts")}\nexport const roles = ["user"];\n`);
      expect((await addRoles()).code).toBe(0);
      expect(read("src/auth.ts")).toContain(
        'import { roles as organizationsRoles } from "./organizations.js";',
      );
      expect(read("src/auth.ts")).toContain(
        'organizations({ roles: organizationsRoles, create: "everybody" })',
      );
    });
  });

  test("a name that the file uses for something else is left alone", async () => {
    await startWith("kysely");
    write("src/auth.ts", `${read("src/auth.ts")}\nexport const account = 1;\n`);
    await add("account");
    expect(read("src/auth.ts")).toContain(
      'import { account as accountPlugin } from "authwright/plugins/account";',
    );
    expect(read("src/auth.ts")).toContain("plugins: [accountPlugin()]");
  });

  test("a list that cannot be read: what to write by hand, exit code 3, nothing written", async () => {
    await startWith("kysely");
    write(
      "src/auth.ts",
      read("src/auth.ts").replace("  providers:", "  plugins: makePlugins(),\n  providers:"),
    );
    const before = tree();
    for (const command of ["add-plugin", "remove-plugin"]) {
      const { code, stderr } = await run(command, "account");
      expect(code).toBe(3);
      expect(stderr).toContain("`plugins` is not a plain list");
      expect(tree()).toEqual(before);
    }
    const { stdout, stderr } = await add("account");
    expect(stdout + stderr).toContain('import { account } from "authwright/plugins/account";');
  });

  test("an id that there is none of", async () => {
    await start("express-esm-ts");
    const { code, stderr } = await add("two-faktor");
    expect(code).toBe(2);
    expect(stderr).toContain("Did you mean two-factor?");
  });

  test("password brings a provider that sends its mails along, unless there is one", async () => {
    await startWith("kysely");
    const before = tree();
    const added = await add("password", "account", "--transport", "resend");
    expect(added.code, added.stderr).toBe(0);
    expect(read("src/auth.ts")).toContain("providers: [GitHub, Resend({ signIn: false })],");
    expect(read("src/auth.ts")).toContain("plugins: [password(), account()]");
    expect(read(".env")).toMatch(/^AUTH_RESEND_KEY=/m);
    const once = tree();
    expect((await add("password", "--transport", "ses")).code).toBe(0);
    expect(tree()).toEqual(once);
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
    await add("password");
    expect(read("src/auth.ts")).toContain("providers: [GitHub, Nodemailer({ signIn: false })],");
    expect(read("package.json")).toContain('"nodemailer"');
  });

  test("--sign-in-links: that provider signs in too; one that is there keeps its options", async () => {
    await startWith("kysely");
    const before = tree();
    expect((await add("password", "--sign-in-links")).code).toBe(0);
    expect(read("src/auth.ts")).toContain("providers: [GitHub, Nodemailer({ confirm: true, code: true })],");
    const once = tree();
    expect((await add("password")).code).toBe(0);
    expect(tree()).toEqual(once);
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
  });

  describe("auth add-provider email beside a transport that only sends mails", () => {
    const inList = "providers: [GitHub, Nodemailer({ signIn: false })],";
    const email = () => run("add-provider", "email", "--no-install");
    const withList = async (list: string, head = "") => {
      await startWith("kysely");
      await add("password");
      const text = read("src/auth.ts");
      expect(text).toContain(inList);
      write(
        "src/auth.ts",
        text.replace(inList, () => list).replace(/^export /m, (word) => head + word),
      );
    };

    test.each([
      ["alone", "Nodemailer({ signIn: false })", "Nodemailer()"],
      [
        "first of several",
        'Nodemailer({ signIn: false, from: "a@b.c" /* ours */ })',
        'Nodemailer({ from: "a@b.c" /* ours */ })',
      ],
      [
        "on a line of its own, with a comment",
        'Nodemailer({\n    // mails\n    from: "a@b.c",\n    signIn: false,\n  })',
        'Nodemailer({\n    // mails\n    from: "a@b.c",\n  })',
      ],
    ])("%s: the option goes, and nothing else changes", async (_, before, after) => {
      await withList(`providers: [GitHub, ${before}],`);
      const given = tree();
      const text = read("src/auth.ts");
      const { code, stderr } = await email();
      expect(code, stderr).toBe(0);
      expect(read("src/auth.ts")).toBe(text.replace(before, () => after));
      const once = tree();
      expect((await email()).stderr).toContain("Nothing to do.");
      expect(tree()).toEqual(once);
      expect((await run("undo")).code).toBe(0);
      expect(tree()).toEqual(given);
    });

    test("by a name of its own, beside another provider that is added along", async () => {
      await withList("providers: [GitHub, mail],", "const mail = Nodemailer({ signIn: false });\n\n");
      const { code, stderr } = await run("add-provider", "email", "gitlab", "--no-install");
      expect(code, stderr).toBe(0);
      expect(read("src/auth.ts")).toContain("const mail = Nodemailer();\n");
      expect(read("src/auth.ts")).toContain("providers: [GitHub, mail, GitLab],");
    });

    test.each([
      ["a variable", "Nodemailer({ signIn: links })", "const links = Boolean(process.env.LINKS);\n"],
      ["a spread", "Nodemailer({ ...mails })", "const mails = { signIn: false };\n"],
    ])("%s: what to write by hand, exit code 3, nothing written", async (_, written, head) => {
      await withList(`providers: [GitHub, ${written}],`, head);
      const before = tree();
      const { code, stdout, stderr } = await email();
      expect(code, stderr).toBe(3);
      expect(stderr).toMatch(/src\/auth\.ts:\d+: nodemailer only sends mails while signIn is false/);
      expect(stdout + stderr).toContain("out with: signIn: false");
      expect(tree()).toEqual(before);
    });

    test("auth add-plugin password --sign-in-links is the same wish", async () => {
      await withList(inList);
      const { code, stderr } = await add("password", "--sign-in-links");
      expect(code, stderr).toBe(0);
      expect(read("src/auth.ts")).toContain("providers: [GitHub, Nodemailer()],");
    });
  });

  test.each([
    ["npm", "npm install @node-rs/argon2@^2.0.2"],
    ["pnpm", "pnpm add @node-rs/argon2@^2.0.2"],
  ])("password names the line that installs argon2 (%s), unless it is there", async (manager, line) => {
    await startWith("kysely");
    const flags = ["--package-manager", manager];
    expect((await add("password", ...flags)).stderr).toContain(line);
    const text = JSON.parse(read("package.json"));
    text.dependencies["@node-rs/argon2"] = "^2.0.2";
    write("package.json", JSON.stringify(text, null, 2));
    await run("remove-plugin", "password");
    expect((await add("password", ...flags)).stderr).not.toContain("argon2");
  });

  test("--transport none leaves the mails to the plugin's own option; others send none", async () => {
    await startWith("kysely");
    const none = await add("password", "--transport", "none");
    expect(none.code, none.stderr).toBe(0);
    expect(none.stderr).toContain("auth add-provider email");
    expect(read("src/auth.ts")).toContain("providers: [GitHub],");
    const { code, stderr } = await add("account", "--transport", "github");
    expect(code).toBe(2);
    expect(stderr).toContain('"github" sends no mails');
  });
});

describe("the store", () => {
  test("without an adapter: the error names auth add-adapter, and nothing is written", async () => {
    await start("express-esm-ts");
    const before = tree();
    const { code, stderr } = await add("two-factor");
    expect(code).toBe(2);
    expect(stderr).toContain("auth add-adapter kysely");
    expect(tree()).toEqual(before);
  });

  test("with --adapter it comes along, and undo takes both back", async () => {
    await start("express-esm-ts");
    const before = tree();
    const { code, stderr } = await add("two-factor", "--adapter", "kysely");
    expect(code, stderr).toBe(0);
    expect(read("src/auth.ts")).toContain("adapter: authStore");
    expect(stderr).not.toContain("db migrate");
    expect(read("src/auth-store.ts")).toContain("{ migrate: true }");
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
  });

  test("kysely whose store makes no tables: auth db migrate is named", async () => {
    await startWith("kysely");
    write("src/auth-store.ts", read("src/auth-store.ts").replace(", { migrate: true }", ""));
    const { stderr } = await add("two-factor");
    expect(stderr).toContain("DATABASE_URL=file:auth.db npx auth db migrate");
  });

  test("an adapter of others keeps no rows of plugins: exit code 3, nothing written", async () => {
    await startWith("@auth/mongodb-adapter");
    const before = tree();
    const { code, stderr } = await add("account");
    expect(code).toBe(3);
    expect(stderr).toContain("keeps no rows of plugins");
    expect(tree()).toEqual(before);
  });

  test.each(["pg", "mysql2"])("%s: one migration, with what none makes yet", async (adapter) => {
    await startWith(adapter);
    const before = tree();
    expect((await add("two-factor", "account")).code).toBe(0);
    const sql = read("migrations/0002_auth_two_factor_account.sql");
    expect(sql.match(/create table/g)).toHaveLength(
      plugins.filter(({ id }) => id === "two-factor" || id === "account").flatMap(({ tables }) => tables)
        .length,
    );
    await add("password", "account");
    const next = read("migrations/0003_auth_password_account.sql");
    expect(next).toContain("auth_password_hash");
    expect(next).not.toContain("auth_session_info");
    await run("undo");
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
  });

  test("pg brought along: its own migration is the first", async () => {
    await start("express-esm-ts");
    expect((await add("two-factor", "--adapter", "pg")).code).toBe(0);
    expect(read("migrations/0001_auth.sql")).toContain("create table");
    expect(read("migrations/0002_auth_two_factor.sql")).toContain("auth_two_factor_secret");
  });

  const schema =
    'generator client {\n  provider = "prisma-client-js"\n}\n\ndatasource db {\n  provider = "postgresql"\n  url      = env("DATABASE_URL")\n}\n';

  test("prisma: models that the records of the adapter find, twice the same, undo", async () => {
    await startWith(
      "prisma",
      "express-esm-ts",
      { "prisma/schema.prisma": schema },
      { "@prisma/client": "^6.19.0" },
    );
    const before = tree();
    const { code, stderr } = await add(...all);
    expect(code, stderr).toBe(0);
    const models = parsePrisma(read("prisma/schema.prisma")).filter(({ kind }) => kind === "model");
    for (const { name, columns } of pluginTables) {
      const pascal = `Auth${name.slice(4).replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())}`;
      const model = models.find((one) => one.name === pascal);
      const fields = model?.members.filter((one) => one.kind === "field").map((one) => one.name);
      expect(fields, pascal).toEqual(Object.keys(columns));
      expect(read("prisma/schema.prisma")).toContain(`@@map("${name}")`);
    }
    const once = tree();
    await add(...all);
    expect(tree()).toEqual(once);
    expect((await run("doctor", "--json")).stdout).not.toContain("AUTH_D_SCHEMA_TABLE");
    const schemaAfter = read("prisma/schema.prisma");
    write(
      "prisma/schema.prisma",
      read("prisma/schema.prisma").replace("model AuthPasswordHash ", "model Other "),
    );
    write(
      "prisma/schema.prisma",
      read("prisma/schema.prisma").replace('@@map("auth_password_hash")', '@@map("other")'),
    );
    expect((await run("doctor")).stdout).toContain("There is no model AuthPasswordHash");
    write("prisma/schema.prisma", schemaAfter);
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
  });

  test("prisma and its plugins at once; undo leaves every byte as it was", async () => {
    await start("express-esm-ts", { "prisma/schema.prisma": schema }, { "@prisma/client": "^6.19.0" });
    const before = tree();
    const { code, stderr } = await add("two-factor", "--adapter", "prisma");
    expect(code, stderr).toBe(0);
    expect(read("prisma/schema.prisma")).toContain("model AuthTwoFactorSecret {");
    expect(read("prisma/schema.prisma")).toMatch(/failedAt +BigInt/);
    expect((await run("undo")).code).toBe(0);
    expect(tree()).toEqual(before);
  });

  test.each(["postgresql", "mysql", "sqlite"])(
    "drizzle, %s: tables, and the option that names them",
    async (dialect) => {
      const [core, table] = { postgresql: ["pg", "pgTable"], mysql: ["mysql", "mysqlTable"] }[dialect] ?? [
        "sqlite",
        "sqliteTable",
      ];
      const files = {
        "drizzle.config.ts": `export default { schema: "./src/schema.ts", dialect: "${dialect}" };\n`,
        "src/schema.ts": `import { ${table}, text } from "drizzle-orm/${core}-core";\n\nexport const posts = ${table}("posts", { id: text("id").primaryKey() });\n`,
        "src/db.ts":
          'import { drizzle } from "drizzle-orm/node-postgres";\nexport const db = drizzle(process.env.DATABASE_URL);\n',
      };
      await startWith("drizzle", "express-esm-ts", files, { "drizzle-orm": "^0.45.4" });
      const before = tree();
      const { code, stderr } = await add("two-factor", "account");
      expect(code, stderr).toBe(0);
      expect(read("src/schema.ts")).toContain(`export const authTwoFactorSecret = ${table}(`);
      expect(read("src/auth-store.ts")).toContain("    auth_two_factor_secret: authTwoFactorSecret,");
      expect(read("src/auth-store.ts")).toMatch(
        /import \{ users.*authTwoFactorSecret.* \} from "\.\/schema\.js";/,
      );
      const once = tree();
      await add("two-factor", "account");
      expect(tree()).toEqual(once);
      expect((await run("doctor", "--json")).stdout).not.toContain("AUTH_D_SCHEMA_TABLE");
      await add("password");
      expect(read("src/auth-store.ts")).toContain("    auth_password_hash: authPasswordHash,\n");
      await run("undo");
      expect((await run("undo")).code).toBe(0);
      expect(tree()).toEqual(before);
    },
  );

  test("kysely with migrations in code: a further one", async () => {
    const files = {
      "migrations/0001_posts.ts":
        'import type { Kysely } from "kysely";\n\nexport async function up(db: Kysely<any>) {\n  await db.schema.createTable("posts").execute();\n}\n',
    };
    await startWith("kysely", "express-esm-ts", files, { kysely: "^0.28.18" });
    expect((await add("access-tokens")).code).toBe(0);
    const code = read("migrations/0003_auth_access_tokens.ts");
    expect(code).toContain('.addPrimaryKeyConstraint("auth_access_tokens_pkey", ["userId", "provider"])');
    expect(code).not.toContain("sql");
  });
});

describe("addresses of pages", () => {
  const linkTo = (address: string) => `Link users who are signed in to http://localhost:3000${address}\n`;

  test("a configuration with addresses of its own: the pages of plugins are named by them", async () => {
    await start("express-esm-ts");
    write(
      "src/auth.ts",
      read("src/auth.ts").replace("pageAddresses: true", 'pageAddresses: { account: "/me" }'),
    );
    const { stderr } = await add("account", "two-factor", "password", "--adapter", "kysely");
    expect(stderr).toContain(linkTo("/me"));
    // The account page has the link.
    expect(stderr).not.toContain("two-factor-set-up");
    await start("express-esm-ts");
    expect((await add("two-factor", "--adapter", "kysely")).stderr).toContain(linkTo("/two-factor-set-up"));
    expect(stderr).toContain("sign-up: http://localhost:3000/sign-up\n");
  });

  test.each([
    ["express-esm-ts", "src/auth.ts", "/auth"],
    ["next-app-ts", "auth.ts", "/api/auth"],
  ])("N-07: %s: whole addresses, with the option and without it", async (project, file, base) => {
    await start(project);
    const { stderr } = await add("account", "two-factor", "--adapter", "kysely");
    expect(stderr).toContain(linkTo("/account"));
    await start(project);
    write(file, read(file).replace("pageAddresses: true,", ""));
    const below = await add("account", "two-factor", "--adapter", "kysely");
    expect(below.stderr).toContain(linkTo(`${base}/account`));
    expect(below.stderr).not.toContain("two-factor/set-up");
  });

  const taken: readonly [string, string, string, string][] = [
    [
      "express-esm-ts",
      "src/auth.ts",
      "src/server.ts",
      'app.get("/account", (_req, res) => void res.send("mine"));\napp.get("/my-account", (_req, res) => void res.send("mine"));\n',
    ],
    ["next-app-ts", "auth.ts", "app/account/page.tsx", "export default () => <p>mine</p>;\n"],
  ];
  test.each(taken)(
    "%s: one that the app has: the next free one, said; and back",
    async (project, file, own, code) => {
      await startWith("kysely", project);
      const present = project.startsWith("next") ? "" : read(own);
      write(own, present.replace("app.listen", `${code}\napp.listen`) || code);
      const before = tree();
      const free = project.startsWith("next") ? "/my-account" : "/my-account-2";
      const { code: exit, stderr } = await add("account", "two-factor");
      expect(exit, stderr).toBe(0);
      expect(stderr).toContain(`This app answers at /account: the built-in page is at ${free}.`);
      expect(stderr).toContain(linkTo(free));
      expect(read(file)).toMatch(new RegExp(`pageAddresses: \\{ account: ["']${free}["'] \\},`));
      const once = tree();
      expect((await add("account", "two-factor")).stderr).toContain("Nothing to do");
      expect(tree()).toEqual(once);
      const removed = await run("remove-plugin", "account", "two-factor");
      expect(removed.code, removed.stderr).toBe(0);
      expect(tree()).toEqual(before);
    },
  );

  test("of two named ones the one goes whose page goes", async () => {
    await startWith("kysely");
    const named = 'pageAddresses: { signIn: "/login", account: "/me", twoFactor: "/code" }';
    write("src/auth.ts", read("src/auth.ts").replace("pageAddresses: true", named));
    await add("account", "two-factor");
    expect((await run("remove-plugin", "account", "two-factor")).code).toBe(0);
    expect(read("src/auth.ts")).toContain('pageAddresses: { signIn: "/login" }');
  });

  test("Next.js: the matcher has the addresses of the pages that are there, and no others", async () => {
    await startWith("kysely", "next-app-ts");
    const before = read("proxy.ts");
    expect(before).not.toContain('"/account"');
    await add("account");
    expect(read("proxy.ts")).toBe(
      before.replace(
        '    "/check-your-email",\n',
        '    "/check-your-email",\n    "/account",\n    "/link-account",\n    "/delete-account",\n',
      ),
    );
    await run("remove-plugin", "account");
    expect(read("proxy.ts")).toBe(before);
    write(
      "proxy.ts",
      'import { NextResponse } from "next/server";\nexport const proxy = () => NextResponse.next();\n',
    );
    const { code, stderr } = await add("account");
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/`auth` of this file does not lead to the pages/),
    ]);
  });
});
