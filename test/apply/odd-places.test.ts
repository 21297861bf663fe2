/** Files and folders that cannot be written, or are not what they seem: nothing is left half done. */
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../../src/cli/apply/apply.js";
import { PlanBuilder } from "../../src/cli/plan/plan-builder.js";
import { openFiles } from "../../src/cli/project/files.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

const isRoot = process.getuid?.() === 0;
let folder: string;
const at = (file: string) => path.join(folder, file);
const init = () => runMain(folder, ["init", "--yes", "--no-install"]);
beforeEach(() => {
  folder = copyProject("express-esm-ts");
});
afterEach(removeProjects);

async function expectRefusal(code: number, words: RegExp): Promise<void> {
  const before = snapshotOf(folder);
  const result = await init();
  expect(result.code, result.stderr).toBe(code);
  expect(result.stderr).toMatch(words);
  expect(result.stderr).not.toContain("Unexpected failure");
  expect(snapshotOf(folder)).toEqual(before);
}

test.each([".env", "src/auth.ts", ".env.example", ".gitignore"])(
  "a folder where %s belongs is said, and nothing is written",
  async (file) => {
    rmSync(at(file), { force: true });
    mkdirSync(at(`${file}/inside`), { recursive: true });
    await expectRefusal(3, new RegExp(`${file.replaceAll(".", "\\.")}.*folder`, "s"));
  },
);

test("a file where the folder src belongs is no project of this shape", async () => {
  rmSync(at("src"), { recursive: true });
  writeFileSync(at("src"), "not a folder\n");
  await expectRefusal(2, /express\(\)|server/);
});

test("CLI-08 a linked file that leads out of the project is refused", async () => {
  const outside = mkdtempSync(path.join(tmpdir(), "authwright outside "));
  writeFileSync(path.join(outside, "env"), "A=1\n");
  symlinkSync(path.join(outside, "env"), at(".env"));
  await expectRefusal(1, /outside the project/);
  expect(snapshotOf(outside)).toEqual({ env: "644 QT0xCg==" });
  rmSync(outside, { recursive: true });
});

test("a link that leads nowhere is said, and nothing is written", async () => {
  symlinkSync("nowhere/env", at(".env"));
  await expectRefusal(3, /\.env is a link that leads to no file/);
  unlinkSync(at(".env"));
});

test("a path with spaces, accents and CJK: written, and taken back", async () => {
  const moved = path.join(path.dirname(folder), "authwright übung 認証 's $HOME");
  rmSync(moved, { recursive: true, force: true });
  renameSync(folder, moved);
  const before = snapshotOf(moved);
  try {
    expect((await runMain(moved, ["init", "--yes", "--no-install"])).code).toBe(0);
    expect(existsSync(path.join(moved, "src/auth.ts"))).toBe(true);
    expect((await runMain(moved, ["undo"])).code).toBe(0);
    expect(snapshotOf(moved)).toEqual(before);
  } finally {
    cpSync(moved, folder, { recursive: true });
    rmSync(moved, { recursive: true, force: true });
  }
});

test.skipIf(isRoot)(`a folder without permission to write${isRoot ? " (not as root)" : ""}`, async () => {
  chmodSync(at("src"), 0o555);
  await expectRefusal(1, /permission/i);
  chmodSync(at("src"), 0o755);
});

/** chattr needs root and a file system that knows it. */
function immutable(file: string): boolean {
  return spawnSync("chattr", ["+i", file], { stdio: "ignore" }).status === 0;
}
const canFreeze = (() => {
  const probe = mkdtempSync(path.join(tmpdir(), "authwright probe "));
  const can = immutable(probe);
  spawnSync("chattr", ["-i", probe], { stdio: "ignore" });
  rmSync(probe, { recursive: true });
  return can;
})();

test.skipIf(!canFreeze).each(["src/server.ts", "src", "package.json", "."])(
  `immutable %s${canFreeze ? "" : " (chattr does not work here)"}: exit 1, and nothing else is written`,
  async (file) => {
    expect(immutable(at(file))).toBe(true);
    try {
      await expectRefusal(1, /Not permitted|No permission/);
    } finally {
      spawnSync("chattr", ["-i", at(file)], { stdio: "ignore" });
    }
    expect((await init()).code).toBe(0);
  },
);

