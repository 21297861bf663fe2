/** `auth migrate` on the sample apps: what changes, what stays, twice, back, and what is left to a person. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { raisedPeers } from "../../src/commands/migrate/package.js";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain, snapshotOf } from "../support/cli.js";
import { copySample, removeSamples, sampleNames, todosOf, workspaces, type Left } from "./samples.js";

afterAll(removeSamples);

const apps = sampleNames.flatMap((name) => workspaces[name]?.map((part) => `${name}/${part}`) ?? [name]);

function open(app: string) {
  const [sample = "", ...rest] = app.split("/");
  const top = copySample(sample);
  const folder = path.join(top, ...rest);
  return {
    folder,
    read: (file: string) => readFileSync(path.join(folder, file), "utf8"),
    write: (file: string, text: string) => writeFileSync(path.join(folder, file), text),
    migrate: (...flags: string[]) => runMain(folder, ["migrate", "--yes", "--no-install", ...flags]),
  };
}

const withoutJournal = (tree: Record<string, string>) =>
  Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith(".auth")));

describe.each(apps)("%s", (app) => {
  test("nothing names the old packages, a second run finds nothing to write, undo is byte for byte", async () => {
    const { folder, migrate, read } = open(app);
    const before = snapshotOf(folder);
    const first = await migrate("--json");
    const { result, plan } = JSON.parse(first.stdout);
    expect(first.code, first.stdout).toBe(result.breaksNow.length > 0 ? 1 : 0);
    // What is stricter, to users or to TypeScript, is said once: it leaves nothing to migrate.
    const isSaidOnce = ({ code, why }: Left) =>
      code === "AUTH_W_SESSION_COLUMNS" || code === "AUTH_W_SIGN_IN_TEXT" || why.includes("to TypeScript");
    const todo = todosOf(result).filter((one) => !isSaidOnce(one));
    const leftOver = new Set(todo.map((one) => one.path));
    for (const file of Object.keys(snapshotOf(folder))) {
      if (!/\.[cm]?[jt]sx?$/.test(file) || leftOver.has(file)) continue;
      expect(read(file), file).not.toMatch(/["'](?:next-auth|@auth\/(?:core|express))["'/]/);
    }
    if (leftOver.size === 0) expect(read("package.json")).not.toMatch(/next-auth|@auth\/(?:core|express)"/);
    expect(read("package.json")).toContain('"authwright": "^');
    expect(plan.steps.length).toBeGreaterThan(2);

    const after = snapshotOf(folder);
    const second = await migrate("--json");
    const again = todosOf(JSON.parse(second.stdout).result);
    expect(second.code).toBe(again.length === 0 ? 0 : 3);
    // RA2-A7: what breaks is listed until it is gone, and nothing else than before.
    const keyOf = ({ path: file, why }: Left) => `${file}: ${why}`;
    const said = new Set(todosOf(result).map(keyOf));
    expect(again.map(keyOf).filter((key) => !said.has(key))).toEqual([]);
    const keys = new Set(again.map(keyOf));
    expect(result.breaksNow.map(keyOf).filter((key: string) => !keys.has(key))).toEqual([]);
    expect(
      JSON.parse(second.stdout).plan.steps.every((step: { status: string }) => step.status === "already"),
    ).toBe(true);
    expect(snapshotOf(folder)).toEqual(after);

    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(withoutJournal(snapshotOf(folder))).toEqual(before);
  });

  test("--dry-run shows the same plan and writes nothing", async () => {
    const { folder, migrate } = open(app);
    const before = snapshotOf(folder);
    const dry = JSON.parse((await migrate("--dry-run", "--json")).stdout);
    expect(snapshotOf(folder)).toEqual(before);
    expect(JSON.parse((await migrate("--json")).stdout).plan.id).toBe(dry.plan.id);
  });

  test("CRLF and a byte order mark stay, and the edits are the same", async () => {
    const [unix, windows] = [open(app), open(app)];
    for (const file of sourcesOf(windows.folder))
      windows.write(file, `\uFEFF${windows.read(file).replaceAll("\n", "\r\n")}`);
    await Promise.all([unix.migrate(), windows.migrate()]);
    const made = sourcesOf(unix.folder);
    expect(sourcesOf(windows.folder)).toEqual(made);
    for (const file of made) {
      const text = windows.read(file);
      expect(text.replaceAll("\r\n", ""), file).not.toContain("\n");
      expect(text.replace("\uFEFF", "").replaceAll("\r\n", "\n"), file).toBe(unix.read(file));
    }
  });
});

const sourcesOf = (folder: string): string[] =>
  Object.keys(snapshotOf(folder)).filter((file) => /\.[cm]?[jt]sx?$/.test(file) && !file.startsWith(".auth"));

describe("next-auth 4", () => {
  test("Pages Router: the options stay where they are, their file makes handlers and auth", async () => {
    const { migrate, read } = open("pages-v4");
    const { stdout, stderr } = await migrate("--json");
    const route = read("src/pages/api/auth/[...nextauth].ts");
    expect(route).toContain('import NextAuth, { type NextAuthConfig } from "authwright/next";\n');
    expect(route).toContain(
      "// Everything about sign-in stands here.\nexport const authOptions: NextAuthConfig = {\n",
    );
    expect(route).toContain("}), // links by mail\n");
    expect(route).toContain("(profile: GitHubProfile) =>");
    expect(
      route.endsWith(
        "export const { handlers, auth, signIn, signOut } = NextAuth(authOptions);\n\nexport default handlers.pages;\n",
      ),
    ).toBe(true);
    expect(read("src/pages/api/me.ts")).toContain('import { auth } from "./auth/[...nextauth]";\n');
    expect(read("src/pages/api/me.ts")).toContain("const session = await auth(req, res);");
    expect(read("src/pages/profile.tsx")).toContain("session: await auth(context),");
    expect(read("src/types/next-auth.d.ts")).toContain('declare module "authwright" {');
    expect(read("src/middleware.ts")).toContain("authorized: ({ auth }) => auth !== null");
    expect(read("src/middleware.ts")).toContain('export const config = { matcher: ["/profile"] };\n');
    expect(JSON.parse(stdout).result).toEqual({
      from: ["next-auth"],
      kept: ["@auth/prisma-adapter"],
      files: { created: 0, edited: expect.any(Number), removed: 0 },
      breaksNow: [],
      tidyUp: [],
    });
    expect(stderr).toBe("");
  });

  test("App Router: the route exports the handlers of the options file; withAuth becomes a guard with the same rules", async () => {
    const { migrate, read } = open("app-v4");
    await migrate();
    expect(read("app/api/auth/[...nextauth]/route.ts")).toBe(
      "import { handlers } from '@/lib/auth'\n\nexport const { GET, POST } = handlers\n",
    );
    expect(read("lib/auth.ts")).toContain(
      "export const { handlers, auth, signIn, signOut } = NextAuth(authOptions)\n",
    );
    expect(read("lib/auth.ts")).toContain("export const getServerAuthSession = () => auth()\n");
    expect(read("app/page.tsx")).toContain("await auth() // null for guests");
    expect(read("app/login/button.tsx")).toContain("provider?: PublicProvider");
    const guard = read("middleware.ts");
    expect(guard).toContain("export default NextAuth({ providers: [] }).auth(");
    expect(guard).toContain("if (!token) {");
    expect(guard).toContain("const signIn = '/login'\n");
    expect(guard).toContain("token?.role !== 'admin'");
  });

  test("options in a route file move to auth.ts, because a route may export handlers only", async () => {
    const { migrate, read } = open("route-v4");
    const { stdout } = await migrate("--json");
    expect(read("src/auth.ts")).toContain('import { audit } from "./audit";\n');
    expect(read("src/auth.ts")).toContain('import AzureADProvider from "authwright/providers/azure-ad";\n');
    expect(read("src/app/api/auth/[...nextauth]/route.ts")).toBe(
      'import { handlers } from "@/auth";\n\nexport const { GET, POST } = handlers;\n',
    );
    expect(read("src/app/page.tsx")).toContain('import { auth } from "@/auth";\n');
    expect(read("src/middleware.ts")).toContain("authorized: async ({ request: req }) => {\n");
    expect(read("src/middleware.ts")).toContain("const token = await getToken({ req });\n");
    const todo = todosOf(JSON.parse(stdout).result);
    expect(todo).toEqual([
      expect.objectContaining({
        path: "src/app/other.ts",
        line: 5,
        why: expect.stringContaining("withAuth"),
      }),
      expect.objectContaining({
        path: "src/app/other.ts",
        line: 2,
        why: expect.stringContaining("InternalOptions"),
      }),
    ]);
    // CL-23: the lines are those of the files as they are now.
    expect(read("src/app/other.ts").split("\n")[4]).toContain("[withAuth]");
    expect(read("package.json")).toContain('"next-auth"');
  });

  test("monorepo: a package from another one gets its handlers itself", async () => {
    const web = open("monorepo/apps/web");
    await web.migrate();
    expect(web.read("src/pages/api/auth/[...nextauth].ts")).toContain(
      "const { handlers } = NextAuth(authOptions);\n\nexport default handlers.pages;\n",
    );
    const shared = open("monorepo/packages/auth");
    await shared.migrate();
    expect(shared.read("index.ts")).toContain('export { authOptions } from "./src/auth-options";\n');
    expect(shared.read("src/get-session.ts")).toContain("return await auth(ctx);");
  });

  test("a wrapper auth(...args) of getServerSession makes room for auth, one of another name becomes it", async () => {
    const { migrate, write, read } = open("app-v4");
    const args = "...args: [never, never] | []";
    const wrapper = `export function auth(${args}) {\n\treturn getServerSession(...args, authOptions)\n}\n`;
    write("lib/auth.ts", `${read("lib/auth.ts")}\n// Helper\n${wrapper}`);
    const other = `export async function who(${args}) { return await getServerSession(...args, authOptions) }`;
    const head = "import { getServerSession } from 'next-auth'\nimport { authOptions } from './auth'\n";
    write("lib/who.ts", `${head}${other}\n`);
    expect((await migrate()).code).toBe(0);
    expect(read("lib/auth.ts")).toContain(
      "export const { handlers, auth, signIn, signOut } = NextAuth(authOptions)\n",
    );
    expect(read("lib/auth.ts").endsWith("// Helper\n")).toBe(true);
    expect(read("lib/who.ts")).toBe("import { auth } from './auth'\nexport const who = auth\n");
  });

  test("what is commented out does not keep the old package", async () => {
    const { migrate, write, read } = open("app-v4");
    write("lib/auth.ts", `// import Apple from "next-auth/providers/apple"\n${read("lib/auth.ts")}`);
    expect((await migrate()).code).toBe(0);
    expect(read("lib/auth.ts")).toContain('// import Apple from "next-auth/providers/apple"');
    expect(read("package.json")).not.toContain('"next-auth"');
  });

  test("the name auth taken by something else: said, and nothing is broken", async () => {
    const { migrate, write, read } = open("app-v4");
    write("lib/auth.ts", `${read("lib/auth.ts")}\nexport const auth = 1\n`);
    const todo = todosOf(JSON.parse((await migrate("--json")).stdout).result);
    expect(todo).toContainEqual(
      expect.objectContaining({ path: "lib/auth.ts", why: expect.stringContaining("`auth`") }),
    );
    expect(read("lib/auth.ts")).toContain("getServerSession(authOptions)");
    expect(read("package.json")).toContain('"next-auth"');
  });

  test.each([
    [
      "a request given to the client's getSession",
      'import { getSession } from "next-auth/react";\nexport const s = (c: never) => getSession(c);',
      "takes no request",
      true,
    ],
    [
      "the advanced form",
      "export default (req: never, res: never) => NextAuth(req, res, { providers: [] });",
      "is gone",
      true,
    ],
    [
      "httpOptions",
      "export const o: NextAuthOptions = { providers: [{ httpOptions: { timeout: 1 } } as never] };",
      "`httpOptions`",
      false,
    ],
  ])("%s: left to a person, with place and advice", async (_, line, why, breaks) => {
    const { migrate, write, folder } = open("app-v4");
    const head = 'import NextAuth, { getServerSession, type NextAuthOptions } from "next-auth";\n';
    write("lib/more.ts", `${head}${line}\n`);
    const { stdout, code } = await migrate("--json");
    expect(code).toBe(breaks ? 1 : 0);
    expect(todosOf(JSON.parse(stdout).result)).toContainEqual({
      path: "lib/more.ts",
      line: expect.any(Number),
      why: expect.stringContaining(why),
      write: expect.stringMatching(/.{4}/),
      ...(breaks && { breaks }),
    });
    expect(existsSync(path.join(folder, ".auth"))).toBe(true);
  });
});

describe("CL-08: a mock of NextAuth itself is moved, and listed where it returned a handler", () => {
  const mocks = [
    'vi.mock("next-auth", () => ({ __esModule: true, default: () => () => undefined }));',
    'jest.mock("next-auth/next", () => ({ default: jest.fn(() => jest.fn()) }));',
    'vi.mock("next-auth", function () { return { default: handler }; });',
  ];
  test.each<[string, string, boolean]>([
    ...mocks.map((mock): [string, string, boolean] => ["app-v4", mock, true]),
    ["app-v4", 'jest.mock("next-auth/react", () => ({ useSession: jest.fn() }));', false],
    ["credentials-v5", 'vi.mock("next-auth", () => ({ default: () => ({ handlers, auth }) }));', false],
  ])("%s: %s", async (name, mock, isListed) => {
    const { migrate, read, write } = open(name);
    write("route.test.ts", `${mock}\n`);
    const { stdout } = await migrate("--json");
    expect(read("route.test.ts")).toBe(
      `${mock.replace(/"next-auth(?:\/next)?"/, '"authwright/next"').replace("next-auth/react", "authwright/react")}\n`,
    );
    const why = "this mocks what NextAuth() returns, which is an object now";
    const listed = todosOf(JSON.parse(stdout).result).filter((one) => one.why === why);
    expect(listed.map((one) => `${one.path}:${one.line}`)).toEqual(isListed ? ["route.test.ts:1"] : []);
  });
});

describe("next-auth 5 and @auth/*", () => {
  test("only the modules of imports change", async () => {
    const app = open("credentials-v5");
    const before = app.read("src/auth.ts");
    await app.migrate();
    expect(app.read("src/auth.ts")).toBe(
      before.replace('"next-auth"', '"authwright/next"').replaceAll('"next-auth/', '"authwright/'),
    );
    expect(app.read("src/actions.test.ts")).toContain('vi.mock("authwright/react",');
  });

  test("Express: imports and the types in comments", async () => {
    const { migrate, read } = open("express");
    await migrate();
    expect(read("src/server.js")).toContain('import { ExpressAuth, getSession } from "authwright/express"\n');
    expect(read("src/auth-config.js")).toContain(
      '/** @type {import("authwright/express").ExpressAuthConfig} */\n',
    );
  });

  test("adapters of @auth stay, and the person is told", async () => {
    const { migrate, read, write } = open("express");
    write(
      "package.json",
      read("package.json").replace('"express"', '"@auth/pg-adapter": "^1.11.0",\n    "express"'),
    );
    const { stdout } = await migrate("--json");
    expect(JSON.parse(stdout).result.kept).toEqual(["@auth/pg-adapter"]);
    expect(read("package.json")).toContain('"@auth/pg-adapter"');
  });

  test("F-31 adapters for next-auth 4 only are swapped for those of the same tables, with imports and package.json", async () => {
    const { folder, migrate, read, write } = open("pages-v4");
    write(
      "package.json",
      read("package.json").replace(
        /"@auth\/prisma-adapter": "[^"]*"/,
        '"@next-auth/prisma-adapter": "^1.0.7"',
      ),
    );
    const file = "src/pages/api/auth/[...nextauth].ts";
    write(file, read(file).replace("@auth/prisma-adapter", "@next-auth/prisma-adapter"));
    const legacy = 'import { TypeORMLegacyAdapter } from "@next-auth/typeorm-legacy-adapter";\n';
    write("src/server/orm.ts", `${legacy}export const orm = TypeORMLegacyAdapter("mysql://db");\n`);
    const before = snapshotOf(folder);
    const { warnings } = JSON.parse((await migrate("--json")).stdout);
    expect(warnings).toEqual([]);
    expect(read(file)).toContain('import { PrismaAdapter } from "@auth/prisma-adapter";');
    expect(read("src/server/orm.ts")).toBe(
      'import { TypeORMAdapter } from "@auth/typeorm-adapter";\nexport const orm = TypeORMAdapter("mysql://db");\n',
    );
    const { dependencies } = JSON.parse(read("package.json"));
    expect(dependencies["@auth/prisma-adapter"]).toBe("^2.11.0");
    expect(Object.keys(dependencies)).not.toContain("@next-auth/prisma-adapter");
    const second = JSON.parse((await migrate("--json")).stdout);
    expect(second.plan.steps.every(({ status }: { status: string }) => status === "already")).toBe(true);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("packages that are too old for it, or have no successor, are named", async () => {
    const { migrate, read, write } = open("pages-v4");
    const manifest = read("package.json").replace('"^7.0.11"', '"^6.9.0"');
    write("package.json", manifest.replace("@auth/prisma-adapter", "@next-auth/fauna-adapter"));
    const { warnings } = JSON.parse((await migrate("--json")).stdout);
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(["AUTH_W_OLD_ADAPTER"]);
    expect(warnings[0].message).toContain("@auth/fauna-adapter");
    expect(read("package.json")).toContain('"nodemailer": "^7.0.0"');
  });

  test("F-52 optional packages that ours takes in newer versions only go up in package.json; undo takes it back", async () => {
    const { folder, migrate, read, write } = open("pages-v4");
    const manifest = JSON.parse(read("package.json"));
    Object.assign(manifest.dependencies, {
      nodemailer: "^6.9.0",
      "@simplewebauthn/server": "9.0.3",
      "@simplewebauthn/browser": "^9.0.1",
    });
    write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
    const before = snapshotOf(folder);
    const { plan } = JSON.parse((await migrate("--json")).stdout);
    expect(JSON.parse(read("package.json")).dependencies).toMatchObject({
      nodemailer: "^7.0.0",
      "@simplewebauthn/server": "^14.0.0",
      "@simplewebauthn/browser": "^14.0.0",
    });
    const reasons = plan.steps.map(({ reason }: { reason: string }) => reason).join("\n");
    expect(reasons).toContain("@simplewebauthn/server ^14.0.0 for 9.0.3");
    const second = JSON.parse((await migrate("--json")).stdout);
    expect(second.plan.steps.every(({ status }: { status: string }) => status === "already")).toBe(true);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["one that sorts behind ours", { "class-variance-authority": "^0.7.0" }, "9"],
    ["a range of two ends", { "class-variance-authority": "^0.7.0" }, ">=9.0.0 <10.0.0"],
    ["a range with x", { zod: "3" }, "9.x"],
    ["a caret", { aaa: "1" }, "^9.0.2"],
  ])("RA-02 package.json stays one when a range goes up beside it: %s", async (_what, more, range) => {
    const { folder, migrate, read, write } = open("pages-v4");
    for (const indent of [2, 4, "\t"]) {
      const manifest = JSON.parse(read("package.json"));
      const { dependencies } = manifest;
      manifest.dependencies = {
        "@simplewebauthn/server": range,
        "@simplewebauthn/browser": range,
        ...more,
        ...dependencies,
      };
      write("package.json", `${JSON.stringify(manifest, null, indent)}\n`);
      const before = snapshotOf(folder);
      const result = await migrate();
      expect([0, 1], result.stderr).toContain(result.code);
      const after = JSON.parse(read("package.json"));
      expect(after.dependencies).toMatchObject({ ...more, "@simplewebauthn/server": "^14.0.0" });
      expect(after.dependencies.authwright).toBeDefined();
      // No line has an indentation of its own.
      expect(read("package.json")).toBe(`${JSON.stringify(after, null, indent)}\n`);
      expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    }
  });

  test("RA-03 a file that keeps the old package beside a raised range is said to break, and nothing is installed", async () => {
    const { folder, read, write } = open("pages-v4");
    const manifest = JSON.parse(read("package.json"));
    manifest.dependencies["@simplewebauthn/server"] = "^9.0.2";
    write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
    write("keeps.ts", 'import { anything } from "next-auth/lib/internal";\nexport const kept = anything;\n');
    const result = await runMain(folder, ["migrate", "--yes", "--json"]);
    const { plan, result: told } = JSON.parse(result.stdout);
    expect(plan.steps.map(({ kind }: { kind: string }) => kind)).not.toContain("install");
    const kept = told.breaksNow.filter(({ path: file }: { path: string }) => file === "keeps.ts");
    expect(kept).toContainEqual(expect.objectContaining({ line: 1 }));
    expect(JSON.stringify(kept)).toContain("@simplewebauthn/server");
    expect(result.code).toBe(1);
  });

  test("RA-05, CL-06 the advice for getCsrfToken on the server and for an own decode() holds when it is followed", async () => {
    const { folder, write } = open("pages-v4");
    write(
      "token.tsx",
      'import { getCsrfToken } from "next-auth/react";\nexport default function Page() { return null; }\nexport const getServerSideProps = async (context: { req: never }) => ({ props: { csrfToken: await getCsrfToken(context) } });\n',
    );
    write(
      "read.ts",
      'import { decode } from "next-auth/jwt";\nexport const read = (token: string) => decode({ token, secret: "x" });\n',
    );
    const { stdout } = await runMain(folder, ["migrate", "--yes", "--no-install", "--json"]);
    const { breaksNow } = JSON.parse(stdout).result as { breaksNow: { path: string; write: string }[] };
    const adviceOf = (file: string) => breaksNow.find((one) => one.path === file)?.write ?? "";
    // undefined is no JSON: the page would answer 500.
    expect(adviceOf("token.tsx")).toMatch(/^null for the page, .*signIn\(/);
    expect(adviceOf("read.ts")).toContain("__Secure-authjs.session-token");
  });

  test("RA-03 the version of the old package is read from ours", async () => {
    const { migrate, read, write } = open("pages-v4");
    write(
      "version.ts",
      'import packageJSON from "next-auth/package.json";\nexport const { version } = packageJSON;\n',
    );
    await migrate();
    expect(read("version.ts")).toContain('from "authwright/package.json"');
    expect(read("package.json")).not.toContain('next-auth"');
  });

  test("F-52 what is raised is what our own package.json asks for", () => {
    const { peerDependencies } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8"));
    for (const [name, least] of Object.entries(raisedPeers)) {
      const range = peerDependencies[name] ?? peerDependencies["@simplewebauthn/server"];
      expect(range, name).toMatch(new RegExp(`^>=${least} `));
    }
  });

  test("F-52 a range that says nothing of versions is left, with a warning where an old one is installed", async () => {
    const { folder, migrate, read, write } = open("pages-v4");
    write("package.json", read("package.json").replace('"^7.0.11"', '"catalog:"'));
    mkdirSync(path.join(folder, "node_modules/nodemailer"), { recursive: true });
    write("node_modules/nodemailer/package.json", '{ "version": "6.9.1" }');
    const { warnings } = JSON.parse((await migrate("--json")).stdout);
    expect(warnings).toContainEqual({
      code: "AUTH_W_PEER",
      message: expect.stringContaining("npm install nodemailer@7"),
    });
    expect(read("package.json")).toContain('"nodemailer": "catalog:"');
  });

  test("F-30 patches, overrides and resolutions of the old packages are listed with their lines", async () => {
    const { folder, migrate, read, write } = open("app-v4");
    const manifest = JSON.parse(read("package.json"));
    Object.assign(manifest, {
      overrides: { "next-auth": { nodemailer: "^7" }, other: "1" },
      resolutions: { "**/next-auth": "4.24.5" },
      pnpm: {
        patchedDependencies: { "next-auth@4.24.15": "patches/next-auth@4.24.15.patch", "next-auth-x@1": "x" },
      },
    });
    write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
    write(
      "pnpm-workspace.yaml",
      "packages:\n  - next-auth\npatchedDependencies:\n  'next-auth@4.24.15': patches/a.patch\n  zod: b.patch\n",
    );
    for (const file of [
      "patches/next-auth+4.24.15.patch",
      ".yarn/patches/@auth-core-npm-0.41.3-1a2b.patch",
      "patches/next-auth-x+1.patch",
    ]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      write(file, "");
    }
    const { result } = JSON.parse((await migrate("--json")).stdout);
    const places = todosOf(result).map(({ path: file, why }) => `${file}: ${why}`);
    expect(places).toEqual(
      expect.arrayContaining([
        "package.json: overrides is about next-auth, which goes",
        "package.json: resolutions is about next-auth, which goes",
        "package.json: pnpm.patchedDependencies patches next-auth, which goes: the next install fails",
        "pnpm-workspace.yaml: patchedDependencies patches next-auth, which goes: the next install fails",
        "patches/next-auth+4.24.15.patch: a patch is about next-auth, which goes",
        ".yarn/patches/@auth-core-npm-0.41.3-1a2b.patch: a patch is about @auth/core, which goes",
      ]),
    );
    expect(places.filter((place) => /next-auth-x|zod|other|: packages/.test(place))).toEqual([]);
    const yaml = todosOf(result).find((one) => one.path === "pnpm-workspace.yaml");
    expect(yaml?.line).toBe(4);
  });

  test("CL-32: patches of a package that a test keeps are listed, its pins are not", async () => {
    const { folder, migrate, read, write } = open("app-v4");
    const manifest = JSON.parse(read("package.json"));
    manifest.overrides = { "next-auth": { nodemailer: "^7" } };
    manifest.devDependencies = { ...manifest.devDependencies, "patch-package": "^8" };
    write("package.json", JSON.stringify(manifest, null, 2));
    write("kept.test.js", 'export const css = require.resolve("next-auth/css");\n');
    for (const file of [
      "patches/next-auth+4.24.15.patch",
      ".yarn/patches/next-auth-npm-4.24.15-1a2b.patch",
    ]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      write(file, "");
    }
    const { result } = JSON.parse((await migrate("--json")).stdout);
    const listed = todosOf(result).filter(({ why }) => why.includes("stays for the files"));
    expect(listed.map((one) => one.path).sort()).toEqual([
      ".yarn/patches/next-auth-npm-4.24.15-1a2b.patch",
      "patches/next-auth+4.24.15.patch",
    ]);
    expect(todosOf(result).filter(({ why }) => why.includes("which goes"))).toEqual([]);
  });

  test("F-53 an install that fails loses neither what is left nor what is next, and the next run installs", async () => {
    const { folder, read, write } = open("app-v4");
    write("package.json", read("package.json"));
    // A package manager that fails, found before the real one.
    const bin = path.join(folder, "..", "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, "npm"), "#!/bin/sh\necho no network >&2\nexit 1\n", { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
    const args = ["migrate", "--yes", "--package-manager", "npm"];
    const failed = await runMain(folder, args);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain("no network");
    expect(failed.stderr).toMatch(/Next:\n +1\./);
    const json = JSON.parse((await runMain(folder, [...args, "--json"])).stdout);
    expect(json).toMatchObject({
      ok: false,
      error: { code: "AUTH_E_INSTALL" },
      // CL-30: the command that is left, and not the one that was typed.
      next: [{ command: "npm install", why: expect.stringContaining(`packages are missing in ${folder}`) }],
      result: { breaksNow: expect.any(Array), tidyUp: expect.any(Array) },
    });
    expect(json.plan.steps).toContainEqual(expect.objectContaining({ kind: "install", status: "todo" }));
    vi.unstubAllEnvs();
  });

  test("RA-08 one undo takes back the lock file of an install that failed once, too", async () => {
    const { folder, write } = open("app-v4");
    write("package-lock.json", '{ "lockfileVersion": 3, "of": "next-auth" }\n');
    const before = snapshotOf(folder);
    const bin = path.join(folder, "..", "bin once");
    mkdirSync(bin, { recursive: true });
    const npm = (script: string) =>
      writeFileSync(path.join(bin, "npm"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
    const args = ["migrate", "--yes", "--package-manager", "npm"];
    npm("exit 1");
    expect((await runMain(folder, args)).code).toBe(1);
    npm(`echo '{ "lockfileVersion": 3, "of": "authwright" }' > package-lock.json`);
    expect((await runMain(folder, args)).code).toBe(0);
    expect(readFileSync(path.join(folder, "package-lock.json"), "utf8")).toContain("authwright");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(withoutJournal(snapshotOf(folder))).toEqual(before);
    vi.unstubAllEnvs();
  });

  test.each([
    ["latest", true],
    ["beta", false],
    ["catalog:", true],
    ["^4.24.0", true],
    ["5.0.0-beta.30", false],
  ])("next-auth %s: read as version 4: %s", async (range, isVersion4) => {
    const { migrate, read, write } = open("app-v4");
    write("package.json", read("package.json").replace('"4.24.15"', JSON.stringify(range)));
    if (range === "catalog:") write("pnpm-workspace.yaml", "catalog:\n  next-auth: ^4.24.15\n");
    await migrate();
    expect(read("app/page.tsx").includes("await auth()")).toBe(isVersion4);
  });

  test("next-auth 3: said, and nothing is half done", async () => {
    const { folder, migrate, read, write } = open("pages-v4");
    write("package.json", read("package.json").replace(/("next-auth": ")[^"]*/, "$1^3.29.10"));
    const before = snapshotOf(folder);
    const { code, stderr } = await migrate();
    expect([code, stderr]).toEqual([3, expect.stringContaining("next-auth 3 is too old")]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a project without any of them: exit 2, nothing written", async () => {
    const { migrate, write, folder } = open("express");
    write("package.json", '{ "name": "x" }\n');
    const before = snapshotOf(folder);
    expect((await migrate()).code).toBe(2);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a file with a syntax error is named and left alone", async () => {
    const { migrate, write, read } = open("express");
    write("src/broken.js", 'import { Auth } from "@auth/core";\nconst = 1;\n');
    const { stdout } = await migrate("--json");
    expect(todosOf(JSON.parse(stdout).result)).toEqual([expect.objectContaining({ path: "src/broken.js" })]);
    expect(read("src/broken.js")).toContain('"@auth/core"');
    expect(read("package.json")).toContain('"@auth/core"');
  });
});

test("F-06 what breaks is listed first, and the command ends with 1 although all is written", async () => {
  const { migrate, write, read } = open("app-v4");
  write("lib/names.ts", 'export const cookie = "next-auth.session-token";\n');
  const { code, stdout, stderr } = await migrate();
  expect(code).toBe(1);
  expect(stdout).toMatch(/Breaks now \(1\):\n {2}lib\/names\.ts:1: .*\(AUTH_W_COOKIE_NAME\)\n/);
  expect(stderr).toContain("1 of the places listed break");
  expect(read("package.json")).toContain('"authwright"');
});

test("F-34 the top of a workspace migrates its packages, each by a plan of its own, what others import first", async () => {
  const { folder, migrate, read } = open("monorepo");
  const before = snapshotOf(folder);
  const dry = await migrate("--dry-run");
  expect(dry.code).toBe(0);
  expect(dry.stdout).toMatch(/packages\/auth\nPackages: +next-auth -> authwright[\s\S]*apps\/web\nPackages:/);
  expect(snapshotOf(folder)).toEqual(before);
  const { code, stdout } = await migrate("--json");
  const { packages } = JSON.parse(stdout).result;
  expect(code, stdout).toBe(0);
  expect(packages.map((one: { path: string }) => one.path)).toEqual(["packages/auth", "apps/web"]);
  expect(new Set(packages.map((one: { plan: { id: string } }) => one.plan.id)).size).toBe(2);
  expect(read("packages/auth/src/get-session.ts")).toContain("return await auth(ctx);");
  expect(read("apps/web/src/pages/api/auth/[...nextauth].ts")).toContain("export default handlers.pages;");
  for (const app of ["apps/web", "packages/auth"])
    expect((await runMain(folder, ["undo", "--yes", "--cwd", app])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("in a workspace the step to install is told once, after the last package", async () => {
  const { folder, migrate } = open("monorepo");
  const { stderr } = await migrate();
  expect(stderr.match(/Install the dependencies/g)).toHaveLength(1);
  expect(stderr.indexOf("\napps/web\n")).toBeLessThan(stderr.indexOf("Install the dependencies"));
  expect((await runMain(folder, ["undo", "--yes", "--cwd", "apps/web"])).code).toBe(0);
  // What is left to migrate is one package, which says it.
  expect((await migrate()).stderr.match(/Install the dependencies/g)).toHaveLength(1);
});

test.each([
  ['import Own from "next-auth/providers/nowhere";\nexport const own = Own;', true],
  ['import * as Own from "next-auth/providers/nowhere";\nexport const own = Own;', true],
  ['export { default as own } from "next-auth/providers/nowhere";', true],
  ['const Own = require("next-auth/providers/nowhere");\nmodule.exports = Own;', true],
  ['import type { OwnProfile } from "next-auth/providers/nowhere";\nexport type Own = OwnProfile;', false],
])("a provider that there is not breaks now where its value is taken: %s", async (code, breaks) => {
  const { migrate, write } = open("app-v4");
  write("lib/own.ts", `${code}\n`);
  const { result } = JSON.parse((await migrate("--json")).stdout);
  const inFile = (list: readonly Left[]) => list.filter(({ path: file }) => file === "lib/own.ts");
  const said = expect.objectContaining({ why: 'there is no provider "nowhere"', line: 1 });
  expect([inFile(result.breaksNow), inFile(result.tidyUp)]).toEqual(breaks ? [[said], []] : [[], [said]]);
});

test("F-36 a dry run begins with the summary; the diff shows with --diff and with --verbose", async () => {
  const { migrate, write } = open("app-v4");
  write("lib/names.ts", 'export const cookie = "next-auth.session-token";\n');
  const brief = await migrate("--dry-run");
  expect(brief.stdout).toMatch(
    /^Packages: +next-auth -> authwright\nFiles: +\d+ edited\nBreaks now: +1, listed below\nTidy up: +nothing\n/,
  );
  expect(brief.stdout).toContain("app/page.tsx");
  expect(brief.stdout).not.toContain("+++");
  for (const flag of ["--diff", "--verbose"])
    expect((await migrate("--dry-run", flag)).stdout).toContain("+++ b/app/page.tsx");
});
