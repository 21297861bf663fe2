import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { writeFiles } from "../../src/cli/apply/apply.js";
import { nodeDisk, type Disk } from "../../src/cli/apply/disk.js";
import { recover, stateOf, revert } from "../../src/cli/apply/journal.js";
import { readJournals, writeJournal } from "../../src/cli/apply/journal-folder.js";
import { isEmpty, type Plan } from "../../src/cli/plan/plan.js";
import { PlanBuilder } from "../../src/cli/plan/plan-builder.js";
import { openFiles } from "../../src/cli/project/files.js";
import { copyProject, removeProjects, snapshotOf } from "../support/cli.js";

const secret = "test-secret-test-secret-test-secret-000";
let root: string;
let before: Record<string, string>;

beforeEach(() => {
  root = copyProject("express-esm-ts");
  writeFileSync(path.join(root, ".env"), "PORT=3000\n", { mode: 0o640 });
  chmodSync(path.join(root, "src/server.ts"), 0o755);
  before = snapshotOf(root);
});
afterEach(removeProjects);

/** New file in new folders, edit, env file: every kind of change. */
function planOf(): Plan {
  const staging = new PlanBuilder({ files: openFiles(root) });
  staging.create("app/new/deep/file.ts", "export {};\n", "new");
  const words = { reason: "edit", already: "", snippet: "" };
  staging.edit("src/server.ts", { kind: "edits", edits: [{ start: 0, end: 0, text: "// first\n" }] }, words);
  staging.env(".env", [{ key: "AUTH_SECRET", value: secret }], { secret: true, reason: (key) => key });
  return staging.finish("test");
}

