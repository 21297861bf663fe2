/** The migrated samples compile with the real compiler, Next's and Express' own types, and our declarations. */
import { rmSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { typeTodos } from "../../src/commands/migrate/type-check.js";
import { runMain } from "../support/cli.js";
import { typeErrors } from "../support/type-check.js";
import { isFull } from "../support/every-run.js";
import {
  copySample,
  linkPackages,
  modernizeOptions,
  removeSamples,
  repairSample,
  todosOf,
} from "./samples.js";

afterAll(removeSamples);

/**
 * The compiler in JavaScript reads the options of older projects, and takes twelve seconds: in the group
 * `migrate-types`. In every run the native one reads them in today's words.
 */
function olderTypeErrors(folder: string): string {
  if (isFull) return typeErrors(folder, { compiler: "typescript" });
  modernizeOptions(folder);
  return typeErrors(folder);
}

const migrate = (folder: string) => runMain(folder, ["migrate", "--yes", "--no-install"]);

test.each([
  "pages-v4",
  "app-v4",
  "split-v5",
  "credentials-v5",
  "t3-v5",
  "core-fetch",
  "langfuse-v4",
  "chatbot-v5",
])("%s compiles", async (name) => {
  const folder = copySample(name);
  expect((await migrate(folder)).code).toBe(0);
  linkPackages(folder);
  expect(typeErrors(folder)).toBe("");
});

test("route-v4 compiles without the file that is left to a person", async () => {
  const folder = copySample("route-v4");
  expect((await migrate(folder)).code).toBe(1);
  rmSync(path.join(folder, "src/app/other.ts"));
  linkPackages(folder);
  expect(typeErrors(folder)).toBe("");
});

test("F-29 taxonomy-v4 compiles once the place that is listed is written as advised", async () => {
  const folder = copySample("taxonomy-v4");
  const { stdout, code } = await runMain(folder, ["migrate", "--yes", "--no-install", "--json"]);
  expect(code).toBe(1);
  const [place, ...others] = todosOf(JSON.parse(stdout).result);
  expect([place?.path, place?.why, others]).toEqual([
    "lib/auth.ts",
    "`user.id` may be undefined to TypeScript",
    [],
  ]);
  linkPackages(folder);
  expect(typeErrors(folder)).toContain("lib/auth.ts");
  repairSample(folder, "taxonomy-v4");
  expect(typeErrors(folder)).toBe("");
});

test("F-34 formbricks-v4, migrated at its top, compiles with the shared package", async () => {
  const folder = copySample("formbricks-v4");
  const { code, stderr } = await migrate(folder);
  expect(code, stderr).toBe(0);
  linkPackages(folder, ["@forms/auth", path.join(folder, "packages/auth")]);
  expect(typeErrors(path.join(folder, "apps/web"))).toBe("");
});

test("saas-starter-v4 compiles once the places that are listed are written as advised", async () => {
  const folder = copySample("saas-starter-v4");
  expect((await migrate(folder)).code).toBe(1);
  repairSample(folder, "saas-starter-v4");
  linkPackages(folder);
  expect(olderTypeErrors(folder)).toBe("");
});

test("dub-v4 compiles with what is left to a person", async () => {
  const folder = copySample("dub-v4");
  expect((await migrate(folder)).code).toBe(1);
  linkPackages(folder, ["@links/utils", path.join(folder, "packages/utils")]);
  expect(olderTypeErrors(path.join(folder, "apps/web"))).toBe("");
});

test("monorepo: the app compiles with the shared package", async () => {
  const folder = copySample("monorepo");
  for (const part of ["packages/auth", "apps/web"]) {
    const result = await runMain(folder, ["migrate", "--yes", "--no-install", "--cwd", part]);
    expect(result.code, result.stderr).toBe(0);
  }
  linkPackages(folder, ["@acme/auth", path.join(folder, "packages/auth")]);
  expect(typeErrors(path.join(folder, "apps/web"))).toBe("");
});

test("errors in declarations of other packages are one place a package, which the project can mend", () => {
  const facts = {
    files: { exists: () => true },
    packageJson: { scripts: { build: "tsc" }, dependencies: {} },
  };
  const fault = (file: string, line: number) => ({ path: file, line, text: "TS2305: no such member" });
  const below = "node_modules/@auth/unstorage-adapter/node_modules/@auth/core";
  const todos = typeTodos(
    facts as never,
    [],
    [],
    [
      fault(`${below}/types.d.ts`, 1),
      fault(`${below}/jwt.d.ts`, 2),
      fault("../node_modules/h3/x.d.ts", 3),
      fault("src/a.ts", 4),
    ],
  );
  expect(todos.map(({ path: file, line }) => `${file}:${line}`)).toEqual([
    "src/a.ts:4",
    "tsconfig.json:1",
    "tsconfig.json:1",
  ]);
  expect(todos.slice(1).map(({ why }) => why.split(" ")[2])).toEqual(["@auth/core", "h3"]);
  expect(todos[1]?.write).toContain('"skipLibCheck": true');
});
