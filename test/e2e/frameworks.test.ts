/** The cheapest row of the matrix, in every run; test/full has all of them. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../support/chromium.js";
import { treeOf } from "../support/project.js";
import { rows, tryFramework } from "./framework-matrix.js";

const cheapest = "node-js";

let browser: Browser;
beforeAll(async () => void (browser = await launchBrowser()));
afterAll(() => browser?.close());

describe.each(rows.filter(({ project }) => project === cheapest))(
  "$framework",
  { timeout: 600_000 },
  (row) => {
    test("init, sign-in, session update, sign-out, doctor, production, undo", async () => {
      const project = await row.make();
      try {
        const before = await treeOf(project.folder);
        await tryFramework(browser, row, project, "jwt");
        expect(await treeOf(project.folder)).toEqual(before);
      } finally {
        await project.dispose();
      }
    });
  },
);
