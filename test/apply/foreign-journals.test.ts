/** `.auth/` of somebody else: in a repository, of another user, cut, linked. Nothing in it is believed unseen. */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { nodeDisk } from "../../src/cli/apply/disk.js";
import { readJournals, writeJournal } from "../../src/cli/apply/journal-folder.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { breakFs, type Fault } from "../support/faulty-fs.js";

/** The project lies in a folder of its own, beside what belongs to others. */
let outside: string;
let folder: string;
beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), "authwright outside "));
  folder = copyProject("express-esm-ts");
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(outside, { recursive: true, force: true });
  removeProjects();
});

const at = (file: string) => path.join(folder, file);
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
const run = (...args: string[]) => runMain(folder, args);
const generate = (...more: string[]) => run("secret", "generate", "--write", "--yes", ...more);

interface Planted {
  readonly id?: string;
  readonly state?: string;
  readonly folders?: readonly string[];
  readonly file?: Record<string, unknown>;
}
const script = "#!/bin/sh\necho taken\n";
const created = { hash: hashOf(script), mode: 0o755, base64: Buffer.from(script).toString("base64") };

function plant({ id = "aaaaaaaaaaaa", state = "applying", folders = [], file }: Planted = {}): string {
  mkdirSync(at(".auth/journal"), { recursive: true });
  const journal = {
    schemaVersion: 1,
    id,
    command: "init",
    appliedAt: "2026-01-01T00:00:00.000Z",
    state,
    pid: 4_194_000,
    files: [{ path: "a", realPath: "src/planted.ts", before: created, afterHash: null, ...file }],
    folders,
  };
  writeFileSync(at(".auth/.gitignore"), "*\n");
  const place = at(`.auth/journal/${id}.journal`);
  writeFileSync(place, JSON.stringify(journal));
  return place;
}

