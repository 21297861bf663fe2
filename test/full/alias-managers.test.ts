/**
 * `auth migrate --alias` with each package manager: what is loaded, a sign-in, and what a build server
 * makes of the lock file, under the alias and after it was taken back.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../support/cli.js";
import { cleanEnv, mustRun } from "../support/process.js";
import { treeOf } from "../support/project.js";
import { appOf, build, byPassword, coreOf, isOurs, made, vendored, visited } from "./alias/app.js";
import { rows } from "./alias/rows.js";
import { managerHome } from "./managers.js";

const managers = [
  { name: "npm", from: undefined, frozen: ["ci"] },
  { name: "pnpm", from: "pnpm@12.21.0", frozen: ["install", "--frozen-lockfile"] },
  { name: "pnpm", from: "pnpm@10.34.8", frozen: ["install", "--frozen-lockfile"] },
  { name: "pnpm", from: "pnpm@9.15.9", frozen: ["install", "--frozen-lockfile"] },
  { name: "yarn", from: "@yarnpkg/cli-dist@4.18.1", frozen: ["install", "--immutable"] },
  { name: "yarn", from: "yarn@1.22.22", frozen: ["install", "--frozen-lockfile"] },
  { name: "bun", from: "bun@1.4.5", frozen: ["install", "--frozen-lockfile"] },
];
const astro = { "@auth/core": "0.37.4", "auth-astro": "4.2.0", astro: "5.18.2" };
const skip = new Set([...made, ".yarn"]);
const theirs = "@auth/core/index.js";
const ours = "authwright/dist/runtime/index.js";

describe.each(managers)("$name $from", { timeout: 900_000 }, ({ name, from, frozen }) => {
  let home: Awaited<ReturnType<typeof managerHome>>;
  beforeAll(async () => {
    home = await managerHome(from);
  }, 240_000);
  afterAll(() => home?.dispose());

  /** With `CI` set, as on a build server. */
  const manage = (cwd: string, ...args: string[]) =>
    mustRun(name, args, { cwd, env: cleanEnv({ CI: "1", ...home.env }), timeoutSeconds: 300 });

  /** Installed by the package manager, which has written its lock file. */
  async function installed(id: string) {
    const app = await appOf(id);
    if (name === "yarn") writeFileSync(path.join(app.folder, ".yarnrc.yml"), "nodeLinker: node-modules\n");
    // One of the packages has a script that pnpm wants to be asked about, from version 11 on.
    if (from === "pnpm@12.21.0")
      writeFileSync(path.join(app.folder, "pnpm-workspace.yaml"), "strictDepBuilds: false\n");
    const env = cleanEnv({ ...home.env, CI: "" });
    await mustRun(name, ["install"], { cwd: app.folder, env, timeoutSeconds: 300 });
    return app;
  }

  // Next.js with npm is a row of test/full/alias.test.ts.
  const tried = name === "npm" ? ["express"] : ["express", "next-app"];
  test.each(rows.filter(({ id }) => tried.includes(id)))(
    "$id: installs, loads it, signs in, is frozen, and goes back",
    async (row) => {
      const { folder, dispose } = await installed(row.id);
      try {
        expect(await coreOf(row, folder)).toBe(theirs);
        const tree = await treeOf(folder, skip);
        const alias = ["migrate", "--alias", "--from", vendored, "--yes"];
        const done = await runCli(folder, alias, { env: home.env });
        expect(done.code, done.stderr).toBe(0);
        expect(await coreOf(row, folder)).toBe(ours);
        await build(row, folder);
        await visited(row, folder, async (origin) => {
          expect(await isOurs(row, origin)).toBe(true);
          await byPassword(row)(origin);
        });

        const aliased = await treeOf(folder, skip);
        await manage(folder, ...frozen);
        expect(await coreOf(row, folder)).toBe(ours);
        expect(await treeOf(folder, skip)).toEqual(aliased);

        const undone = await runCli(folder, ["undo"], { env: home.env });
        expect(undone.code, undone.stderr).toBe(0);
        expect(await treeOf(folder, skip)).toEqual(tree);
        await manage(folder, ...frozen);
        expect(await coreOf(row, folder)).toBe(theirs);
        expect(await treeOf(folder, skip)).toEqual(tree);
      } finally {
        await dispose();
      }
    },
  );

  test.runIf(name === "pnpm" && from !== "pnpm@10.34.8")(
    "auth-astro under strict peers: refused with nothing written, and what is said helps",
    async () => {
      const { folder, dispose } = await appOf("astro");
      try {
        const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
        const [file, strict] =
          from === "pnpm@9.15.9"
            ? [".npmrc", "strict-peer-dependencies=true\n"]
            : ["pnpm-workspace.yaml", "strictPeerDependencies: true\nstrictDepBuilds: false\n"];
        write("package.json", JSON.stringify({ packageManager: from, dependencies: astro }));
        write(file, strict);
        const tree = await treeOf(folder, made);
        const alias = () =>
          runCli(folder, ["migrate", "--alias", "--from", vendored, "--yes"], { env: home.env });
        const refused = await alias();
        expect(refused.code).toBe(1);
        expect(refused.stderr).toContain("set strictPeerDependencies: false");
        expect(await treeOf(folder, new Set([...made, ".auth"]))).toEqual(tree);
        write(file, strict.replace("true", "false"));
        const done = await alias();
        expect(done.code, done.stderr).toBe(0);
        expect(await coreOf({ integration: "auth-astro" }, folder)).toBe(ours);
      } finally {
        await dispose();
      }
    },
  );
});
