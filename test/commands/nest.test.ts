/** What the commands do in Nest projects, whose root module takes sign-in in; test/commands/init.test.ts has what holds for all. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { diffLines } from "diff";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (folder: string, file: string, text: string) => writeFileSync(path.join(folder, file), text);
const added = (before: string, after: string): string[] =>
  diffLines(before, after).flatMap((part) => (part.added ? part.value.split("\n").slice(0, -1) : []));
async function documentOf(folder: string, ...args: string[]) {
  const result = await runMain(folder, [...args, "--json"]);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}

const root = "src/app.module.ts";

describe.each([
  ["nest11-ts", "./auth"],
  ["nest12-ts", "./auth.js"],
])("%s", (name, specifier) => {
  test("init writes the auth file and takes it into the root module; main.ts stays as it is", async () => {
    const folder = copyProject(name);
    const [main, module] = [read(folder, "src/main.ts"), read(folder, root)];
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(added(module, read(folder, root))).toEqual([
      `import { DashboardController, auth } from '${specifier}';`,
      "  imports: [auth],",
      "  controllers: [AppController, DashboardController],",
    ]);
    expect(read(folder, "src/main.ts")).toBe(main);
    expect(read(folder, "src/auth.ts")).toMatch(
      /AuthModule\.forRoot\(\{\n {2}providers: \[GitHub\],\n {2}\/\/ .*\n {2}pageAddresses: true,\n\}\);/,
    );
    const { result } = await documentOf(folder, "info");
    expect(result).toMatchObject({
      frameworks: [{ id: "nest" }],
      authFile: "src/auth.ts",
      serverFile: "src/main.ts",
    });
  });

  test("providers and a store come and go, byte for byte; the doctor finds nothing but what is to be filled in", async () => {
    const folder = copyProject(name);
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const own = read(folder, "src/auth.ts");
    const document = await documentOf(folder, "add-provider", "gitlab", "--no-install");
    expect(document.result.providers[0].callbackUrl).toBe("http://localhost:3000/auth/callback/gitlab");
    expect(read(folder, "src/auth.ts")).toContain("[GitHub, GitLab]");
    await documentOf(folder, "remove-provider", "gitlab");
    expect(read(folder, "src/auth.ts")).toBe(own);
    await documentOf(folder, "undo");
    await documentOf(folder, "undo");
    await documentOf(folder, "add-adapter", "kysely", "--no-install");
    expect(read(folder, "src/auth.ts")).toContain("adapter:");
    const { result } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout);
    const unsound = result.findings.filter(
      (one: { code: string; level: string }) => one.level !== "hint" && one.code !== "AUTH_D_NOT_INSTALLED",
    );
    expect(unsound).toEqual([]);
    await documentOf(folder, "undo");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a foreign auth file is a conflict", async () => {
    const folder = copyProject(name);
    write(folder, "src/auth.ts", "export const mine = 1;\n");
    const before = snapshotOf(folder);
    const refused = await init(folder);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("src/auth.ts");
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test.each([
  ["nest11-ts", true],
  ["nest12-ts", false],
])("%s: a store whose types TypeScript would refuse is told of: %s", async (name, isTold) => {
  const folder = copyProject(name);
  const { code, stderr } = await init(folder, "--session", "database");
  expect(code, stderr).toBe(0);
  expect(stderr.includes("it sees two Kysely classes")).toBe(isTold);
});

describe("root modules, as people write them", () => {
  test.each([
    [
      "no lists",
      "@Module({})\nexport class AppModule {}\n",
      ["@Module({", "  imports: [auth],", "  controllers: [DashboardController],", "})"],
    ],
    [
      "other members alone",
      "@Module({\n  providers: [],\n})\nexport class AppModule {}\n",
      ["  imports: [auth],", "  controllers: [DashboardController],"],
    ],
    [
      "lists over several lines",
      "@Module({\n  imports: [\n    ConfigModule.forRoot(),\n    UsersModule\n  ],\n  controllers: [],\n})\nexport class AppModule {}\n",
      ["    UsersModule,", "    auth", "  controllers: [DashboardController],"],
    ],
  ])("%s", async (_what, text, lines) => {
    const folder = copyProject("nest12-ts");
    const module = `import { Module } from '@nestjs/common';\n\n${text}`;
    write(folder, root, module);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(added(module, read(folder, root)).slice(1)).toEqual(lines);
    expect((await init(folder)).stderr).toContain("Nothing to do");
  });

  test("sign-in that stands in the root module itself is left as it is", async () => {
    const folder = copyProject("nest12-ts");
    write(
      folder,
      root,
      "import { Module } from '@nestjs/common';\nimport { AuthModule } from 'authwright/nest';\nimport GitHub from 'authwright/providers/github';\n\n@Module({\n  imports: [AuthModule.forRoot({ providers: [GitHub] })],\n  providers: [],\n})\nexport class AppModule {}\n",
    );
    const before = read(folder, root);
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, root)).toBe(before);
    const { result } = await documentOf(folder, "info");
    expect(result.authFile).toBe(root);
    await documentOf(folder, "add-provider", "gitlab", "--no-install");
    expect(read(folder, root)).toContain("providers: [GitHub, GitLab]");
  });
});

describe("what cannot be set up is refused by name, with the lines to add", () => {
  const main = "src/main.ts";
  test.each([
    [
      main,
      "Fastify",
      "NestFactory.create(AppModule",
      "NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter()",
      "runs on Fastify",
    ],
    [
      main,
      "a module that is made",
      "create(AppModule)",
      "create(AppModule.register())",
      "not named in this line",
    ],
    [
      main,
      "several apps",
      "  await app.listen",
      "  const other = await NestFactory.create(AppModule);\n  await app.listen",
      "several applications",
    ],
    [root, "a list from elsewhere", "imports: []", "imports: modules", "isn't a list literal"],
    [root, "auth is taken", "@Module", "const auth = 1;\n@Module", "`auth` is taken"],
    [root, "no decorator in sight", "@Module(", "@RootModule(", "no @Module"],
  ])("%s: %s", async (file, _what, from, to, said) => {
    const folder = copyProject("nest12-ts");
    const text = read(folder, file);
    expect(text).toContain(from);
    write(folder, file, text.replace(from, to));
    const before = snapshotOf(folder);
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(3);
    expect(result.stderr).toContain(said);
    expect(result.stderr).toMatch(new RegExp(`${file}:\\d+`));
    expect(result.stderr).toContain("imports: [auth],");
    expect(snapshotOf(folder)).toEqual(before);
  });

  const registered = `  static register() {
    return { module: AppModule, imports: [] };
  }`;
  test.each([
    [main, "create(AppModule)", "create(AppModule.register())"],
    [main, "  await app.listen", "  const other = await NestFactory.create(AppModule);\n  await app.listen"],
    [root, "imports: []", "imports: modules"],
    [root, "@Module(", "@RootModule("],
  ])(
    "RA-14: the lines that are shown are lines that init knows again: %s, %s as %s",
    async (file, from, to) => {
      const folder = copyProject("nest12-ts");
      write(folder, file, read(folder, file).replace(from, to));
      const refused = await init(folder);
      expect(refused.code, refused.stderr).toBe(3);
      const shown = /import \{ DashboardController, auth \} from "[^"]+";/.exec(refused.stderr)?.[0] ?? "";
      expect(shown).toContain("./auth.js");
      const text = read(folder, root)
        .replace(/imports: (?:\[\]|modules)/, "imports: [auth]")
        .replace("controllers: [AppController]", "controllers: [AppController, DashboardController]")
        .replace("AppModule {}", `AppModule {\n${registered}\n}`);
      write(folder, root, `${shown}\n${text}`);
      const byHand = read(folder, root);
      const { code, stderr } = await init(folder);
      expect(code, stderr).toBe(0);
      expect(read(folder, root)).toBe(byHand);
      expect(read(folder, "src/auth.ts")).toContain("AuthModule.forRoot(");
      const before = snapshotOf(folder);
      expect((await init(folder)).code).toBe(0);
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  test("RA-14: on Fastify such lines change nothing", async () => {
    const folder = copyProject("nest12-ts");
    const fastify = "NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter()";
    write(folder, main, read(folder, main).replace("NestFactory.create(AppModule", fastify));
    const lines = 'import { auth } from "./auth.js";\n';
    write(folder, root, lines + read(folder, root).replace("imports: []", "imports: [auth]"));
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder);
    expect([code, stderr]).toEqual([3, expect.stringContaining("runs on Fastify")]);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("no file that makes an app: usage", async () => {
    const folder = copyProject("nest12-ts");
    write(folder, main, "export {};\n");
    const result = await init(folder);
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("--server");
  });
});

describe("auth protect", () => {
  const orders = `import { Controller, Get, Post } from '@nestjs/common';

@Controller('orders')
export class OrdersController {
  @Get()
  list(): string {
    return 'orders';
  }

  @Post(':id/refund')
  refund(): string {
    return 'done';
  }
}
`;
  const guarded = (...args: string[]) => ["protect", "--yes", ...args];
  async function appWith(text: string): Promise<string> {
    const folder = copyProject("nest12-ts");
    expect((await init(folder)).code).toBe(0);
    write(folder, "src/orders.controller.ts", text);
    return folder;
  }

  test.each([
    ["a whole controller", ["/orders"], ["@Require()"]],
    ["one handler", ["/orders/*/refund"], []],
    [
      "a handler by its parameter",
      ["/orders/:id/refund", "--role", "admin"],
      ["  @Require({ role: 'admin' })"],
    ],
  ])("%s; nothing more the second time; undo", async (_what, args, lines) => {
    const folder = await appWith(orders);
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, guarded(...args));
    expect(code, stderr).toBe(0);
    const wanted = lines.length > 0 ? lines : ["  @Require()"];
    expect(added(orders, read(folder, "src/orders.controller.ts"))).toEqual([
      "import { Require } from 'authwright/nest';",
      ...wanted,
    ]);
    expect((await runMain(folder, guarded(...args))).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("paths with the global prefix, and an address that nothing answers", async () => {
    const folder = await appWith(orders);
    const main = read(folder, "src/main.ts");
    write(
      folder,
      "src/main.ts",
      main.replace("  await app.listen", "  app.setGlobalPrefix('api');\n  await app.listen"),
    );
    const refused = await runMain(folder, guarded("/orders"));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("/api/orders");
    expect((await runMain(folder, guarded("/api/orders"))).code).toBe(0);
    expect(read(folder, "src/orders.controller.ts")).toContain("@Require()\n@Controller('orders')");
  });

  test.each([
    ["app.useStaticAssets('public');", 3],
    ["app.useStaticAssets('public', { prefix: '/orders/files' });", 3],
    ["app.useStaticAssets('public', { prefix: '/assets' });", 0],
    ["app.use(app.get(AuthGuard).require({ path: '/orders' }));\n  app.useStaticAssets('public');", 0],
  ])("EDG-04: files that are served beside the handlers: %s", async (lines, exit) => {
    const folder = await appWith(orders);
    const main = read(folder, "src/main.ts");
    write(folder, "src/main.ts", main.replace("  await app.listen", `  ${lines}\n  await app.listen`));
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, guarded("/orders"));
    expect(code, stderr).toBe(exit);
    if (exit === 0) return;
    expect(stderr).toContain('app.use(app.get(AuthGuard).require({ path: "/orders" }));');
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard with another requirement is a person's decision", async () => {
    const folder = await appWith(orders);
    expect((await runMain(folder, guarded("/orders"))).code).toBe(0);
    const before = snapshotOf(folder);
    const { code, stderr } = await runMain(folder, guarded("/orders", "--role", "admin"));
    expect(code).toBe(3);
    expect(stderr).toContain("a guard is there that asks for something else");
    expect(stderr).toContain('@Require({ role: "admin" })');
    expect(snapshotOf(folder)).toEqual(before);
  });
});
