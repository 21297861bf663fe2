import { existsSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth, initTwice, signInUnderAuthDev } from "../e2e/walk.js";
import { launchBrowser } from "../support/chromium.js";
import { nextProject } from "../support/next-project.js";
import { mustRun } from "../support/process.js";
import { npx, treeOf } from "../support/project.js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

/** The majors before the one of test/e2e: their guard is middleware.ts, and it runs on the edge runtime. */
describe.each(["14.2.35", "15.5.28"])("a stock Next.js %s project", { timeout: 600_000 }, (version) => {
  test("init, build, sign-in through the local identity provider, undo", async () => {
    const project = await nextProject(version);
    try {
      const before = await treeOf(project.folder);
      await initTwice(project.folder);
      expect(existsSync(path.join(project.folder, "middleware.ts"))).toBe(true);
      await mustRun(npx, ["next", "build"], { cwd: project.folder, env: project.env(), timeoutSeconds: 400 });
      await signInUnderAuthDev(browser, project, "/api/auth");
      const undone = await auth(project.folder, "undo", "--yes");
      expect(undone.code, undone.stdout + undone.stderr).toBe(0);
      expect(await treeOf(project.folder)).toEqual(before);
    } finally {
      await project.dispose();
    }
  });
});
