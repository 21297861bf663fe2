import { cpSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliFile, copyProject, removeProjects } from "../support/cli.js";
import { cleanEnv, mustRun, run } from "../support/process.js";
import { tarball, treeOf } from "../support/project.js";
import { managerHome } from "./managers.js";
import { signInByFetch } from "./sign-in.js";

const managers = [
  { name: "npm", from: undefined, exec: ["npx"], lock: "package-lock.json" },
  { name: "pnpm", from: "pnpm@12.21.0", exec: ["pnpm", "exec"], lock: "pnpm-lock.yaml" },
  {
    name: "yarn",
    from: "@yarnpkg/cli-dist@4.18.1",
    exec: ["yarn"],
    lock: "yarn.lock",
    linker: "node-modules",
  },
  { name: "yarn", from: "@yarnpkg/cli-dist@4.18.1", exec: ["yarn"], lock: "yarn.lock", linker: "pnp" },
  { name: "yarn", from: "yarn@1.22.22", exec: ["yarn"], lock: "yarn.lock" },
  { name: "bun", from: "bun@1.4.5", exec: ["bun", "x"], lock: "bun.lock" },
] as const;
const locks = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock"];
const notOurs = new Set(
  ["node_modules", "dist", ".next", "next-env.d.ts", "tsconfig.tsbuildinfo", ".yarn", ".pnp.cjs"].concat([
    ".pnp.loader.mjs",
    "install-state.gz",
  ]),
);