describe("writing", () => {
  const outside = path.join(tmpdir(), `authwright-outside-${process.pid}.ts`);
  const at = (file: string) => path.join(root, file);
  const becomesLink = (file: string, target: string) => {
    rmSync(at(file));
    symlinkSync(target, at(file));
  };
  beforeEach(() => writeFileSync(outside, "outside\n"));
  afterAll(() => rmSync(outside, { force: true }));

  test("all files are written, modes stay, and the env file is remembered by places only", () => {
    const plan = planOf();
    writeFiles(plan);
    expect(readFileSync(path.join(root, "app/new/deep/file.ts"), "utf8")).toBe("export {};\n");
    expect(readFileSync(path.join(root, ".env"), "utf8")).toBe(`PORT=3000\nAUTH_SECRET=${secret}\n`);
    expect(statSync(path.join(root, "src/server.ts")).mode & 0o777).toBe(0o755);
    expect(statSync(path.join(root, ".env")).mode & 0o777).toBe(0o640);
    const journal = readFileSync(path.join(root, `.auth/journal/${plan.id}.journal`), "utf8");
    expect(journal).not.toContain(secret);
    expect(journal).not.toContain(Buffer.from(secret).toString("base64").slice(0, 20));
    expect(journal).not.toContain(Buffer.from("PORT=3000").toString("base64"));
    expect(readFileSync(path.join(root, ".auth/.gitignore"), "utf8")).toBe("*\n");
  });

  test("taking back restores every byte and mode, and removes what was made", () => {
    writeFiles(planOf());
    const [journal] = readJournals(nodeDisk, root);
    if (!journal) throw new Error("no journal");
    expect(journal.files.map((file) => stateOf(nodeDisk, file))).toEqual(["after", "after", "after"]);
    revert(nodeDisk, root, journal);
    expect(snapshotOf(root)).toEqual(before);
  });

  test("a file that changed after planning stops everything", () => {
    const plan = planOf();
    writeFileSync(path.join(root, "src/server.ts"), "// mine\n");
    const mine = snapshotOf(root);
    expect(() => writeFiles(plan)).toThrow(expect.objectContaining({ code: "AUTH_E_CHANGED", exitCode: 3 }));
    expect(snapshotOf(root)).toEqual(mine);
  });

  test.each<[string, () => void]>([
    ["is gone", () => rmSync(at("src/server.ts"))],
    ["is a link out of the project", () => becomesLink("src/server.ts", outside)],
    ["is a link to another file of the project", () => becomesLink(".env", "package.json")],
    ["is a link to itself", () => becomesLink(".env", ".env")],
    [
      "is a folder",
      () => {
        rmSync(at(".env"));
        mkdirSync(at(".env"));
      },
    ],
    [
      "stands where one is to be made",
      () => {
        mkdirSync(at("app/new/deep"), { recursive: true });
        writeFileSync(at("app/new/deep/file.ts"), "mine\n");
      },
    ],
    [
      "is a link where one is to be made",
      () => {
        mkdirSync(at("app/new/deep"), { recursive: true });
        symlinkSync(outside, at("app/new/deep/file.ts"));
      },
    ],
    ["stands where a folder is to be made", () => writeFileSync(at("app"), "mine\n")],
  ])("CL-31: a file that %s by the time it is written: nothing is", (_what, change) => {
    const plan = planOf();
    change();
    const mine = snapshotOf(root);
    expect(() => writeFiles(plan)).toThrow();
    expect(snapshotOf(root)).toEqual(mine);
    expect(readFileSync(outside, "utf8")).toBe("outside\n");
  });

  test("F-37 a file that was only read and changed after planning stops everything too", () => {
    const files = openFiles(root);
    expect(files.read(".env.local")).toBeUndefined();
    const staging = new PlanBuilder({ files });
    staging.create("new.ts", "export {};\n", "new");
    const plan = staging.finish("test");
    writeFileSync(path.join(root, ".env.local"), "A=1\n");
    const mine = snapshotOf(root);
    expect(() => writeFiles(plan)).toThrow(expect.objectContaining({ code: "AUTH_E_CHANGED", exitCode: 3 }));
    expect(snapshotOf(root)).toEqual(mine);
  });

  test("F-37 each file is read once per plan, so what another run writes meanwhile is no half of it", () => {
    const staging = new PlanBuilder({ files: openFiles(root) });
    expect(staging.text("later.txt")).toBeUndefined();
    writeFileSync(path.join(root, "later.txt"), "one\n");
    expect(staging.text("later.txt")).toBeUndefined();
    staging.create("later.txt", "one\n", "new");
    const plan = staging.finish("test");
    expect(plan.changes.map((change) => change.before)).toEqual([undefined]);
    expect(() => writeFiles(plan)).toThrow(expect.objectContaining({ code: "AUTH_E_CHANGED" }));
  });

  test("F-37 a change that changes nothing is no step and leaves no journal", () => {
    const staging = new PlanBuilder({ files: openFiles(root) });
    const words = { reason: "edit", already: "", snippet: "" };
    const first = readFileSync(path.join(root, "src/server.ts"), "utf8").slice(0, 1);
    const edits = [{ start: 0, end: 1, text: first }];
    staging.edit("src/server.ts", { kind: "edits", edits }, words);
    const plan = staging.finish("test");
    expect(plan.changes).toEqual([]);
    expect(isEmpty(plan)).toBe(true);
    expect(writeFiles(plan)).toBeUndefined();
    expect(snapshotOf(root)).toEqual(before);
  });

  test("a project that was moved is taken back where it is now", () => {
    writeFiles(planOf());
    const moved = `${root} moved`;
    cpSync(root, moved, { recursive: true });
    const applied = snapshotOf(root);
    const [journal] = readJournals(nodeDisk, moved);
    if (!journal) throw new Error("no journal");
    revert(nodeDisk, moved, journal);
    expect(snapshotOf(moved)).toEqual(before);
    expect(snapshotOf(root)).toEqual(applied);
    rmSync(moved, { recursive: true });
  });

  test("a linked file is written where it is, and the link stays", () => {
    mkdirSync(path.join(root, "shared"));
    execFileSync("mv", [path.join(root, ".env"), path.join(root, "shared/env")]);
    symlinkSync("shared/env", path.join(root, ".env"));
    writeFiles(planOf());
    expect(readFileSync(path.join(root, "shared/env"), "utf8")).toContain("AUTH_SECRET=");
    expect(readlinkSync(path.join(root, ".env"))).toBe("shared/env");
  });
});

