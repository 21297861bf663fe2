import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const git = (folder: string, ...args: string[]) =>
  execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    encoding: "utf8",
  });

function committed(name: string): string {
  const folder = copyProject(name);
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  git(folder, "commit", "-qm", "start");
  return folder;
}

test("D5: what is next is said when the install step fails, too", async () => {
  const folder = copyProject("express-esm-ts");
  // A package manager that fails, found before the real one; not in the project, where none is looked for.
  const bin = copyProject("empty");
  writeFileSync(path.join(bin, "npm"), "#!/bin/sh\necho no network >&2\nexit 1\n", { mode: 0o755 });
  vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--package-manager", "npm"]);
  vi.unstubAllEnvs();
  expect(code).toBe(1);
  expect(stderr).toContain("no network");
  expect(stderr).toMatch(/Next:\n +1\./);
  expect(stderr).toContain("Install the packages: npm install");
});

const projects = [
  ["express-esm-ts", []],
  ["express-esm-js", []],
  ["express-cjs", []],
  ["express-cjs-ts", []],
  ["express-cjs-ts", ["--esm"]],
  ...["hono", "fastify", "koa", "h3", "nitro", "node"].flatMap((id) => [
    [`${id}-ts`, []] as const,
    [`${id}-js`, []] as const,
  ]),
  ["nuxt-ts", []],
  ["nest11-ts", []],
  ["nest12-ts", []],
  ["next-app-ts", []],
  ["next-src-js", []],
  ["next-pages-ts", []],
  ["next-pages-src-js", []],
] as const;

describe.each(projects)("%s", (name, flags) => {
  const init = (folder: string, ...more: string[]) =>
    runMain(folder, ["init", "--yes", "--no-install", "--json", ...flags, ...more]);

  test("the second run is an empty plan, and undo leaves no trace", async () => {
    const folder = committed(name);
    const before = snapshotOf(folder);
    const first = await init(folder);
    // An import without an extension does not load in the ES module that was asked for.
    const isOpen = name === "express-cjs-ts" && flags.length > 0;
    expect(first.code, first.stdout).toBe(isOpen ? 1 : 0);
    const after = snapshotOf(folder);
    expect(after).not.toEqual(before);
    const second = await init(folder);
    expect(second.code).toBe(0);
    const statuses: string[] = JSON.parse(second.stdout).plan.steps.map(
      (step: { status: string }) => step.status,
    );
    expect(new Set(statuses)).toEqual(new Set(["already"]));
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    const gitFiles = (tree: Record<string, string>) =>
      Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith(".git/")));
    expect(gitFiles(snapshotOf(folder))).toEqual(gitFiles(before));
    expect(git(folder, "status", "--porcelain", "--ignored")).toBe("");
  });

  test("a dry run writes nothing and shows the plan that is applied, CRLF or not", async () => {
    for (const eol of ["\n", "\r\n"]) {
      const folder = copyProject(name);
      const source = [
        "src/app.ts",
        "src/server.ts",
        "server.js",
        "app.js",
        "src/index.ts",
        "app/page.tsx",
        "src/app/page.js",
        "pages/index.tsx",
        "src/pages/index.js",
        "routes/index.ts",
        "server/routes/index.js",
        "src/main.ts",
        "nuxt.config.ts",
      ].find((file) => existsSync(path.join(folder, file)));
      const file = path.join(folder, source ?? "");
      writeFileSync(file, readFileSync(file, "utf8").replaceAll("\n", eol));
      const before = snapshotOf(folder);
      const dry = await init(folder, "--dry-run");
      expect(snapshotOf(folder)).toEqual(before);
      const real = await init(folder);
      expect(JSON.parse(dry.stdout).plan).toEqual(JSON.parse(real.stdout).plan);
      const text = readFileSync(file, "utf8");
      expect(
        text
          .split("\n")
          .filter((line, at, all) => at < all.length - 1 && line.endsWith("\r") !== (eol === "\r\n")),
      ).toEqual([]);
    }
  });

  test("secrets: 0600, ignored by git, in no output and no journal", async () => {
    const folder = committed(name);
    const envFile = name.startsWith("next") ? ".env.local" : ".env";
    const plain = await runMain(folder, ["init", "--yes", "--no-install", "--verbose", ...flags]);
    const secret = /^AUTH_SECRET=(.+)$/m.exec(readFileSync(path.join(folder, envFile), "utf8"))?.[1] ?? "";
    expect(Buffer.from(secret, "base64")).toHaveLength(32);
    expect(statSync(path.join(folder, envFile)).mode & 0o777).toBe(0o600);
    expect(git(folder, "status", "--porcelain")).not.toContain(envFile + "\n");
    expect(git(folder, "check-ignore", envFile).trim()).toBe(envFile);
    expect(plain.stdout + plain.stderr).not.toContain(secret);
    const tree = Object.entries(snapshotOf(folder)).filter(
      ([file]) => file !== envFile && !file.startsWith(".git/"),
    );
    for (const [file, content] of tree) {
      expect(Buffer.from(content.split(" ")[1] ?? "", "base64").includes(secret), file).toBe(false);
    }
    expect(readFileSync(path.join(folder, ".env.example"), "utf8")).toMatch(/^AUTH_SECRET=$/m);
  });
});