describe.each(managers)("$from $linker", { timeout: 900_000 }, ({ name, from, exec, lock, ...more }) => {
  const linker = "linker" in more ? more.linker : undefined;
  let home: Awaited<ReturnType<typeof managerHome>>;
  let env: Record<string, string>;
  beforeAll(async () => {
    home = await managerHome(from, linker);
    env = { ...home.env, YARN_ENABLE_IMMUTABLE_INSTALLS: "0" };
  }, 240_000);
  afterAll(async () => {
    removeProjects();
    await home?.dispose();
  });

  const installed = async (project: string): Promise<string> => {
    const folder = copyProject(project);
    // esbuild runs without its script, which pnpm wants to be asked about.
    if (name === "pnpm") writeFileSync(path.join(folder, "pnpm-workspace.yaml"), "strictDepBuilds: false\n");
    await mustRun(name, ["install"], { cwd: folder, env: cleanEnv(env), timeoutSeconds: 300 });
    // As the package would stand there from a registry; what it brings is still to be installed.
    const file = path.join(folder, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    manifest.dependencies.authwright = `file:${tarball}`;
    writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
    return folder;
  };

  test("Express: installs with it, keeps to its lock file, names its commands, signs in, undoes", async () => {
    const folder = await installed("express-esm-ts");
    const before = await treeOf(folder, notOurs);
    expect(Object.keys(before).filter((file) => locks.includes(file))).toEqual([lock]);
    const init = (...args: string[]) =>
      run(process.execPath, [cliFile, "init", "--yes", "--provider", "github", ...args], {
        cwd: folder,
        env: cleanEnv(env),
        timeoutSeconds: 300,
      });
    const first = await init();
    expect(first.code, first.stdout + first.stderr).toBe(0);
    expect(first.stderr).toContain(`Running ${name} install`);
    expect(first.stderr).toContain(`Start ${name} run dev, without auth dev`);
    expect(first.stderr).toContain(`${exec.join(" ")} auth dev`);
    expect(locks.filter((file) => existsSync(path.join(folder, file)))).toEqual([lock]);
    expect(readFileSync(path.join(folder, lock), "utf8")).toContain("authwright");
    const second = await init("--json");
    const steps: { status: string }[] = JSON.parse(second.stdout).plan.steps;
    expect(steps.filter(({ status }) => status !== "already")).toEqual([]);
    await signInByFetch(folder, "/auth", { env, bin: exec, start: [name, "run", "dev"] });
    const undone = await run(process.execPath, [cliFile, "undo", "--yes"], {
      cwd: folder,
      env: cleanEnv(env),
    });
    expect(undone.code, undone.stderr).toBe(0);
    expect(await treeOf(folder, notOurs)).toEqual(before);
  });

  test.skipIf(linker === "pnp")(
    "Next.js: installs with it, keeps to its lock file, signs in, undoes (skipped under Plug'n'Play: Turbopack finds no packages there)",
    async () => {
      const folder = await installed("next-pages-ts");
      const before = await treeOf(folder, notOurs);
      const auth = (...args: string[]) =>
        run(process.execPath, [cliFile, ...args, "--yes"], {
          cwd: folder,
          env: cleanEnv(env),
          timeoutSeconds: 300,
        });
      const first = await auth("init");
      expect(first.code, first.stdout + first.stderr).toBe(0);
      expect(locks.filter((file) => existsSync(path.join(folder, file)))).toEqual([lock]);
      const again = await auth("init", "--json");
      const steps: { status: string }[] = JSON.parse(again.stdout).plan.steps;
      expect(steps.filter(({ status }) => status !== "already")).toEqual([]);
      // Next.js writes what it misses into tsconfig.json, so that file is its own from then on.
      const tsconfig = path.join(folder, "tsconfig.json");
      const text = readFileSync(tsconfig);
      await signInByFetch(folder, "/api/auth", { env, bin: exec, start: [name, "run", "dev"] });
      writeFileSync(tsconfig, text);
      expect((await auth("undo")).code).toBe(0);
      expect(await treeOf(folder, notOurs)).toEqual(before);
    },
  );

  test("a workspace: written in the app, installed for the workspace, undone in both", async () => {
    const folder = copyProject("empty");
    const app = path.join(folder, "apps/shop");
    cpSync("test/fixtures/projects/express-esm-js", app, { recursive: true });
    const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
    write("package.json", '{ "name": "all", "private": true, "workspaces": ["apps/*"] }\n');
    if (name === "pnpm") write("pnpm-workspace.yaml", "packages:\n  - apps/*\n");
    const file = path.join(app, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    const save = () => writeFileSync(file, `${JSON.stringify(manifest, null, 4)}\n`);
    manifest.version = "1.0.0"; // yarn 1 takes no package without one into a workspace
    save();
    await mustRun(name, ["install"], { cwd: folder, env: cleanEnv(env), timeoutSeconds: 300 });
    manifest.dependencies.authwright = `file:${tarball}`;
    save();
    const before = await treeOf(folder, notOurs);
    const auth = (...args: string[]) =>
      run(process.execPath, [cliFile, ...args, "--yes"], {
        cwd: folder,
        env: cleanEnv(env),
        timeoutSeconds: 300,
      });
    const top = await auth("init");
    expect(top.code).toBe(2);
    expect(top.stderr).toContain("npx authwright init --cwd apps/shop");
    const first = await auth("init", "--cwd", "apps/shop");
    expect(first.code, first.stdout + first.stderr).toBe(0);
    const present = Object.keys(await treeOf(folder, notOurs));
    expect(present.filter((one) => locks.includes(path.basename(one)))).toEqual([lock]);
    expect(readFileSync(path.join(folder, lock), "utf8")).toContain("authwright");
    expect(present).toContain("apps/shop/.env");
    expect(present).not.toContain(".env");
    const resolve = ["-e", "import('authwright/express').then(() => console.log('found'))"];
    const node = name === "yarn" && linker === "pnp" ? ["yarn", "node"] : [process.execPath];
    const found = await run(node[0] ?? "", [...node.slice(1), ...resolve], { cwd: app, env: cleanEnv(env) });
    expect(found.stdout, found.stderr).toContain("found");
    expect((await auth("undo", "--cwd", "apps/shop")).code).toBe(0);
    expect(await treeOf(folder, notOurs)).toEqual(before);
  });
});
