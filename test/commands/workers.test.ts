/** Hono on Cloudflare Workers: variables in .dev.vars, a compatibility flag, no files and no connections. */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { devCommand } from "../../src/templates/frameworks/hono-workers/plan.js";
import { planFlags } from "../../src/templates/frameworks/hono-workers/wrangler-file.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", "--provider", "github", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (folder: string, file: string, text: string) => writeFileSync(path.join(folder, file), text);

async function initialised(): Promise<string> {
  const folder = copyProject("hono-workers");
  const { code, stderr } = await init(folder);
  expect(code, stderr).toBe(0);
  return folder;
}

describe("init", () => {
  test("writes the auth file, the lines of the server file, the flag and the secret; twice; undo", async () => {
    const folder = copyProject("hono-workers");
    const before = snapshotOf(folder);
    const dry = await init(folder, "--dry-run");
    expect(dry.code, dry.stderr).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);

    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/index.ts")).toContain(
      "app.all('/auth/*', auth.handler)\napp.use(auth.pages)\napp.use(auth.session)\n",
    );
    const auth = read(folder, "src/auth.ts");
    expect(auth).toContain("trustHost: true");
    expect(auth).toContain("cf-connecting-ip");
    expect(auth).not.toContain("process");
    expect(read(folder, "wrangler.jsonc")).toContain(
      '"compatibility_date": "2026-04-20",\n  "compatibility_flags": ["nodejs_compat"]\n  // "compatibility_flags"',
    );
    expect(read(folder, ".dev.vars")).toMatch(/^AUTH_SECRET=\S{44}$/m);
    expect(statSync(path.join(folder, ".dev.vars")).mode & 0o777).toBe(0o600);
    expect(read(folder, ".dev.vars.example")).toBe("AUTH_SECRET=\nAUTH_GITHUB_ID=\nAUTH_GITHUB_SECRET=\n");
    expect(stderr).toContain("wrangler secret put AUTH_SECRET");
    expect(stderr).toContain("http://localhost:8787/dashboard");

    const after = snapshotOf(folder);
    expect((await init(folder)).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("says in JSON what it did, without the secret", async () => {
    const folder = copyProject("hono-workers");
    const { stdout } = await init(folder, "--json");
    const secret = /^AUTH_SECRET=(\S+)$/m.exec(read(folder, ".dev.vars"))?.[1] ?? "-";
    expect(stdout).not.toContain(secret);
    const paths = JSON.parse(stdout).plan.steps.map((step: { path?: string }) => step.path);
    expect(paths).toEqual(expect.arrayContaining([".dev.vars", "wrangler.jsonc", "src/auth.ts"]));
  });

  test("a .gitignore without .dev.vars gets it, and not the file without values", async () => {
    const folder = copyProject("hono-workers");
    write(folder, ".gitignore", "node_modules/\n.dev.vars*\n");
    expect((await init(folder)).code).toBe(0);
    expect(read(folder, ".gitignore")).toBe("node_modules/\n.dev.vars*\n!.dev.vars.example\n");
    const other = copyProject("hono-workers");
    write(other, ".gitignore", "node_modules/\n");
    expect((await init(other)).code).toBe(0);
    expect(read(other, ".gitignore")).toBe("node_modules/\n.dev.vars\n");
  });

  test("a .env that wrangler will not read any more is named", async () => {
    const folder = copyProject("hono-workers");
    write(folder, ".env", "GREETING=hello\n");
    const { stderr } = await init(folder);
    expect(stderr).toContain("from .env to .dev.vars");
    expect(read(folder, ".env")).toBe("GREETING=hello\n");
  });

  test("markup in the server file, and no module type in package.json", async () => {
    const folder = copyProject("hono-workers");
    write(folder, "src/index.tsx", `${read(folder, "src/index.ts")}app.get('/x', (c) => c.html(<p>x</p>))\n`);
    rmSync(path.join(folder, "src/index.ts"));
    write(folder, "package.json", read(folder, "package.json").replace('  "type": "module",\n', ""));
    const { code, stderr } = await init(folder);
    expect(code, stderr).toBe(0);
    expect(stderr).not.toContain("CommonJS");
    expect(read(folder, "src/index.tsx")).toContain("from './auth.js'");
    expect(read(folder, "src/auth.ts")).toContain("c: Context");
  });

  test.each([
    ["--session", "database"],
    ["--adapter", "pg"],
  ])("%s %s: no store that opens a file or a connection", async (...flags) => {
    const folder = copyProject("hono-workers");
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder, ...flags);
    expect([code, stderr]).toEqual([3, expect.stringContaining("AUTH_E_WORKER_STORE")]);
    expect(stderr).toContain("@auth/d1-adapter");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("D1 is a store there", async () => {
    const folder = copyProject("hono-workers");
    const { code, stderr } = await init(folder, "--adapter", "@auth/d1-adapter");
    expect(code, stderr).toBe(0);
    expect(read(folder, "src/auth-store.ts")).toContain("cloudflare:workers");
  });

  test("a Hono app on Node.js that deploys something else with wrangler stays one on Node.js", async () => {
    const folder = copyProject("hono-ts");
    write(folder, "wrangler.toml", 'name = "assets"\n');
    const manifest = JSON.parse(read(folder, "package.json"));
    manifest.devDependencies.wrangler = "^4.86.0";
    write(folder, "package.json", JSON.stringify(manifest));
    const { result } = JSON.parse((await runMain(folder, ["info", "--json"])).stdout);
    expect(result.frameworks.map(({ id }: { id: string }) => id)).toEqual(["hono-node"]);
  });
});

test("variables of every command are in .dev.vars", async () => {
  const folder = await initialised();
  const run = async (...args: string[]) => {
    const { code, stderr } = await runMain(folder, args);
    expect(code, stderr).toBe(0);
  };
  const before = snapshotOf(folder);
  const vars = read(folder, ".dev.vars");
  await run("add-provider", "gitlab", "--no-install", "--yes");
  expect(read(folder, ".dev.vars")).toContain("AUTH_GITLAB_ID=");
  expect(read(folder, ".dev.vars.example")).toContain("AUTH_GITLAB_ID=");
  await run("remove-provider", "gitlab", "--yes");
  expect(read(folder, ".dev.vars")).toBe(vars);
  await run("undo", "--yes");
  await run("undo", "--yes");
  expect(snapshotOf(folder)).toEqual(before);
  await run("secret", "rotate", "--yes");
  expect(read(folder, ".dev.vars")).toMatch(/^AUTH_SECRET_1=\S{44}$/m);
  rmSync(path.join(folder, ".dev.vars"));
  await run("secret", "generate", "--write", "--yes");
  expect(read(folder, ".dev.vars")).toMatch(/^AUTH_SECRET=\S{44}$/m);
  const { result } = JSON.parse((await runMain(folder, ["info", "--json"])).stdout);
  expect(result.env.map(({ file }: { file: string }) => file)).toEqual([".dev.vars"]);
  expect(Object.keys(snapshotOf(folder))).not.toContain(".env");
});

test("a worker gets no image", async () => {
  const folder = await initialised();
  const { code, stderr } = await runMain(folder, ["add-docker", "--yes"]);
  expect([code, stderr]).toEqual([3, expect.stringContaining("wrangler deploy")]);
});

describe("auth dev hands its address on", () => {
  const scripts = {
    dev: "wrangler dev",
    both: "NODE_ENV=development wrangler dev --port 3000",
    parallel: "wrangler dev & vite",
    after: "npm run css && npx wrangler@4 dev src/index.ts",
  };
  const facts = { packageJson: { scripts } } as unknown as Parameters<typeof devCommand>[1];
  const flags = ["--var", "AUTH_DEV_IDP:http://127.0.0.1:1"];
  const words = (text: string) => devCommand(text.split(" "), facts, { AUTH_DEV_IDP: "http://127.0.0.1:1" });

  test.each([
    ["npx wrangler dev", []],
    ["/app/node_modules/.bin/wrangler dev", []],
    ["npm run dev", ["--"]],
    ["npm.cmd run both", ["--"]],
    ["npm run dev -- --port 1", []],
    ["pnpm run dev", []],
    ["yarn dev", []],
    ["npm run after", ["--"]],
  ])("%s", (command, open) => {
    expect(words(command)).toEqual({ command: [...command.split(" "), ...open, ...flags] });
  });

  test.each(["npm run parallel", "npx vite", "npx wrangler tail", "npm run other"])(
    "%s: the user is told what to add",
    (command) => {
      const { env, note, ...rest } = words(command);
      expect(rest).toEqual({ command: command.split(" ") });
      expect(env).toEqual({ CLOUDFLARE_INCLUDE_PROCESS_ENV: "true" });
      expect(note).toContain(flags.join(" "));
    },
  );
});

describe("the settings of wrangler", () => {
  const edited = (file: string, text: string) => {
    const result = planFlags(text, file);
    return result.kind === "edits" ? splice(text, result.edits) : result;
  };
  const dated = '"compatibility_date": "2025-08-03"';

  test.each([
    [`{${dated}}`, `{${dated}, "compatibility_flags": ["nodejs_compat"]}`],
    [
      `{\r\n\t${dated},\r\n\t// why\r\n\t"main": "a.ts",\r\n}`,
      `{\r\n\t${dated},\r\n\t"compatibility_flags": ["nodejs_compat"],\r\n\t// why\r\n\t"main": "a.ts",\r\n}`,
    ],
    [`{${dated}, "compatibility_flags": []}`, `{${dated}, "compatibility_flags": ["nodejs_compat"]}`],
    [
      `{${dated}, "compatibility_flags": [\n    "global_navigator", // agents\n  ]}`,
      `{${dated}, "compatibility_flags": [\n    "global_navigator",\n    "nodejs_compat", // agents\n  ]}`,
    ],
    [
      '{"compatibility_date": "2024-10-01"}',
      '{"compatibility_date": "2024-10-01", "compatibility_flags": ["nodejs_compat", "nodejs_compat_populate_process_env"]}',
    ],
    [
      `{${dated}, "compatibility_flags": ["nodejs_compat"], "env": {"live": {"compatibility_flags": ["a"]}}}`,
      `{${dated}, "compatibility_flags": ["nodejs_compat"], "env": {"live": {"compatibility_flags": ["a", "nodejs_compat"]}}}`,
    ],
  ])("%j", (text, expected) => {
    expect(edited("wrangler.jsonc", text)).toBe(expected);
    expect(planFlags(expected, "wrangler.jsonc")).toEqual({ kind: "edits", edits: [] });
  });

  test.each([
    [
      'name = "a"\ncompatibility_date = "2025-08-03"\n\n[vars]\nA = "1"\n',
      'name = "a"\ncompatibility_date = "2025-08-03"\ncompatibility_flags = ["nodejs_compat"]\n\n[vars]\nA = "1"\n',
    ],
    [
      'compatibility_date = "2025-08-03"',
      'compatibility_date = "2025-08-03"\ncompatibility_flags = ["nodejs_compat"]',
    ],
    [
      'compatibility_date = "2025-08-03"\r\n# compatibility_flags = [ "nodejs_compat" ]\r\n',
      'compatibility_date = "2025-08-03"\r\ncompatibility_flags = ["nodejs_compat"]\r\n# compatibility_flags = [ "nodejs_compat" ]\r\n',
    ],
    [
      "compatibility_flags = [ 'a' ] # why\ncompatibility_date = '2025-01-01'\n",
      "compatibility_flags = [ 'a', \"nodejs_compat\", \"nodejs_compat_populate_process_env\" ] # why\ncompatibility_date = '2025-01-01'\n",
    ],
    [
      'compatibility_date = "2025-08-03"\ncompatibility_flags = ["nodejs_compat"]\n[env.live]\ncompatibility_flags = []\n',
      'compatibility_date = "2025-08-03"\ncompatibility_flags = ["nodejs_compat"]\n[env.live]\ncompatibility_flags = ["nodejs_compat"]\n',
    ],
  ])("%j", (text, expected) => {
    expect(edited("wrangler.toml", text)).toBe(expected);
    expect(planFlags(expected, "wrangler.toml")).toEqual({ kind: "edits", edits: [] });
  });

  test.each([
    ["wrangler.jsonc", '{\n"compatibility_date": "2024-01-01"}', 2],
    ["wrangler.json", '{"name": "a"}', 1],
    ["wrangler.json", '{\n"name": }', 2],
    [
      "wrangler.json",
      `{${dated},\n"compatibility_flags": ["nodejs_compat", "nodejs_compat_do_not_populate_process_env"]}`,
      2,
    ],
    ["wrangler.toml", 'name = "a"\n[env.live]\ncompatibility_date = "2025-08-03"\n', 1],
    ["wrangler.toml", 'compatibility_date = "2025-08-03"\ncompatibility_flags = [\n  "a",\n]\n', 2],
  ])("%s, %j: by hand", (file, text, line) => {
    expect(edited(file, text)).toMatchObject({ kind: "manual", line });
  });
});
