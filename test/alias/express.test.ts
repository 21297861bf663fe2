/** `auth migrate --alias` in an app of @auth/express on Express 4, with a registry that a stranger publishes to. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { decode } from "@auth/core/jwt";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { runCli } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { npm, tarball, temporaryFolder, treeOf } from "../support/project.js";
import { packFiles, startRegistry, type Registry } from "../support/registry.js";
import { Visitor } from "./visitor.js";

const { version } = JSON.parse(readFileSync(path.join(projectRoot, "package.json"), "utf8")) as {
  version: string;
};
const vendored = `vendor/authwright-${version}.tgz`;

const secret = "a-secret-for-tests-a-secret-for-tests";

let registry: Registry;
let app: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  registry = await startRegistry(["express"]);
  const foreign = { name: "authwright", version, main: "index.js" };
  const files = { "package.json": JSON.stringify(foreign), "index.js": "throw new Error('a stranger')" };
  registry.publish(packFiles(files), foreign);
  app = await temporaryFolder("alias express");
  write("package.json", manifest);
  for (const file of ["auth", "app"]) write(`${file}.js`, compiled(file));
  write(vendored, readFileSync(tarball));
  await install();
});

afterAll(async () => {
  await registry?.stop();
  await app?.dispose();
});

const manifest = `{
  "private": true,
  "type": "module",
  "dependencies": {
    "@auth/express": "0.12.3",
    "express": "4.22.3"
  }
}
`;

function write(file: string, text: string | Buffer): void {
  const place = path.join(app.folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
}

const compiled = (file: string): string =>
  ts.transpileModule(
    readFileSync(path.join(projectRoot, `test/fixtures/alias/express/src/${file}.ts`), "utf8"),
    {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    },
  ).outputText;

const env = () => ({ ...registry.env, npm_config_cache: path.join(app.folder, "node_modules/.npm-cache") });
const install = () =>
  mustRun(npm, ["install", "--loglevel=error"], { cwd: app.folder, env: cleanEnv(env()) });
const auth = (...args: string[]) => runCli(app.folder, args, { env: env() });
const alias = (...args: string[]) => auth("migrate", "--alias", "--from", vendored, ...args);

async function started<T>(visit: (origin: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const server = await startServer(process.execPath, ["app.js"], {
    cwd: app.folder,
    env: cleanEnv({ PORT: String(port), AUTH_SECRET: secret }),
    url: origin,
  });
  try {
    return await visit(origin);
  } finally {
    await server.stop();
  }
}

test("cookies live on, the code stays, and undo takes all of it back", async () => {
  const before = await started(async (origin) => {
    const visitor = new Visitor(origin, "/auth");
    await visitor.byPassword();
    return visitor.session;
  });
  const tree = await treeOf(app.folder);

  const shown = await alias("--dry-run");
  expect(shown.code, shown.stderr).toBe(0);
  expect(shown.stdout).toContain(`@auth/core is file:${vendored}`);
  expect(await treeOf(app.folder)).toEqual(tree);

  const done = await alias();
  expect(done.code, done.stderr).toBe(0);
  const changed = Object.entries(await treeOf(app.folder)).filter(([file, is]) => tree[file] !== is);
  expect(changed.map(([file]) => file).filter((file) => !file.startsWith(".auth/"))).toEqual([
    "package-lock.json",
    "package.json",
  ]);
  expect(JSON.parse(readFileSync(path.join(app.folder, "package.json"), "utf8"))).toEqual({
    ...JSON.parse(manifest),
    dependencies: { "@auth/core": `file:${vendored}`, ...JSON.parse(manifest).dependencies },
    overrides: { "@auth/core": "$@auth/core" },
  });

  const after = await started(async (origin) => {
    await new Visitor(origin, "/auth", before).isIn("Ada");
    await new Visitor(origin, "/auth").isOut();
    const visitor = new Visitor(origin, "/auth");
    await visitor.byPassword();
    // The other core answers 400 to it.
    expect((await fetch(`${origin}/auth/session`, { method: "PUT" })).status).toBe(405);
    return visitor.session;
  });

  const settled = await treeOf(app.folder);
  const again = await alias();
  expect(again.code, again.stderr).toBe(0);
  expect(again.stderr).toContain("Nothing to do.");
  expect(await treeOf(app.folder)).toEqual(settled);

  const undone = await auth("undo");
  expect(undone.code, undone.stderr).toBe(0);
  expect(await treeOf(app.folder)).toEqual(tree);
  // What was signed in meanwhile is read by the core of before.
  const [[name, token] = ["", ""]] = Object.entries(after);
  expect(await decode({ token, salt: name, secret })).toMatchObject({ name: "Ada", role: "admin" });
  expect(registry.asked).not.toContain("authwright");
});

test("a registry's name is not written by a command line that did not come from it", async () => {
  const tree = await treeOf(app.folder);
  for (const args of [[], ["--from", version]]) {
    const { code, stderr } = await auth("migrate", "--alias", ...args);
    expect(code).toBe(2);
    expect(stderr).toContain("AUTH_E_ALIAS_SOURCE");
    expect(stderr).toContain(`--from ${vendored}`);
  }
  expect(await treeOf(app.folder)).toEqual(tree);
  expect(registry.asked).not.toContain("authwright");
});
