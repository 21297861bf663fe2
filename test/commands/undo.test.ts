import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
let before: Record<string, string>;
beforeEach(() => {
  folder = copyProject("express-esm-ts");
  before = snapshotOf(folder);
});
afterEach(removeProjects);

const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const change = (file: string, from: string | RegExp, to: string) => {
  expect(read(file)).toMatch(from);
  write(file, read(file).replace(from, to));
};
const init = () => runMain(folder, ["init", "--yes", "--no-install"]);
const undo = (...more: string[]) => runMain(folder, ["undo", ...more]);
const planId = async (...args: string[]) =>
  JSON.parse((await runMain(folder, [...args, "--yes", "--no-install", "--json"])).stdout).plan.id as string;

describe("files that went on changing elsewhere", () => {
  test("source, package.json, env and ignore file: what the plan did goes, later work stays", async () => {
    await init();
    change("src/server.ts", /^/, "// a note at the top\n");
    appendFileSync(path.join(folder, "src/server.ts"), "// later work\n");
    change("package.json", /("express": "[^"]+")\n/, '$1,\n    "zod": "^4.0.0"\n');
    appendFileSync(path.join(folder, ".env"), "MINE=1\n");
    appendFileSync(path.join(folder, ".env.example"), "MINE=\n");
    const result = await undo();
    expect(result.code, result.stderr).toBe(0);
    const start = (file: string) => Buffer.from(before[file]?.split(" ")[1] ?? "", "base64").toString("utf8");
    expect(read("src/server.ts")).toBe(`// a note at the top\n${start("src/server.ts")}// later work\n`);
    expect(JSON.parse(read("package.json")).dependencies).toEqual({
      ...JSON.parse(start("package.json")).dependencies,
      zod: "^4.0.0",
    });
    expect(read(".env")).toBe("MINE=1\n");
  });

  describe("lines that remove-provider took out of an env file", () => {
    const remove = async () => {
      await runMain(folder, [
        "init",
        "--yes",
        "--no-install",
        "--provider",
        "github",
        "--provider",
        "google",
      ]);
      const whole = read(".env");
      expect((await runMain(folder, ["remove-provider", "google", "--yes"])).code).toBe(0);
      expect(read(".env")).not.toContain("AUTH_GOOGLE");
      return whole;
    };

    test.each([
      ["a line more at the end", (text: string) => `${text}MINE=1\n`],
      ["a line more at the top", (text: string) => `MINE=1\n${text}`],
      ["the value above filled in", (text: string) => text.replace("GITHUB_SECRET=", "GITHUB_SECRET=abc")],
      ["a line of the same look elsewhere", (text: string) => `${text}\nAUTH_GITHUB_SECRET_OLD=\nMINE=1\n`],
    ])("come back where they were: %s", async (_what, edit) => {
      const whole = await remove();
      write(".env", edit(read(".env")));
      const result = await undo();
      expect(result.code, result.stderr).toBe(0);
      expect(read(".env")).toBe(edit(whole));
      expect(read("src/auth.ts")).toContain("Google");
    });

    test.each([
      ["the line above is gone", (text: string) => text.replace(/^AUTH_GITHUB_SECRET=.*\n/m, "")],
      ["a person has written the key again", (text: string) => `${text}AUTH_GOOGLE_ID=mine\n`],
      ["no line break is left to stand behind", (text: string) => text.trimEnd()],
    ])("stay out where a person must say how: %s", async (_what, edit) => {
      await remove();
      write(".env", edit(read(".env")));
      const now = snapshotOf(folder);
      const { code, stderr } = await undo();
      expect([code, snapshotOf(folder)]).toEqual([3, now]);
      expect(stderr).toContain("Changed since: .env.");
    });
  });

  test("nothing of that is written by a dry run, which shows it", async () => {
    await init();
    appendFileSync(path.join(folder, "src/server.ts"), "// later work\n");
    const now = snapshotOf(folder);
    const { code, stdout } = await undo("--dry-run");
    expect(code).toBe(0);
    expect(stdout).toContain('-app.use("/auth", auth.handler);');
    expect(stdout).not.toContain("-// later work");
    expect(stdout).toContain("-AUTH_SECRET=••••");
    expect(stdout).not.toContain(/AUTH_SECRET=(\S+)/.exec(read(".env"))?.[1] ?? "none");
    expect(snapshotOf(folder)).toEqual(now);
  });

  test("an editor that turned the line endings is no obstacle", async () => {
    await init();
    write("src/server.ts", read("src/server.ts").replaceAll("\n", "\r\n"));
    expect((await undo()).code).toBe(0);
    const text = Buffer.from(before["src/server.ts"]?.split(" ")[1] ?? "", "base64").toString("utf8");
    expect(read("src/server.ts")).toBe(text.replaceAll("\n", "\r\n"));
  });

  test("the plan's own lines were edited: exit 3 with the three versions; --force leaves that file", async () => {
    await init();
    change("src/server.ts", 'app.use("/auth", auth.handler);', "app.use(mine(auth));");
    const now = snapshotOf(folder);
    const refused = await undo();
    expect(refused.code).toBe(3);
    expect(refused.stdout).toMatch(
      /<<<<<<< is there now\n.*app\.use\(mine.*\|\|\|\|\|\|\| was written by the plan\n.*"\/auth".*=======\n.*>>>>>>> was there before/s,
    );
    expect(snapshotOf(folder)).toEqual(now);
    expect((await undo("--force")).code).toBe(0);
    const left = snapshotOf(folder);
    expect(left["src/server.ts"]).toBe(now["src/server.ts"]);
    expect({ ...left, "src/server.ts": "" }).toEqual({ ...before, "src/server.ts": "" });
  });

  test("a new file that was edited since is not thrown away", async () => {
    await init();
    appendFileSync(path.join(folder, "src/auth.ts"), "// mine\n");
    const refused = await undo();
    expect(refused.code).toBe(3);
    expect(refused.stdout).toContain("-// mine");
    expect((await undo("--force")).code).toBe(0);
    expect(read("src/auth.ts")).toContain("// mine");
  });

  test("lines of an env file are found again wherever they went, and no value is kept anywhere", async () => {
    write(".env", "PORT=3000");
    chmodSync(path.join(folder, ".env"), 0o640);
    await init();
    const secret = /AUTH_SECRET=(\S+)/.exec(read(".env"))?.[1] ?? "none";
    const home = JSON.stringify(snapshotOf(path.join(folder, ".auth")));
    expect(home).not.toContain(Buffer.from(secret).toString("base64").slice(0, 20));
    expect(Buffer.from(home, "base64").includes(secret)).toBe(false);
    const added = read(".env").split("\n").slice(1);
    write(
      ".env",
      ["# first", "PORT=4000", ...added.slice(0, 1), "B=2", ...added.slice(1), "Z=26", ""].join("\n"),
    );
    const result = await undo();
    expect(result.code, result.stderr + result.stdout).toBe(0);
    expect(read(".env")).toBe("# first\nPORT=4000\nB=2\nZ=26\n");
  });

  test("lock files belong to the package manager: they are left to it", async () => {
    // Not in the project, where none is looked for.
    const bin = mkdtempSync(path.join(tmpdir(), "authwright bin "));
    writeFileSync(path.join(bin, "npm"), '#!/bin/sh\necho "{}" > package-lock.json\n', { mode: 0o755 });
    const searchPath = process.env["PATH"];
    process.env["PATH"] = `${bin}:${searchPath}`;
    const result = await runMain(folder, ["init", "--yes", "--package-manager", "npm"]);
    process.env["PATH"] = searchPath;
    expect(result.code, result.stderr).toBe(0);
    write("package-lock.json", '{ "later": true }\n');
    const undone = await undo();
    expect(undone.code, undone.stderr).toBe(0);
    expect(undone.stderr).toContain("next install");
    rmSync(bin, { recursive: true });
    rmSync(path.join(folder, "package-lock.json"));
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("plans one after the other", () => {
  test("an older plan is taken back first, then the newer one: byte for byte as before", async () => {
    await init();
    const start = snapshotOf(folder);
    const google = await planId("add-provider", "google");
    const discord = await planId("add-provider", "discord");
    const both = await undo(google);
    // Both stand in the same list: the later one has to go first, or the lines can be told apart.
    if (both.code === 3) {
      expect(both.stderr).toContain(`auth undo ${discord} (add-provider)`);
      expect((await undo(discord)).code).toBe(0);
      expect((await undo(google)).code).toBe(0);
    } else expect((await undo(discord)).code).toBe(0);
    const strip = (tree: Record<string, string>) =>
      Object.fromEntries(Object.entries(tree).filter(([file]) => !file.startsWith(".auth")));
    expect(strip(snapshotOf(folder))).toEqual(strip(start));
    expect((await undo()).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a plan whose new file a later plan edits says which one to take back first", async () => {
    const first = await planId("init");
    const second = await planId("add-provider", "google");
    const refused = await undo(first);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`auth undo ${second} (add-provider)`);
  });

  test("plans in different files come back in any order", async () => {
    const first = await planId("init");
    write("src/other.ts", "export {};\n");
    write(".env", `${read(".env")}LATER=1\n`);
    const rotated = await planId("secret", "rotate");
    expect((await undo(first)).code).toBe(0);
    expect(read(".env")).toMatch(/^LATER=1\nAUTH_SECRET_1=\S{44}\n$/);
    expect((await undo(rotated)).code).toBe(0);
    expect(read(".env")).toBe("LATER=1\n");
  });
});

test("--json names the plan, its steps and the files; a conflict is in the steps too", async () => {
  const id = await planId("init");
  const dry = JSON.parse((await undo("--dry-run", "--json")).stdout);
  expect(dry).toMatchObject({ ok: true, command: "undo", plan: { steps: expect.any(Array) } });
  expect(dry.plan.steps).toContainEqual({
    kind: "remove",
    path: "src/auth.ts",
    status: "todo",
    reason: "goes",
  });
  appendFileSync(path.join(folder, "src/auth.ts"), "// mine\n");
  const refused = JSON.parse((await undo("--json")).stdout);
  expect(refused).toMatchObject({ ok: false, error: { code: "AUTH_E_CHANGED_SINCE" } });
  expect(refused.plan.steps).toContainEqual(
    expect.objectContaining({ path: "src/auth.ts", status: "conflict" }),
  );
  const done = JSON.parse((await undo("--json", "--force")).stdout);
  expect(done.result).toMatchObject({ id, files: expect.arrayContaining(["src/server.ts", ".env"]) });
});
