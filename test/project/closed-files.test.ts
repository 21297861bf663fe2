/** Files that are there and may not be opened: neither empty nor absent, and nothing is written in their place. */
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { closePath } from "../support/faulty-fs.js";

afterEach(removeProjects);

const quiet = ["--yes", "--no-install"] as const;
const errors = { EACCES: "No permission", EPERM: "Not permitted", EIO: "The disk does not answer" } as const;
const codes = ["EACCES", "EPERM", "EIO"] as const;

/** A project after `auth init`, and one command in it while a path of it is closed. */
async function runClosed(place: string, code: (typeof codes)[number], args: readonly string[]) {
  const folder = realpathSync(copyProject("express-esm-ts"));
  await runMain(folder, ["init", ...quiet]);
  mkdirSync(path.join(folder, "src/data"));
  const closed = path.join(folder, place);
  const before = snapshotOf(folder);
  const faulty = closePath(closed, code);
  const result = await runMain(folder, args).finally(() => faulty.restore());
  return { ...result, closed, before, after: snapshotOf(folder) };
}

const named: readonly (readonly [string, readonly string[]])[] = [
  [".env", ["secret", "rotate", ...quiet]],
  [".env", ["secret", "rotate", "--promote", ...quiet]],
  [".env", ["secret", "rotate", "--drop-oldest", ...quiet]],
  [".env", ["add-provider", "google", ...quiet]],
  [".env", ["doctor", "--fix", "--yes"]],
  [".gitignore", ["add-adapter", "kysely", ...quiet]],
  ["package.json", ["add-adapter", "kysely", ...quiet]],
  ["", ["add-adapter", "kysely", ...quiet]],
];

test.each(named.flatMap(([place, args]) => codes.map((code) => [place, code, args] as const)))(
  "CLI-21: %j with %s is named, and nothing is written: %j",
  async (place, code, args) => {
    const { before, after, closed, stderr, ...result } = await runClosed(place, code, args);
    expect(after).toEqual(before);
    expect(result.code, stderr).toBe(1);
    expect(stderr).toMatch(/^Error: .+\n.*Nothing was changed\. .+/m);
    expect(stderr).toContain(`${errors[code]}: ${closed.replace(/\/$/, "")}`);
    expect(stderr).not.toContain("There is no");
  },
);

test("CLI-21: a refusal of .env that passes leaves its lines", async () => {
  const folder = realpathSync(copyProject("express-esm-ts"));
  await runMain(folder, ["init", ...quiet]);
  const before = snapshotOf(folder);
  const faulty = closePath(path.join(folder, ".env"), "EACCES", 1);
  const { code, stderr } = await runMain(folder, ["add-provider", "google", ...quiet]).finally(() =>
    faulty.restore(),
  );
  expect(code, stderr).toBe(1);
  expect(snapshotOf(folder)).toEqual(before);
});

test.each(["src/data", "src/products.ts"])(
  "CL-26: %s, which a walk comes upon, ends no command and is named",
  async (place) => {
    const args = ["remove-provider", "github", ...quiet];
    const { before, after, code, stderr } = await runClosed(place, "EACCES", args);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(
      new RegExp(`^Warning: ${place}/? may not be opened; nothing of it was read\\.$`, "m"),
    );
    expect(after["src/auth.ts"]).not.toBe(before["src/auth.ts"]);
  },
);

test.each(["src", "src/server.js"])(
  "CLI-21: migrate leaves no half of an app where %s is closed",
  async (place) => {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "authwright closed ")));
    try {
      cpSync(path.join(projectRoot, "test/fixtures/migrate/express"), folder, { recursive: true });
      const before = snapshotOf(folder);
      const args = ["migrate", ...quiet];
      const close = () => closePath(path.join(folder, place), "EACCES");
      const run = async () => {
        const faulty = close();
        return runMain(folder, args).finally(() => faulty.restore());
      };
      const { code, stderr } = await run();
      expect(snapshotOf(folder)).toEqual(before);
      expect(code, stderr).toBe(1);
      expect(stderr).toMatch(
        new RegExp(`^Error: ${place}/? may not be opened, .+\\n.*Nothing was changed\\.`, "m"),
      );
      appendFileSync(path.join(folder, ".gitignore"), `\n${place}\n`);
      const ignored = await run();
      expect(ignored.code, ignored.stderr).toBe(0);
      expect(ignored.stderr).toContain("may not be opened; nothing of it was read.");
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);

test("CLI-21: a manifest above the app that may not be opened is no workspace that is absent", async () => {
  const top = realpathSync(copyProject("express-esm-ts"));
  const manifest = path.join(top, "package.json");
  writeFileSync(manifest, JSON.stringify({ name: "top", workspaces: ["apps/*"] }));
  const app = path.join(top, "apps/shop");
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, "package.json"), JSON.stringify({ name: "shop" }));
  const faulty = closePath(manifest, "EACCES");
  const { code, stderr } = await runMain(app, ["info"]).finally(() => faulty.restore());
  expect(code).toBe(1);
  expect(stderr).toContain(`No permission: ${manifest} (EACCES).`);
});