describe("TypeScript compiled to CommonJS", () => {
  /** The fixture with other compiler options, another TypeScript and another server file. */
  function project(module: string | undefined, typescript: string, server?: string): string {
    const folder = copyProject("express-cjs-ts");
    const change = (file: string, edit: (text: string) => string) =>
      writeFileSync(path.join(folder, file), edit(readFileSync(path.join(folder, file), "utf8")));
    change("tsconfig.json", (text) =>
      text.replace(/ *"module": "commonjs",\n/, module ? `    "module": "${module}",\n` : ""),
    );
    change("package.json", (text) => text.replace(/"typescript": "[^"]*"/, `"typescript": "${typescript}"`));
    if (server) change("src/index.ts", () => server);
    return folder;
  }
  const run = (folder: string) => runMain(folder, ["init", "--yes", "--no-install"]);

  test.each([
    ["CommonJS", "^5.0.0"],
    ["CommonJS", "7.0.2"],
    ["NodeNext", "5.8.3"],
    ["NodeNext", "^5.4.0"],
    ["node20", "5.9.3"],
    ["ESNext", "^5.0.0"],
  ])("%s, TypeScript %s: imports as the neighbours have them, no conversion", async (module, typescript) => {
    const folder = project(module, typescript);
    const result = await run(folder);
    expect(result.code, result.stderr).toBe(0);
    expect(result.stderr).toContain("nothing is converted");
    const server = readFileSync(path.join(folder, "src/index.ts"), "utf8");
    expect(server).toContain('from "./auth";');
    expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toContain("import { createAuth");
    expect(readFileSync(path.join(folder, "package.json"), "utf8")).not.toContain('"type"');
  });

  test.each([
    ["node16", "5.9.3"],
    ["node18", "6.0.3"],
    ["NodeNext", "5.7.3"],
    ["amd", "5.9.3"],
    [undefined, "5.9.3"],
  ])("%s, TypeScript %s: told what is needed, nothing is written", async (module, typescript) => {
    const folder = project(module, typescript);
    const before = snapshotOf(folder);
    const result = await run(folder);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(/5\.8.*"module": "CommonJS".*"type": "module".*NodeNext.*\.js.*--esm/s);
    expect(snapshotOf(folder)).toEqual(before);
  });

  describe("RA2-B4: what tsconfig.json extends is not installed", () => {
    const clone = (type: "module" | undefined, options: object) => {
      const folder = project("CommonJS", "5.9.3");
      const manifest = path.join(folder, "package.json");
      const data = JSON.parse(readFileSync(manifest, "utf8"));
      writeFileSync(manifest, JSON.stringify({ ...data, ...(type && { type }) }, null, 2));
      writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify(options));
      return folder;
    };

    test.each([{ extends: "fastify-tsconfig" }, { compilerOptions: { outDir: "dist" } }])(
      "%j in an ES module package: ES modules",
      async (options) => {
        const folder = clone("module", options);
        const { code, stderr } = await run(folder);
        expect(code, stderr).toBe(0);
        expect(stderr).not.toContain("CommonJS");
        expect(readFileSync(path.join(folder, "src/index.ts"), "utf8")).toContain('from "./auth.js";');
      },
    );

    test.each([[], ["--esm"]])("in another package the install comes first %j", async (...flags) => {
      const folder = clone(undefined, { extends: ["./base.json", "@tsconfig/node22"] });
      writeFileSync(path.join(folder, "base.json"), JSON.stringify({ extends: "@acme/tsconfig" }));
      const before = snapshotOf(folder);
      const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install", ...flags]);
      expect(code).toBe(3);
      expect(stderr).toContain("tsconfig.json extends @acme/tsconfig, which cannot be read");
      expect(stderr).toContain("Install the packages first: npm install.");
      expect(snapshotOf(folder)).toEqual(before);
    });

    test("a module that it says itself counts", async () => {
      const folder = clone(undefined, {
        extends: "@tsconfig/node22",
        compilerOptions: { module: "CommonJS" },
      });
      expect((await run(folder)).code).toBe(0);
    });
  });

  test("import x = require(), require() alone, and imports that end in .js", async () => {
    const mounted = async (server: string) => {
      const folder = project("CommonJS", "5.9.3", server);
      const result = await run(folder);
      expect(result.code, result.stderr).toBe(0);
      return readFileSync(path.join(folder, "src/index.ts"), "utf8");
    };
    const rest = 'const app = express();\napp.get("/", (_req: unknown, res: any) => res.send("hi"));\n';
    const equals = await mounted(`import express = require("express");\n${rest}`);
    expect(equals).toMatch(
      /import express = require\("express"\);\nimport \{ auth, dashboardPage, trustProxy \} from/,
    );
    expect(equals).toContain('app.use("/auth", auth.handler);');
    const requires = await mounted(`const express = require("express");\n${rest}`);
    expect(requires).toMatch(/const \{ auth, dashboardPage, trustProxy \} = require\("\.\/auth"\);/);
    expect(await mounted(`import express from "express";\nimport { a } from "./a.js";\n${rest}`)).toContain(
      'from "./auth.js"',
    );
  });
});

