import { symlinkSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

test.each([["info"], ["doctor"], ["add-provider", "google", "--dry-run"], ["init", "--yes", "--dry-run"]])(
  "CL-26: a link to itself is named, and ends no command: %s",
  async (...args) => {
    const folder = copyProject("express-esm-ts");
    symlinkSync("loop.ts", path.join(folder, "src-loop.ts"));
    symlinkSync("src-loop.ts", path.join(folder, "loop.ts"));
    const { stderr, stdout } = await runMain(folder, args);
    expect(stdout + stderr).not.toContain("AUTH_E_INTERNAL");
    expect(stdout + stderr).not.toContain("ELOOP");
  },
);