class DiskFailure extends Error {}

/** A disk whose n-th change fails; `dies`: and every later one, as when the process has ended. */
function failingDisk(failAt: number, dies: boolean): { disk: Disk; calls: () => number } {
  let calls = 0;
  const guard =
    <A extends unknown[], R>(action: (...args: A) => R, partial?: (...args: A) => void) =>
    (...args: A): R => {
      calls += 1;
      if (calls === failAt) partial?.(...args);
      if (calls === failAt || (dies && calls > failAt)) throw new DiskFailure(`call ${calls}`);
      return action(...args);
    };
  const disk: Disk = {
    ...nodeDisk,
    // The worst case of a full disk: half of the content is there.
    writeNew: guard(nodeDisk.writeNew, (file, content, mode) => {
      nodeDisk.writeNew(file, content.slice(0, content.length / 2), mode);
    }),
    rename: guard(nodeDisk.rename),
    remove: dies ? guard(nodeDisk.remove) : nodeDisk.remove,
    makeFolder: guard(nodeDisk.makeFolder),
    removeFolder: dies ? guard(nodeDisk.removeFolder) : nodeDisk.removeFolder,
    syncFolder: guard(nodeDisk.syncFolder),
  };
  return { disk, calls: () => calls };
}

function countCalls(dies: boolean): number {
  const { disk, calls } = failingDisk(Number.POSITIVE_INFINITY, dies);
  writeFiles(planOf(), disk);
  const [journal] = readJournals(nodeDisk, root);
  if (journal) revert(nodeDisk, root, journal);
  return calls();
}

describe("failures", () => {
  test("whichever access fails, everything is as before", () => {
    const total = countCalls(false);
    expect(total).toBeGreaterThan(15);
    for (let failAt = 1; failAt <= total; failAt += 1) {
      const { disk } = failingDisk(failAt, false);
      expect(() => writeFiles(planOf(), disk), `call ${failAt}`).toThrow(DiskFailure);
      expect(snapshotOf(root), `call ${failAt}`).toEqual(before);
    }
  });

  test("whenever the process dies, the next run finds everything before or after, never between", () => {
    const total = countCalls(true);
    const plan = planOf();
    for (let failAt = 1; failAt <= total; failAt += 1) {
      const { disk } = failingDisk(failAt, true);
      expect(() => writeFiles(plan, disk), `call ${failAt}`).toThrow(Error);
      recover(nodeDisk, root);
      const applied = readJournals(nodeDisk, root);
      if (applied[0]) revert(nodeDisk, root, applied[0]); // it had been finished: then undo must work
      expect(snapshotOf(root), `call ${failAt}`).toEqual(before);
      expect(existsSync(path.join(root, ".auth"))).toBe(false);
    }
  });

  test("an undo that dies is finished by the next run", () => {
    writeFiles(planOf());
    const total = 12;
    for (let failAt = 1; failAt <= total; failAt += 1) {
      const [journal] = readJournals(nodeDisk, root);
      if (!journal) throw new Error("no journal");
      const undoing = { ...journal, state: "undoing" as const };
      writeJournal(nodeDisk, root, undoing);
      expect(() => revert(failingDisk(failAt, true).disk, root, undoing), `call ${failAt}`).toThrow(
        DiskFailure,
      );
      recover(nodeDisk, root);
      expect(snapshotOf(root), `call ${failAt}`).toEqual(before);
      writeFiles(planOf());
    }
  });

  test("another live process is not disturbed", () => {
    writeFiles(planOf());
    const [journal] = readJournals(nodeDisk, root);
    if (!journal) throw new Error("no journal");
    writeJournal(nodeDisk, root, { ...journal, state: "applying", pid: process.ppid });
    expect(() => recover(nodeDisk, root)).toThrow(expect.objectContaining({ code: "AUTH_E_BUSY" }));
  });
});
