/**
 * Published integrations over this package in place of `@auth/core`: an app
 * signs people in before, under the alias, and after it was taken back.
 */
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
    expect((await mistakes(folder)).filter((one) => !known.has(one))).toEqual([]);
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