const tmpfs = mkdtempSync(path.join(tmpdir(), "authwright tmpfs "));
const canMount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", tmpfs]).status === 0;
if (canMount) spawnSync("umount", [tmpfs]);
rmSync(tmpfs, { recursive: true, force: true });

test.skipIf(!canMount)(
  `CLI-21 a disk that is really full${canMount ? "" : " (no permission to mount one: only by the seam, see faults.test.ts)"}`,
  async () => {
    const disk = mkdtempSync(path.join(tmpdir(), "authwright full "));
    try {
      // Sizes around what the project needs: fuller and fuller.
      let failures = 0;
      for (const pages of [8, 10, 12, 14, 16, 18, 20, 24, 28, 32, 40]) {
        expect(spawnSync("mount", ["-t", "tmpfs", "-o", `size=${pages * 4}k`, "none", disk]).status).toBe(0);
        const project = path.join(disk, "p");
        try {
          cpSync(folder, project, { recursive: true });
        } catch {
          spawnSync("umount", [disk]);
          continue;
        }
        const before = snapshotOf(project);
        const result = await runMain(project, ["init", "--yes", "--no-install"]);
        if (result.code !== 0) {
          failures += 1;
          expect(result.code).toBe(1);
          expect(result.stderr, `${pages} pages`).toContain("The disk is full");
          expect(snapshotOf(project), `${pages} pages`).toEqual(before);
        } else {
          expect((await runMain(project, ["undo"])).code).toBe(0);
          expect(snapshotOf(project)).toEqual(before);
        }
        spawnSync("umount", [disk]);
      }
      expect(failures).toBeGreaterThan(0);
    } finally {
      spawnSync("umount", [disk]);
      rmSync(disk, { recursive: true, force: true });
    }
  },
);

describe("F-21 new files through a folder that leads out of the project", () => {
  let outside: string;
  beforeEach(() => {
    outside = mkdtempSync(path.join(tmpdir(), "authwright outside "));
  });
  afterEach(() => rmSync(outside, { recursive: true }));

  test.each([
    ["init", "--env", "linked/.env"],
    ["secret", "generate", "--write", "--env", "linked/deep/.env"],
  ])("auth %s %s %s: refused, nothing is written on either side", async (...args) => {
    symlinkSync(outside, at("linked"));
    const before = snapshotOf(folder);
    const result = await runMain(folder, [...args, "--yes"]);
    expect(result.code, result.stderr).toBe(1);
    expect(result.stderr).toContain("outside the project");
    expect(snapshotOf(folder)).toEqual(before);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("the routes of a Next.js app whose folder is a link", async () => {
    folder = copyProject("next-app-ts");
    cpSync(at("app"), outside, { recursive: true });
    rmSync(at("app"), { recursive: true });
    symlinkSync(outside, at("app"));
    const before = snapshotOf(outside);
    const result = await init();
    expect(result.code, result.stderr).toBe(1);
    expect(result.stderr).toContain("outside the project");
    expect(snapshotOf(outside)).toEqual(before);
  });

  test("a folder that becomes such a link while the plan is shown", () => {
    mkdirSync(at("linked"));
    const staging = new PlanBuilder({ files: openFiles(folder) });
    staging.create("linked/new.ts", "export {};\n", "new");
    const plan = staging.finish("test");
    rmSync(at("linked"), { recursive: true });
    symlinkSync(outside, at("linked"));
    expect(() => writeFiles(plan)).toThrow(expect.objectContaining({ code: "AUTH_E_CHANGED" }));
    expect(readdirSync(outside)).toEqual([]);
  });

  test("still: a link that stays within the project is followed, and undo takes the file back", async () => {
    mkdirSync(at("config"));
    symlinkSync("config", at("linked"));
    const before = snapshotOf(folder);
    const args = ["secret", "generate", "--write", "--env", "linked/.env", "--yes"];
    const result = await runMain(folder, args);
    expect(result.code, result.stderr).toBe(0);
    expect(existsSync(at("config/.env"))).toBe(true);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});
