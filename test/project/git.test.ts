/** What git keeps, read from its index: the same as git itself says, in every form that an index has. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { dirtyFiles, isTracked } from "../../src/cli/project/git.js";
import { openFiles } from "../../src/cli/project/files.js";

const made: string[] = [];
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright git ")));
  made.push(folder);
});

const placeOf = (root: string) => ({ root, files: openFiles(root) });

const at = (file: string) => path.join(folder, file);

function write(file: string, text: string): void {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), text);
}

const who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "protocol.file.allow=always"];
const gitIn = (where: string, ...args: string[]): string =>
  execFileSync("git", ["-C", where, ...who, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
const git = (...args: string[]): string => gitIn(folder, ...args);

/** Names long and short, with letters of several bytes that share parts of them, in many folders. */
const names = [
  ".env",
  "package.json",
  "src/auth.ts",
  "src/authä.ts",
  "src/authö.ts",
  `src/${"long-name-".repeat(20)}.ts`,
  "with space/a b.ts",
  ...Array.from({ length: 30 }, (_, number) => `lib/${number % 7}/file-${number}.ts`),
];
const left = ["left.ts", "src/left.ts", "lib/3/left.ts"];

function commitAll(...init: string[]): void {
  git("init", "-q", ...init);
  for (const name of names) write(name, name === "package.json" ? "{}" : `// ${name}\n`);
  git("add", "-A");
  git("commit", "-qm", "all");
  for (const name of left) write(name, "// not added\n");
}

const filesIn = (where: string) => [...names, ...left].filter((name) => existsSync(path.join(where, name)));

/** Which files git keeps, and which of them have changed: as we read it. */
function readAnswers(where = folder) {
  const all = filesIn(where);
  return {
    kept: all.filter((name) => isTracked(placeOf(where), name)),
    changed: dirtyFiles(placeOf(where), all),
  };
}

/** The same as git says it. */
function gitAnswers(where = folder) {
  const said = (...args: string[]) => new Set(gitIn(where, ...args, "-z").split("\0"));
  const [kept, changed] = [said("ls-files"), said("diff-files", "--name-only")];
  const all = filesIn(where);
  return { kept: all.filter((name) => kept.has(name)), changed: all.filter((name) => changed.has(name)) };
}

