import { rm } from "node:fs/promises";
import path from "node:path";
import { createClient } from "@libsql/client";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { cleanEnv } from "../support/process.js";
import { installedProject, treeOf } from "../support/project.js";
import { typeErrors } from "../support/type-check.js";
import { auth, initTwice, signInUnderAuthDev } from "./walk.js";

/** An Express project whose people live in a SQLite file, from `init` to `undo`. */
describe("an Express project with a store", { timeout: 600_000 }, () => {
  let project: Awaited<ReturnType<typeof installedProject>>;
  let browser: Browser;
  let before: Record<string, string>;

  beforeAll(async () => {
    [project, browser] = await Promise.all([installedProject("express-esm-ts"), launchBrowser()]);
    before = await treeOf(project.folder);
  }, 600_000);
  afterAll(async () => {
    await browser?.close();
    await project?.dispose();
  });

  test("init --session database installs the store, changes nothing the second time, and type-checks", async () => {
    await initTwice(project.folder, "--session", "database");
    expect(typeErrors(project.folder)).toBe("");
  });

  test("Chromium signs in and out; the database has the person, the account and no session any more", async () => {
    await signInUnderAuthDev(browser, { folder: project.folder, env: cleanEnv }, "/auth", {
      session: "database",
    });
    const db = createClient({ url: `file:${path.join(project.folder, "auth.db")}` });
    const count = async (table: string) =>
      Number((await db.execute(`select count(*) as n from "${table}"`)).rows[0]?.["n"]);
    expect([await count("User"), await count("Account"), await count("Session")]).toEqual([1, 1, 0]);
    const { rows } = await db.execute('select provider, access_token from "Account"');
    expect(rows[0]).toMatchObject({ provider: "github" });
    db.close();
  });

  test("undo takes everything back but the data", async () => {
    const undone = await auth(project.folder, "undo", "--yes");
    expect(undone.code, undone.stdout + undone.stderr).toBe(0);
    for (const suffix of ["", "-shm", "-wal"])
      await rm(path.join(project.folder, `auth.db${suffix}`), { force: true });
    expect(await treeOf(project.folder)).toEqual(before);
  });
});