test("an auth file that calls another maker is not taken for one of createAuth: the lines are said", async () => {
  const folder = copyProject("express-esm-ts");
  const auth =
    'import { MiddlewareAuth } from "authwright/express";\n\nexport const handler = MiddlewareAuth({ providers: [] });\n';
  writeFileSync(path.join(folder, "src/auth.ts"), auth);
  const server = readFileSync(path.join(folder, "src/server.ts"), "utf8");
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("src/auth.ts makes no auth by createAuth")]);
  expect(readFileSync(path.join(folder, "src/server.ts"), "utf8")).toBe(server);
});

test("a createAuth of one's own is mounted, without the example page that it lacks", async () => {
  const folder = copyProject("express-esm-ts");
  const auth =
    'import { createAuth } from "authwright/express";\nimport GitHub from "authwright/providers/github";\n\nexport const auth = createAuth({ providers: [GitHub] });\n';
  writeFileSync(path.join(folder, "src/auth.ts"), auth);
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
  const server = readFileSync(path.join(folder, "src/server.ts"), "utf8");
  expect(server).toContain('import { auth } from "./auth.js";');
  expect(server).toContain('app.use("/auth", auth.handler);\napp.use(auth.session);\n\n');
  expect(readFileSync(path.join(folder, "src/auth.ts"), "utf8")).toBe(auth);
});

test("--esm names the imports that need an extension", async () => {
  const folder = copyProject("express-cjs-ts");
  const { stderr } = await runMain(folder, ["init", "--yes", "--no-install", "--esm"]);
  expect(stderr).toContain("src/index.ts:2");
  expect(readFileSync(path.join(folder, "tsconfig.json"), "utf8")).toContain(
    "// compiled for the old server",
  );
});

