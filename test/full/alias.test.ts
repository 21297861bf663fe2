/**
 * Published integrations over this package in place of `@auth/core`: an app
 * signs people in before, under the alias, and after it was taken back.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Visitor } from "../alias/visitor.js";
import { runCli } from "../support/cli.js";
import { mustRun } from "../support/process.js";
import { npm, treeOf } from "../support/project.js";
import {
  appOf,
  build,
  byPassword,
  coreOf,
  isOurs,
  made,
  mistakes,
  signsInWithRows,
  vendored,
  visited,
} from "./alias/app.js";
import { rows } from "./alias/rows.js";

describe.each(rows)("$id with npm", { timeout: 1_500_000 }, (row) => {
  let app: Awaited<ReturnType<typeof appOf>>;
  const install = () =>
    mustRun(npm, ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: app.folder,
      timeoutSeconds: 600,
    });
  beforeAll(async () => {
    app = await appOf(row.id);
    await install();
  }, 700_000);
  afterAll(() => app?.dispose());

  test("sign-ins of before, under the alias and after it", async () => {
    const { folder } = app;
    const first = await build(row, folder);
    const known = new Set(await mistakes(folder));
    const before = await visited(row, folder, async (origin) => {
      expect(await isOurs(row, origin), first.stderr).toBe(false);
      return byPassword(row)(origin);
    });
    const tree = await treeOf(folder, made);
    expect(await coreOf(row, folder)).toBe("@auth/core/index.js");

    const done = await runCli(folder, ["migrate", "--alias", "--from", vendored, "--yes"]);
    expect(done.code, done.stderr).toBe(0);
    expect(await coreOf(row, folder)).toBe("authwright/dist/runtime/index.js");
    const built = await build(row, folder);
    const found = await mistakes(folder);
    expect(found.filter((one) => !known.has(one))).toEqual([]);
    // What the app declares in a module of the integration reaches our types.
    expect(found.filter((one) => !/^(?:node_modules|\.\w+)\//.test(one))).toEqual([]);
    const after = await visited(row, folder, async (origin) => {
      expect(await isOurs(row, origin), built.stderr).toBe(true);
      await new Visitor(origin, row.base, before).isIn("Ada");
      await new Visitor(origin, row.base).isOut();
      return byPassword(row)(origin);
    });
    await signsInWithRows(row, folder);
    expect((await runCli(folder, ["doctor"])).code).toBe(0);

    const undone = await runCli(folder, ["undo"]);
    expect(undone.code, undone.stderr).toBe(0);
    expect(await treeOf(folder, made)).toEqual(tree);
    await install();
    await build(row, folder);
    await visited(row, folder, (origin) => new Visitor(origin, row.base, after).isIn("Ada"));
  });
});

test("auth-astro with nodemailer 6: refused, and what is said helps", { timeout: 600_000 }, async () => {
  const { folder, dispose } = await appOf("astro");
  try {
    const write = (nodemailer: string) =>
      writeFileSync(
        path.join(folder, "package.json"),
        JSON.stringify({
          dependencies: { "@auth/core": "0.37.4", "auth-astro": "4.2.0", astro: "5.18.2", nodemailer },
        }),
      );
    const alias = () => runCli(folder, ["migrate", "--alias", "--from", vendored, "--yes"]);
    write("^6.10.1");
    const refused = await alias();
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("Write nodemailer ^7.0.0 into package.json");
    write("^7.0.0");
    const done = await alias();
    expect(done.code, done.stderr).toBe(0);
    expect(await coreOf({ integration: "auth-astro" }, folder)).toBe("authwright/dist/runtime/index.js");
  } finally {
    await dispose();
  }
});
