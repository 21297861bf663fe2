/** `auth upgrade`: files of earlier versions, what people changed in them, and what is told of releases. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { changesFor } from "../../src/commands/upgrade/plan.js";
import { projectRoot } from "../architecture/source-tree.js";
import { linkPackages } from "../migrate/samples.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { run } from "../support/process.js";

afterEach(removeProjects);

const upgrade = (folder: string, ...args: string[]) => runMain(folder, ["upgrade", "--yes", ...args]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const change = (folder: string, file: string, from: string, to: string) => {
  expect(read(folder, file)).toContain(from);
  writeFileSync(
    path.join(folder, file),
    read(folder, file).replace(from, () => to),
  );
};

const earlier = [
  ["express-earlier-ts", "src/auth.ts", "src/server.ts"],
  ["express-earlier-cjs", "auth.js", "app.js"],
] as const;

describe.each(earlier)("%s", (name, auth, server) => {
  test("the guard and the session are those of createAuth; twice; undo", async () => {
    const folder = copyProject(name);
    const before = snapshotOf(folder);
    const { code, stderr } = await upgrade(folder);
    expect(code, stderr).toBe(0);
    expect(stderr).toContain("unauthenticated");
    const written = read(folder, auth);
    expect(written).toContain("const auth = createAuth(authConfig);\n");
    for (const gone of ["getSession", "authSession", "requireUser", "NextFunction"])
      expect(written.replace(/\/\*\*.*\*\//g, "")).not.toContain(gone);
    const lines = read(folder, server).split("\n");
    for (const line of [
      'app.use("/auth", auth.handler);',
      "app.use(auth.session);",
      'app.get("/account", auth.require(), accountPage);',
    ])
      expect(lines).toContain(line);
    expect(read(folder, server)).not.toMatch(/authConfig|MiddlewareAuth|requireUser|authSession/);

    const after = snapshotOf(folder);
    expect((await upgrade(folder)).stderr).toContain("Nothing to do");
    expect(snapshotOf(folder)).toEqual(after);
    expect((await runMain(folder, ["undo"])).code).toBe(0);
    const ours = ([file]: [string, string]) => !file.startsWith(".auth");
    expect(Object.entries(snapshotOf(folder)).filter(ours)).toEqual(Object.entries(before).filter(ours));
  });

  test("a configuration that was changed stays as it is", async () => {
    const folder = copyProject(name);
    change(folder, auth, "providers: [GitHub],", "providers: [GitHub],\n  session: { maxAge: 60 },");
    const { code, stderr } = await upgrade(folder);
    expect(code, stderr).toBe(0);
    expect(read(folder, auth)).toContain("session: { maxAge: 60 },");
  });

  test.each([
    ["the guard", "res.sendStatus(503)", "res.sendStatus(500)"],
    ["the session", "res.locals.sessionError = error", "console.error(error)"],
  ])("%s was changed: it stays, is named, and nothing is written", async (_, from, to) => {
    const folder = copyProject(name);
    change(folder, auth, from, to);
    const before = snapshotOf(folder);
    const { code, stderr, stdout } = await upgrade(folder);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/auth\.[jt]s:\d+/)]);
    expect(stdout + stderr).toContain("createAuth(authConfig)");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each([
    ["an auth of its own", "\nconst auth = 1;\n"],
    ["what the session left of an error", "\napp.use((req, res, next) => next(res.locals.sessionError));\n"],
    ["the guard handed on", "\nconst guards = { requireUser };\n"],
  ])("a server with %s: nothing is written", async (_, more) => {
    const folder = copyProject(name);
    writeFileSync(path.join(folder, server), read(folder, server) + more);
    const before = snapshotOf(folder);
    const { code, stderr } = await upgrade(folder);
    expect([code, stderr]).toEqual([3, expect.stringMatching(new RegExp(`${server}:\\d+`))]);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test.each([
  ["uses the guard itself", "\nconst both = [requireUser];\n"],
  ["has an auth of its own", "\nconst auth = 1;\n"],
])("an auth file that %s: nothing is written", async (_, more) => {
  const folder = copyProject("express-earlier-ts");
  writeFileSync(path.join(folder, "src/auth.ts"), read(folder, "src/auth.ts") + more);
  const before = snapshotOf(folder);
  const { code, stderr } = await upgrade(folder);
  expect([code, stderr]).toEqual([3, expect.stringContaining("src/auth.ts:")]);
  expect(snapshotOf(folder)).toEqual(before);
});

test("another format does not count as a change, and other files that use the guard follow", async () => {
  const folder = copyProject("express-earlier-ts");
  change(folder, "src/auth.ts", "  next();\n}", "\n    next()\n}");
  writeFileSync(
    path.join(folder, "src/admin.ts"),
    'import { Router } from "express";\nimport { requireUser as guard } from "./auth.js";\n\nexport const admin = Router().use(guard);\n',
  );
  const { code, stderr } = await upgrade(folder);
  expect(code, stderr).toBe(0);
  expect(read(folder, "src/admin.ts")).toBe(
    'import { Router } from "express";\nimport { auth } from "./auth.js";\n\nexport const admin = Router().use(auth.require());\n',
  );
  linkPackages(folder);
  const tsc = path.join(projectRoot, "node_modules/typescript/bin/tsc");
  const checked = await run(process.execPath, [tsc, "--noEmit", "-p", "."], { cwd: folder });
  expect(checked.stdout).toBe("");
}, 60_000);

test.each(["express-esm-ts", "hono-js", "next-app-ts"])(
  "%s as init writes it: nothing to do",
  async (name) => {
    const folder = copyProject(name);
    expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
    const before = snapshotOf(folder);
    const { code, stderr } = await upgrade(folder);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
    expect(snapshotOf(folder)).toEqual(before);
    const { result } = JSON.parse((await upgrade(folder, "--json")).stdout);
    expect(result).toMatchObject({ from: expect.stringMatching(/^\d+\.\d+\.\d+$/), changes: [] });
  },
);

test("the changes of releases after the project's own are told, up to the one that runs", () => {
  const all = ["0.1.0", "0.2.0", "0.3.0", "0.4.0"].map((since) => ({
    since,
    what: since,
    concerns: () => since !== "0.3.0",
  }));
  const told = (release: string | undefined, running: string) =>
    changesFor({ release, isRewritten: false }, running, all);
  expect(told("0.1.0", "0.4.0")).toEqual(["0.2.0", "0.4.0"]);
  expect(told("0.1.0", "0.2.0")).toEqual(["0.2.0"]);
  expect(told("0.4.0", "0.4.0")).toEqual([]);
  expect(told(undefined, "0.2.0")).toEqual(["0.1.0", "0.2.0"]);
});