describe("RA-16 --esm beside scripts that start ts-node", () => {
  const withScripts = (scripts: object) => {
    const folder = copyProject("express-cjs-ts");
    const manifest = path.join(folder, "package.json");
    const data = JSON.parse(readFileSync(manifest, "utf8"));
    writeFileSync(manifest, `${JSON.stringify({ ...data, scripts }, null, 2)}\n`);
    const server = path.join(folder, "src/index.ts");
    writeFileSync(server, readFileSync(server, "utf8").replace(/(from "\.[^"]*)"/g, '$1.js"'));
    const init = () => runMain(folder, ["init", "--yes", "--no-install", "--esm"]);
    return { folder, init, read: () => JSON.parse(readFileSync(manifest, "utf8")) };
  };

  test("tsx takes its place, which loads ES modules; the rest of the scripts stays", async () => {
    const scripts = {
      dev: "nodemon --exec ts-node src/index.ts",
      seed: "ts-node src/seed.ts && ts-node src/more.ts",
      lint: "eslint ts-node-rules",
      build: "tsc",
    };
    const { folder, init, read } = withScripts(scripts);
    const before = snapshotOf(folder);
    const { code, stderr } = await init();
    expect(code, stderr).toBe(0);
    expect(read().type).toBe("module");
    expect(read().scripts).toEqual({
      ...scripts,
      dev: "nodemon --exec tsx src/index.ts",
      seed: "tsx src/seed.ts && tsx src/more.ts",
    });
    expect(read().devDependencies.tsx).toBe("^4.20.0");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    "ts-node --files src/index.ts",
    "ts-node-dev src/index.ts",
    "node -r ts-node/register src/index.ts",
  ])("%s is left to a person, and the command does not end well", async (dev) => {
    const { init, read } = withScripts({ dev });
    const { code, stderr } = await init();
    expect(code).toBe(1);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain('"dev" of package.json starts ts-node with options');
    expect(read().scripts.dev).toBe(dev);
    expect(read().devDependencies.tsx).toBeUndefined();
  });

  test("a project that stays CommonJS keeps them", async () => {
    const { folder, read } = withScripts({ dev: "ts-node src/index.ts" });
    await runMain(folder, ["init", "--yes", "--no-install"]);
    expect(read().scripts).toEqual({ dev: "ts-node src/index.ts" });
  });
});

test("--esm does not turn a file with require() into an ES module", async () => {
  const folder = copyProject("express-cjs");
  const before = snapshotOf(folder);
  const result = await runMain(folder, ["init", "--yes", "--no-install", "--esm"]);
  expect(result.code).toBe(3);
  expect(result.stderr).toContain("app.js:3");
  expect(snapshotOf(folder)).toEqual(before);
});

test("a foreign auth file is a conflict; --force replaces it, and undo brings it back", async () => {
  const folder = copyProject("express-esm-ts");
  const file = path.join(folder, "src/auth.ts");
  writeFileSync(file, "export const mine = 1;\n");
  const before = snapshotOf(folder);
  const refused = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr).toContain("src/auth.ts");
  expect(snapshotOf(folder)).toEqual(before);
  expect((await runMain(folder, ["init", "--yes", "--no-install", "--force"])).code).toBe(0);
  expect(readFileSync(file, "utf8")).toContain("createAuth({");
  await runMain(folder, ["undo"]);
  expect(snapshotOf(folder)).toEqual(before);
});

test("a server that cannot be read gives the lines to add by hand, exit 3, and nothing is written", async () => {
  const folder = copyProject("express-esm-js");
  writeFileSync(
    path.join(folder, "server.js"),
    "import express from 'express'\nexport default express().use(x)\n",
  );
  const before = snapshotOf(folder);
  const result = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(result.code).toBe(3);
  expect(result.stderr).toMatch(/server\.js:2/);
  expect(result.stderr).toContain('app.use("/auth", auth.handler);');
  expect(snapshotOf(folder)).toEqual(before);
});

test("values that are there stay: an own secret, an own middleware, an own page", async () => {
  const folder = copyProject("next-app-ts");
  writeFileSync(path.join(folder, ".env.local"), "AUTH_SECRET=mine\r\n");
  writeFileSync(path.join(folder, "proxy.ts"), "export function proxy() {}\n");
  mkdirSync(path.join(folder, "app/dashboard"));
  writeFileSync(path.join(folder, "app/dashboard/page.jsx"), "export default () => null;\n");
  const result = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(0);
  expect(readFileSync(path.join(folder, ".env.local"), "utf8")).toMatch(
    /^AUTH_SECRET=mine\r\n# GitHub[^\n]*\r\nAUTH_GITHUB_ID=\r\n/,
  );
  expect(readFileSync(path.join(folder, "proxy.ts"), "utf8")).toBe("export function proxy() {}\n");
  expect(readFileSync(path.join(folder, "app/dashboard/page.jsx"), "utf8")).toBe(
    "export default () => null;\n",
  );
  expect(existsSync(path.join(folder, "app/dashboard/page.tsx"))).toBe(false);
  expect(result.stderr).toContain('export { auth as proxy } from "@/auth"');
});

test("no secret goes into an env file that git tracks", async () => {
  const folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, ".env"), "PORT=1\n");
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  const result = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(result.code).toBe(3);
  expect(result.stderr).toContain("git rm --cached .env");
  expect(readFileSync(path.join(folder, ".env"), "utf8")).toBe("PORT=1\n");
});

test.skipIf(process.getuid?.() === 0)(
  "a folder that may not be written to: exit 1, the path, nothing changed (skipped as root: root may write anywhere)",
  async () => {
    const folder = copyProject("express-esm-ts");
    const before = snapshotOf(folder);
    chmodSync(path.join(folder, "src"), 0o555);
    const result = await runMain(folder, ["init", "--yes", "--no-install"]);
    chmodSync(path.join(folder, "src"), 0o755);
    expect(result.code).toBe(1);
    expect(result.stderr).toContain("src");
    expect(snapshotOf(folder)).toEqual(before);
  },
);