describe("the same as git says", () => {
  const forms: readonly (readonly [string, readonly string[], () => void])[] = [
    ["version 3, with a file that is only meant to be added", [], () => git("add", "-N", "left.ts")],
    ["version 4, SHA-256", ["--object-format=sha256"], () => git("update-index", "--index-version", "4")],
    [
      "a split index with entries added, deleted and replaced",
      [],
      () => {
        git("update-index", "--split-index");
        git("rm", "-q", "--cached", ".env", "lib/3/file-3.ts", "lib/0/file-21.ts");
        appendFileSync(at("src/auth.ts"), "// staged\n");
        appendFileSync(at("lib/6/file-6.ts"), "// staged\n");
        git("add", "src", "lib/6", "lib/3/left.ts");
        appendFileSync(at("lib/6/file-6.ts"), "// and changed\n");
      },
    ],
    ["files that git does not look at", [], () => git("update-index", "--assume-unchanged", "src/auth.ts")],
  ];
  it.each(forms)("G1: %s", (_, init, change) => {
    commitAll(...init);
    change();
    expect(readAnswers()).toEqual(gitAnswers());
    for (const name of ["src/auth.ts", "lib/2/file-2.ts", ".env"]) appendFileSync(at(name), "// changed\n");
    expect(readAnswers()).toEqual(gitAnswers());
  });

  it("G1: .git as a link, as a file, of a worktree, of a submodule, of a repository within another", () => {
    commitAll();
    git("worktree", "add", "-q", at("beside"));
    gitIn(at("beside"), "rm", "-q", "--cached", ".env");
    expect(readAnswers(at("beside"))).toEqual(gitAnswers(at("beside")));
    git("submodule", "add", "-q", folder, "parts/one");
    gitIn(at("parts/one"), "rm", "-q", "--cached", "src/auth.ts");
    expect(readAnswers(at("parts/one"))).toEqual(gitAnswers(at("parts/one")));
    expect(readFileSync(at("parts/one/.git"), "utf8")).toMatch(/^gitdir: \.\.\/\.\.\/\.git\/modules/);
    git("clone", "-q", folder, at("nested"));
    gitIn(at("nested"), "rm", "-q", "--cached", "lib/1/file-1.ts");
    expect(readAnswers(at("nested"))).toEqual(gitAnswers(at("nested")));
    renameSync(at("nested/.git"), at("nested.git"));
    symlinkSync(at("nested.git"), at("nested/.git"));
    expect(readAnswers(at("nested"))).toEqual(gitAnswers(at("nested")));
    rmSync(at("nested/.git"));
    writeFileSync(at("nested/.git"), "gitdir: ../nested.git\n");
    expect(readAnswers(at("nested"))).toEqual(gitAnswers(at("nested")));
    expect(readAnswers()).toEqual(gitAnswers());
  });

  it("G1: a file in another repository than the project's, and a link to a file that git keeps", () => {
    commitAll();
    git("clone", "-q", folder, at("nested"));
    symlinkSync("src/auth.ts", at(".env.linked"));
    const facts = placeOf(folder);
    expect(isTracked(facts, "nested/.env")).toBe(true);
    expect(isTracked(facts, ".env.linked")).toBe(true);
    expect(isTracked(placeOf(at("nested")), "../left.ts")).toBe(false);
    expect(isTracked(placeOf(at("nested")), "../.env")).toBe(true);
    // What is there and no repository is passed over, as git passes it over.
    mkdirSync(at("src/.git"));
    expect(isTracked(facts, "src/auth.ts")).toBe(true);
  });
});

describe("changed or not", () => {
  it("G1: the line ends of Windows, a touched file and a filter are no change; a merge and a new content are", () => {
    commitAll();
    write("src/auth.ts", "// src/auth.ts\r\n");
    utimesSync(at("lib/1/file-1.ts"), 1, 1);
    write(".gitattributes", "lib/2/* filter=upper\n");
    git("config", "filter.upper.clean", "tr a-z A-Z");
    git("add", "lib/2", ".gitattributes");
    const facts = placeOf(folder);
    expect(dirtyFiles(facts, names)).toEqual([]);
    write("lib/4/file-4.ts", "// other\n");
    expect(dirtyFiles(facts, names)).toEqual(["lib/4/file-4.ts"]);
  });

  it("G1: an index that cannot be read ends with exit 3: cut off, of a later version, a folder, its other half gone", () => {
    commitAll();
    const whole = readFileSync(at(".git/index"));
    const facts = placeOf(folder);
    const refusal = expect.objectContaining({ code: "AUTH_E_REPOSITORY", exitCode: 3 });
    const expectRefused = () => expect(() => isTracked(facts, ".env")).toThrow(refusal);
    for (const bytes of [
      whole.subarray(0, 11),
      whole.subarray(0, whole.length - 400),
      Buffer.concat([Buffer.from("DIRC\0\0\0\x05"), whole.subarray(8)]),
      Buffer.concat([Buffer.from("DIRC\0\0\0\x02\xff\xff\xff\xff", "latin1"), whole.subarray(12)]),
      Buffer.alloc(0),
    ]) {
      writeFileSync(at(".git/index"), bytes);
      expectRefused();
    }
    rmSync(at(".git/index"));
    expect(isTracked(facts, ".env")).toBe(false);
    mkdirSync(at(".git/index"));
    expectRefused();
    rmSync(at(".git/index"), { recursive: true });
    writeFileSync(at(".git/index"), whole);
    git("update-index", "--split-index");
    const [half = ""] = execFileSync("ls", [at(".git")], { encoding: "utf8" }).match(/sharedindex\S+/) ?? [];
    rmSync(at(`.git/${half}`));
    expectRefused();
  });
});