describe("EDG-05: a journal that came with the repository", () => {
  const places = [
    [".git/hooks/post-checkout", "a git hook"],
    ["../made.sh", "a file beside the project"],
    ["/tmp/authwright-made-by-a-journal.sh", "a file anywhere"],
    [".auth/manifest", "our own files"],
    ["src/planted.ts", "a file of the project"],
  ] as const;

  test.each(places)("%s (%s) is not written, and no command goes on", async (realPath) => {
    mkdirSync(at(".git/hooks"), { recursive: true });
    writeFileSync(path.join(folder, "../mine.txt"), "mine\n");
    plant({ file: { realPath, temporary: "../mine.txt" } });
    const before = snapshotOf(folder);
    for (const result of [await generate(), await run("init", "--yes", "--no-install")]) {
      expect(result.code, result.stderr).toBe(3);
      expect(result.stderr).toContain("auth undo aaaaaaaaaaaa");
    }
    expect(snapshotOf(folder)).toEqual(before);
    expect(existsSync(path.resolve(folder, realPath))).toBe(false);
    expect(readFileSync(path.join(folder, "../mine.txt"), "utf8")).toBe("mine\n");
    rmSync(path.join(folder, "../mine.txt"));
  });

  test.each(places.slice(0, 4))("undo writes nothing at %s (%s), not even with --force", async (realPath) => {
    mkdirSync(at(".git/hooks"), { recursive: true });
    for (const state of ["applying", "applied", "undoing"]) {
      plant({ state, file: { realPath } });
      const before = snapshotOf(folder);
      const result = await run("undo", "--yes", "--force");
      expect(result.code, result.stderr).toBe(1);
      expect(result.stderr).toContain("aaaaaaaaaaaa in .auth names");
      expect(snapshotOf(folder)).toEqual(before);
    }
  });

  test("folders outside are not removed", async () => {
    plant({ folders: [outside] });
    expect((await generate()).code).toBe(3);
    expect((await run("undo", "--yes", "--force")).code).toBe(1);
    expect(existsSync(outside)).toBe(true);
  });

  test("a folder that is a link since leads nowhere else", async () => {
    symlinkSync(outside, at("linked"));
    plant({ state: "applied", file: { realPath: "linked/file.ts" } });
    expect((await run("undo", "--yes", "--force")).code).toBe(1);
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each(["applying", "applied", "undoing"])(
    "inside the project, state %s: undo shows the diff, --yes alone ends with 3, --force goes on",
    async (state) => {
      plant({ state });
      const before = snapshotOf(folder);
      const refused = await run("undo", "--yes");
      expect(refused.code, refused.stderr).toBe(3);
      expect(refused.stderr).toContain("+echo taken");
      expect(snapshotOf(folder)).toEqual(before);
      const forced = await run("undo", "--force");
      expect(forced.code, forced.stderr).toBe(0);
      expect(readFileSync(at("src/planted.ts"), "utf8")).toBe(script);
      expect(existsSync(at(".auth"))).toBe(false);
    },
  );

  test("bits beyond read, write and execute are not given", async () => {
    plant({ state: "applied", file: { before: { ...created, mode: 0o6755 } } });
    expect((await run("undo", "--force")).code).toBe(0);
    expect(statSync(at("src/planted.ts")).mode & 0o7777).toBe(0o755);
  });

  test("a diff of an env file shows no value, whatever the journal calls it", async () => {
    const text = "AUTH_SECRET=not-to-be-shown-not-to-be-shown-000\n";
    writeFileSync(at(".env"), text);
    plant({ state: "applied", file: { path: "README", realPath: ".env", afterHash: hashOf(text) } });
    const { stdout, stderr } = await run("undo", "--yes");
    expect(stdout + stderr).toContain(".env");
    expect(stdout + stderr).not.toContain("not-to-be-shown");
  });

  test("the name that is shown is the file that is written", async () => {
    plant({ state: "applied", file: { path: "docs/harmless.md", realPath: "src/server.ts" } });
    const { stdout, stderr } = await run("undo", "--yes", "--force", "--dry-run");
    expect(stdout + stderr).not.toContain("harmless");
  });

  test("remove-provider deletes no file that only such a journal calls made", async () => {
    expect((await run("init", "--yes", "--no-install")).code).toBe(0);
    rmSync(at(".auth"), { recursive: true });
    writeFileSync(at("src/mine.ts"), "export {};\n");
    plant({ state: "applied", file: { path: "src/mine.ts", realPath: "src/mine.ts", before: null } });
    expect((await run("remove-provider", "github", "--yes")).code).toBe(0);
    expect(existsSync(at("src/mine.ts"))).toBe(true);
  });
});

describe("EDG-05: a journal in pieces", () => {
  const whole = () => JSON.parse(readFileSync(plant(), "utf8")) as Record<string, unknown>;
  const write = (value: unknown) =>
    writeFileSync(
      at(".auth/journal/aaaaaaaaaaaa.journal"),
      typeof value === "string" ? value : JSON.stringify(value),
    );

  test.each<[string, (journal: Record<string, unknown>) => unknown]>([
    ["cut", (journal) => JSON.stringify(journal).slice(0, 80)],
    ["empty", () => ""],
    ["null", () => "null"],
    ["a list", () => "[]"],
    ["a number", () => "7"],
    ["not UTF-8", () => "\uFFFD"],
    ["without files", (j) => ({ ...j, files: undefined })],
    ["files as an object", (j) => ({ ...j, files: {} })],
    ["a file that is null", (journal) => ({ ...journal, files: [null] })],
    ["a folder that is a number", (journal) => ({ ...journal, folders: [1] })],
    ["an id that is a path", (journal) => ({ ...journal, id: "../../../aaa" })],
    ["an id of another file", (journal) => ({ ...journal, id: "bbbbbbbbbbbb" })],
    ["another state", (journal) => ({ ...journal, state: "done" })],
    ["a process of zero", (journal) => ({ ...journal, pid: 0 })],
    ["all processes", (journal) => ({ ...journal, pid: -1 })],
    ["a command with escapes", (journal) => ({ ...journal, command: "\u001B[2Jinit" })],
    ["another version", (journal) => ({ ...journal, schemaVersion: 2 })],
    ["cuts of text", (journal) => ({ ...journal, files: [{ ...fileOf(journal), cuts: "all" }] })],
    [
      "a place with a line break",
      (journal) => ({ ...journal, files: [{ ...fileOf(journal), path: "a\nb" }] }),
    ],
    ["deep", () => `${"[".repeat(200_000)}${"]".repeat(200_000)}`],
  ])("%s: said with its name, nothing written", async (_what, change) => {
    write(change(whole()));
    const before = snapshotOf(folder);
    for (const result of [await generate(), await run("undo", "--yes", "--force")]) {
      expect(result.code, result.stderr).toBe(1);
      expect(result.stderr).toContain("aaaaaaaaaaaa.journal cannot be read");
    }
    expect(snapshotOf(folder)).toEqual(before);
  });
  const fileOf = (journal: Record<string, unknown>) => (journal["files"] as Record<string, unknown>[])[0];

  test("32 MB of it are read and refused", async () => {
    write(JSON.stringify({ ...whole(), files: "x".repeat(32_000_000) }));
    expect((await generate()).code).toBe(1);
  });

  test("a link in its place is not followed", async () => {
    mkdirSync(at(".auth/journal"), { recursive: true });
    symlinkSync("/dev/zero", at(".auth/journal/aaaaaaaaaaaa.journal"));
    expect((await generate()).stderr).toContain("cannot be read");
  });

  test.each([
    ["text", "x"],
    ["null", "null"],
    ["files as a list", '{"files":[]}'],
    ["files of null", '{"files":{"src/auth.ts":null}}'],
    ["entries of null", '{"files":{"src/auth.ts":[null, 1, {"hash":1}]}}'],
    ["a name of every object", '{"files":{"__proto__":[{"plan":"x","hash":"x","text":"x"}]}}'],
  ])("a manifest of %s says nothing", async (_what, text) => {
    mkdirSync(at(".auth"), { recursive: true });
    writeFileSync(at(".auth/manifest"), text);
    const result = await run("init", "--yes", "--no-install");
    expect(result.code, result.stderr).toBe(0);
    expect((await run("undo")).code).toBe(0);
  });

  test.each(["lock-x", "lock--1", "lock-0", "lock-1e9"])("a lock named %s holds nothing up", async (name) => {
    mkdirSync(at(".auth"), { recursive: true });
    writeFileSync(at(`.auth/${name}`), "");
    expect((await generate()).code).toBe(0);
  });
});

describe("EDG-05b: .auth is a link", () => {
  test.each(["elsewhere", "inside"])("to a folder %s: nothing is written through it", async (where) => {
    const target = where === "inside" ? at("src") : outside;
    const before = snapshotOf(target);
    symlinkSync(target, at(".auth"));
    const result = await generate();
    expect(result.code, result.stderr).toBe(1);
    expect(result.stderr).toContain("is a symbolic link");
    expect(snapshotOf(target)).toEqual(before);
    expect(existsSync(at(".env"))).toBe(false);
  });

  test("the folder of the journals likewise", async () => {
    mkdirSync(at(".auth"));
    symlinkSync(outside, at(".auth/journal"));
    expect((await generate()).code).toBe(1);
    expect(readdirSync(outside)).toEqual([]);
  });

  test.each([".gitignore", "manifest"])(
    "a link named .auth/%s is replaced, not written through",
    async (name) => {
      const target = path.join(outside, "file");
      writeFileSync(target, "");
      mkdirSync(at(".auth"));
      symlinkSync(target, at(`.auth/${name}`));
      expect((await run("init", "--yes", "--no-install")).code).toBeLessThan(2);
      expect(readFileSync(target, "utf8")).toBe("");
    },
  );
});

describe("EDG-05: whose journal it is", () => {
  const state = (name: string) => vi.stubEnv("XDG_STATE_HOME", path.join(outside, name));
  const keyOf = (name: string) => path.join(outside, name, "authwright/journal.key");
  const apply = async () => expect((await generate()).code).toBe(0);

  test("the key has 32 bytes that only its user reads, and lies in no project", async () => {
    state("mine");
    await apply();
    expect(statSync(keyOf("mine")).size).toBe(32);
    expect(statSync(keyOf("mine")).mode & 0o777).toBe(0o600);
    const journal = readFileSync(at(`.auth/journal/${readdirSync(at(".auth/journal"))[0]}`), "utf8");
    expect(journal).not.toContain(readFileSync(keyOf("mine")).toString("hex"));
    expect((await run("undo")).code).toBe(0);
  });

  test("another user, or another home: asked about; the first one is not", async () => {
    state("mine");
    await apply();
    state("other");
    expect((await run("undo", "--yes")).code).toBe(3);
    state("mine");
    expect((await run("undo", "--yes")).code).toBe(0);
  });

  test("a byte of a journal changed: it is nobody's any more", async () => {
    state("mine");
    await apply();
    const [name] = readdirSync(at(".auth/journal"));
    const file = at(`.auth/journal/${name}`);
    writeFileSync(file, readFileSync(file, "utf8").replace('"pid": ', '"pid": 1'));
    expect((await run("undo", "--yes")).code).toBe(3);
  });

  test("no home at all: written, undone with --force", async () => {
    vi.stubEnv("XDG_STATE_HOME", "/dev/null/nowhere");
    await apply();
    expect((await run("undo", "--yes")).code).toBe(3);
    expect((await run("undo", "--force")).code).toBe(0);
  });

  test("a home that is the project lends no key", async () => {
    vi.stubEnv("XDG_STATE_HOME", at("state"));
    mkdirSync(at("state/authwright"), { recursive: true });
    writeFileSync(at("state/authwright/journal.key"), "k".repeat(32), { mode: 0o600 });
    await apply();
    expect((await run("undo", "--yes")).code).toBe(3);
  });

  test.each<[string, (file: string) => void]>([
    ["readable by others", (file) => chmodSync(file, 0o644)],
    ["too short", (file) => writeFileSync(file, "x")],
    [
      "a link",
      (file) => (rmSync(file), writeFileSync(`${file}.2`, "k".repeat(32)), symlinkSync(`${file}.2`, file)),
    ],
  ])("a key that is %s opens nothing and is made anew", async (_what, spoil) => {
    state("mine");
    await apply();
    spoil(keyOf("mine"));
    expect((await run("undo", "--yes")).code).toBe(3);
    expect((await run("undo", "--force")).code).toBe(0);
    await apply();
    expect((await run("undo")).code).toBe(0);
  });

  test("a disk that fails for a moment neither changes the key nor makes a journal another user's", async () => {
    state("mine");
    const before = snapshotOf(folder);
    await apply();
    const key = readFileSync(keyOf("mine"));
    const filesOf = () => Object.entries(snapshotOf(folder)).filter(([name]) => !name.startsWith(".auth"));
    const during = async (fault: Fault, ...args: string[]) => {
      const faulty = breakFs(path.join(outside, "mine"), fault);
      const result = await run(...args).finally(() => faulty.restore());
      return { ...result, calls: faulty.calls(), failed: faulty.failed() };
    };
    const { calls } = await during({ at: Infinity, code: "EIO", reads: true }, "undo");
    expect(calls).toBeGreaterThan(2);
    for (let call = 1; call <= calls + 2; call += 1) {
      for (const args of [["secret", "generate", "--write", "--yes"], ["undo"]]) {
        const tree = filesOf();
        const broken = await during({ at: call, code: "EIO", reads: true }, ...args);
        const where = `${args[0]}: at call ${call}, ${broken.failed}: ${broken.stderr}`;
        if (broken.code !== 0) {
          expect(broken.code, where).toBe(1);
          expect(broken.stderr, where).toContain("AUTH_E_FILE");
          expect(filesOf(), where).toEqual(tree);
          expect((await run(...args)).code, where).toBe(0);
        }
        expect(readFileSync(keyOf("mine")).equals(key), where).toBe(true);
      }
      expect(snapshotOf(folder)).toEqual(before);
    }
  });

  test("a project that was moved is still this user's", async () => {
    state("mine");
    await apply();
    const moved = path.join(outside, "moved");
    expect(spawnSync("cp", ["-r", folder, moved]).status).toBe(0);
    const result = await runMain(moved, ["undo"]);
    expect(result.code, result.stderr).toBe(0);
    expect(existsSync(path.join(moved, ".env"))).toBe(false);
  });
});

describe("EDG-05: a journal that git tracks", () => {
  const state = (name: string) => vi.stubEnv("XDG_STATE_HOME", path.join(outside, name));
  const git = (...args: string[]) =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      encoding: "utf8",
    });
  const commit = () => {
    git("add", ".");
    git("commit", "-qm", "all");
  };
  const status = () => git("status", "--porcelain", "--untracked-files=all");

  /** A run of somebody else, whose journal they signed and committed. */
  async function commitJournalOf(name: string, ending: "applied" | "applying"): Promise<string> {
    git("init", "-q");
    state(name);
    expect((await generate()).code).toBe(0);
    const [journal] = readJournals(nodeDisk, folder);
    if (!journal) throw new Error("The run left no journal");
    if (ending === "applying") writeJournal(nodeDisk, folder, { ...journal, state: ending, pid: 4_194_000 });
    expect(readJournals(nodeDisk, folder)).toMatchObject([{ state: ending, isOwn: true }]);
    git("add", "--force", ".auth");
    commit();
    expect(git("ls-files", ".auth")).toContain(`.auth/journal/${journal.id}.journal`);
    state("mine");
    return journal.id;
  }

  test("an interrupted run of another user: no command goes on, and nothing changes", async () => {
    const id = await commitJournalOf("other", "applying");
    const before = snapshotOf(folder);
    const commands = [
      ["init", "--yes", "--no-install"],
      ["add-role", "admin", "--yes"],
      ["undo", "--yes"],
    ];
    for (const result of [await generate(), ...(await Promise.all(commands.map((one) => run(...one))))]) {
      expect(result.code, result.stderr).toBe(3);
      expect(result.stderr).toContain(`auth undo ${id}`);
    }
    expect(snapshotOf(folder)).toEqual(before);
    expect(status()).toBe("");
  });

  test("a whole run of another user: undo asks, and our own run is written and undone beside it", async () => {
    const id = await commitJournalOf("other", "applied");
    const refused = await run("undo", "--yes");
    expect(refused.code, refused.stderr).toBe(3);
    expect(refused.stderr).toContain(`auth undo ${id}`);
    expect(status()).toBe("");
    expect((await run("init", "--yes", "--no-install")).code).toBe(0);
    expect((await run("undo", "--yes")).code).toBe(0);
    expect(status()).toBe("");
  });

  test("our own stays untracked: git sees nothing of it, neither after a run nor after its undo", async () => {
    git("init", "-q");
    commit();
    expect((await run("init", "--yes", "--no-install")).code).toBe(0);
    expect(existsSync(at(".auth/journal"))).toBe(true);
    expect(status()).not.toContain(".auth");
    expect((await run("undo", "--yes")).code).toBe(0);
    expect(status()).toBe("");
  });
});