test("a package that is declared and installed is left alone, whatever its source", async () => {
  const folder = copyProject("express-esm-ts");
  const file = path.join(folder, "package.json");
  const text = readFileSync(file, "utf8").replace(
    '"express":',
    '"authwright": "file:../authwright.tgz",\n    "express":',
  );
  writeFileSync(file, text);
  mkdirSync(path.join(folder, "node_modules/authwright"), { recursive: true });
  writeFileSync(path.join(folder, "node_modules/authwright/package.json"), '{"version":"0.1.0"}');
  const result = await runMain(folder, ["init", "--yes", "--json"]);
  const steps: { kind: string; status: string }[] = JSON.parse(result.stdout).plan.steps;
  expect(
    steps.filter(({ kind }) => kind === "dependency" || kind === "install").map(({ status }) => status),
  ).toEqual(["already", "already"]);
  expect(readFileSync(file, "utf8")).toBe(text);
});

test("CLI-35 a failed installation keeps the files, ends with 1 and names the command; undo restores what it did to the lock file", async () => {
  const folder = copyProject("express-esm-ts");
  const bin = path.join(folder, "../fake bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(
    path.join(bin, "npm"),
    '#!/bin/sh\necho "{}" > package-lock.json\necho "registry is down" >&2\nexit 7\n',
    { mode: 0o755 },
  );
  const before = snapshotOf(folder);
  const searchPath = process.env["PATH"];
  process.env["PATH"] = `${bin}:${searchPath}`;
  const result = await runMain(folder, ["init", "--yes", "--package-manager", "npm"]);
  process.env["PATH"] = searchPath;
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("registry is down");
  expect(result.stderr).toContain("npm install");
  expect(existsSync(path.join(folder, "src/auth.ts"))).toBe(true);
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

describe("undo", () => {
  test("an env file that was filled in stays, and stays ignored", async () => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install"]);
    const file = path.join(folder, ".env");
    writeFileSync(file, readFileSync(file, "utf8").replace("AUTH_GITHUB_ID=", "AUTH_GITHUB_ID=my-client"));
    const refused = await runMain(folder, ["undo"]);
    expect(refused.code).toBe(3);
    expect(refused.stdout + refused.stderr).not.toContain("my-client");
    expect((await runMain(folder, ["undo", "--force"])).code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("my-client");
    expect(readFileSync(path.join(folder, ".gitignore"), "utf8")).toContain(".env");
  });

  test("nothing to undo is no failure; an unknown id is", async () => {
    const folder = copyProject("express-esm-ts");
    expect(await runMain(folder, ["undo"])).toMatchObject({ code: 0, stderr: "Nothing to undo.\n" });
    expect((await runMain(folder, ["undo", "nope"])).code).toBe(2);
  });
});

describe("Pages Router", () => {
  const init = (folder: string, ...more: string[]) =>
    runMain(folder, ["init", "--yes", "--no-install", "--provider", "github", ...more]);
  const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");

  test("API route, guarded page and guard, in the manner and by the alias of the project", async () => {
    const folder = copyProject("next-pages-src-js");
    const result = await init(folder);
    expect(result.code, result.stderr).toBe(0);
    expect(read(folder, "src/pages/api/auth/[...auth].js")).toBe(
      "import { handlers } from '@/auth'\n\nexport default handlers.pages\n",
    );
    expect(read(folder, "src/pages/dashboard.js")).toContain(
      "export const getServerSideProps = auth.require({ redirectTo: '/dashboard' },",
    );
    expect(read(folder, "src/middleware.js")).toContain("export { auth as middleware } from '@/auth'");
    expect(existsSync(path.join(folder, ".env.local"))).toBe(true);
  });

  test("before Next.js 16 the guard is middleware.ts", async () => {
    const folder = copyProject("next-pages-ts");
    const file = path.join(folder, "package.json");
    writeFileSync(file, readFileSync(file, "utf8").replace(/"next": "[^"]*"/, '"next": "15.5.28"'));
    expect((await init(folder)).code).toBe(0);
    expect(read(folder, "middleware.ts")).toContain("auth as middleware");
  });

  test("where both routers are, --framework chooses; a router that is not there is named", async () => {
    const folder = copyProject("next-pages-ts");
    const refused = await init(folder, "--framework", "next-app");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain("--framework next-pages");
    mkdirSync(path.join(folder, "app"));
    writeFileSync(path.join(folder, "app/layout.tsx"), "export default ({ children }) => children;\n");
    expect((await init(folder, "--framework", "next-pages")).code).toBe(0);
    expect(existsSync(path.join(folder, "pages/api/auth/[...auth].ts"))).toBe(true);
    expect(existsSync(path.join(folder, "app/api"))).toBe(false);
  });

  test.each([
    ["next-pages-ts", "pages/api/auth/[...nextauth].ts"],
    ["next-app-ts", "app/api/auth/[...nextauth]/route.ts"],
  ])("%s: another catch-all at the same address is a conflict, not a second route", async (name, file) => {
    const folder = copyProject(name);
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), 'export { GET, POST } from "elsewhere";\n');
    const before = snapshotOf(folder);
    const result = await init(folder);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain(file);
    expect(result.stderr).toMatch(/npx authwright migrate.*--force/);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each(["[locale]", "(site)/[lang]"])(
    "the page stands where the root layout does: %s",
    async (inner) => {
      const folder = copyProject("next-app-ts");
      for (const name of ["layout.tsx", "page.tsx"]) {
        const to = path.join(folder, "app", inner, name);
        mkdirSync(path.dirname(to), { recursive: true });
        renameSync(path.join(folder, "app", name), to);
      }
      expect((await init(folder)).code).toBe(0);
      expect(existsSync(path.join(folder, "app", inner, "dashboard/page.tsx"))).toBe(true);
      expect(existsSync(path.join(folder, "app/dashboard"))).toBe(false);
      expect(existsSync(path.join(folder, "app/api/auth/[...auth]/route.ts"))).toBe(true);
      // PR-18: the proxy guards that address, and the way back keeps the language.
      const language = inner.includes("lang") ? "lang" : "locale";
      for (const pattern of [`"/:${language}/dashboard/:path*"`, '"/dashboard/:path*"'])
        expect(read(folder, "proxy.ts")).toContain(pattern);
      const written = read(folder, `app/${inner}/dashboard/page.tsx`);
      expect(written).toContain(`redirectTo: \`/\${${language}}/dashboard\``);
      expect(written).toContain(`params: Promise<{ ${language}: string }>`);
      const again = JSON.parse((await init(folder, "--json")).stdout);
      expect(again.plan.steps.every(({ status }: { status: string }) => status === "already")).toBe(true);
    },
  );

  test.each([
    ["next-app-ts", "next-auth", "src/server/auth.ts"],
    ["express-esm-ts", "@auth/express", "src/routes/auth.ts"],
  ])("%s with %s: migrate is named, and nothing is set up beside it", async (name, old, file) => {
    const folder = copyProject(name);
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `import "${old}";\n`);
    const manifest = path.join(folder, "package.json");
    const { dependencies, ...others } = JSON.parse(readFileSync(manifest, "utf8"));
    writeFileSync(manifest, JSON.stringify({ ...others, dependencies: { ...dependencies, [old]: "*" } }));
    const before = snapshotOf(folder);
    const result = await init(folder);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain(`${file} uses ${old}.`);
    expect(result.stderr).toMatch(/npx authwright migrate.*--force/);
    expect(snapshotOf(folder)).toEqual(before);
    expect((await init(folder, "--force")).code).toBe(0);
  });
});

test("F-27 the package in devDependencies moves to dependencies, said in the plan; undo takes it back", async () => {
  const folder = copyProject("express-esm-ts");
  const file = path.join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  manifest.devDependencies = { ...manifest.devDependencies, authwright: "^0.1.0", zod: "3" };
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  const before = snapshotOf(folder);
  const result = await runMain(folder, ["init", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(0);
  expect(result.stderr).toContain("authwright moves from devDependencies to dependencies");
  const after = JSON.parse(readFileSync(file, "utf8"));
  expect(after.dependencies.authwright).toBe("^0.1.0");
  expect(after.devDependencies).toEqual({ ...manifest.devDependencies, authwright: undefined });
  expect((await runMain(folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(folder)).toEqual(before);
});

test("before Next.js 16 the second run, too, writes no middleware beside a store", async () => {
  const folder = copyProject("next-src-js");
  const run = (...more: string[]) => runMain(folder, ["init", "--yes", "--no-install", ...more]);
  expect((await run("--adapter", "kysely")).code).toBe(0);
  expect((await run()).stderr).toContain("Nothing to do");
  expect(existsSync(path.join(folder, "src/middleware.js"))).toBe(false);
});
