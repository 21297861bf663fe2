/** What we write into env files, read by the programs that read them in the user's project. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import dotenv from "dotenv";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { envValue, quoted, setEnv } from "../../src/cli/formats/env-file.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { cleanEnv } from "../support/process.js";
import { temporaryFolder } from "../support/project.js";

type Values = Readonly<Record<string, string | undefined>>;
type Reader = (folder: string, file: string) => Values | Promise<Values>;

const require = createRequire(import.meta.url);
const beside = (name: string) => createRequire(require.resolve(name));

/** What a fresh process has in its environment. */
function started(folder: string, args: readonly string[], code: string): Values {
  const print = `${code};process.stdout.write(JSON.stringify(process.env))`;
  const env = cleanEnv() as NodeJS.ProcessEnv;
  return JSON.parse(
    execFileSync(process.execPath, [...args, "-e", print], { cwd: folder, env, encoding: "utf8" }),
  );
}

const node: Reader = (folder, file) => started(folder, [`--env-file=${path.join(folder, file)}`], "");
const next: Reader = (folder) => {
  const env = JSON.stringify(beside("next/package.json").resolve("@next/env"));
  return started(folder, [], `require(${env}).loadEnvConfig(process.cwd(), true, { info() {}, error() {} })`);
};
const vite: Reader = async (folder) => {
  const { loadEnv }: { loadEnv(mode: string, folder: string, prefix: string): Values } = await import(
    pathToFileURL(beside("vitest/package.json").resolve("vite")).href
  );
  return loadEnv("development", folder, "");
};

/** Who reads the file, and whether a framework that expands is what it was written for: any of them reads it as well. */
const all: readonly { name: string; expands: boolean; read: Reader }[] = [
  {
    name: "dotenv",
    expands: false,
    read: (folder, file) =>
      dotenv.config({ path: path.join(folder, file), processEnv: {}, quiet: true }).parsed ?? {},
  },
  { name: "node --env-file", expands: false, read: node },
  { name: "@next/env", expands: true, read: next },
  { name: "Vite", expands: true, read: vite },
];
const readers = all.flatMap((one) => (one.expands ? one : [one, { ...one, expands: true }]));

const nasty = [
  "plain-text_1.2",
  "a$b",
  "$HOME",
  "${HOME}",
  "$2b$10$abc",
  "a\\$b",
  'say "hi"',
  "it's",
  "a\\b",
  "C:\\new\\road",
  "a#b",
  "#start",
  " spaces ",
  'it\'s "both"',
  "`back` 'and' front",
  "a'b\"c`d",
  "ends with \\",
  "two\nlines",
  "tab\there",
  "!%&/()=?*~<>|{}[];,:^",
];

let place: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  place = await temporaryFolder("env readers");
});
afterAll(async () => {
  await place.dispose();
  removeProjects();
});

describe.each(readers)("F-20, CL-09 $name, for a framework that expands: $expands", ({ expands, read }) => {
  const writable = nasty.filter((one) => !expands || !one.includes("$"));

  const roundTrip = async (values: readonly string[], before = "") => {
    const pairs = values.map((value, at) => ({ key: `KEY_${at}`, value }));
    const text = splice(before, setEnv(before, pairs, { expands }));
    writeFileSync(path.join(place.folder, ".env"), text);
    const found = await read(place.folder, ".env");
    return { text, found: pairs.map(({ key }) => found[key]) };
  };

  test("reads every value back as it was given", async () => {
    for (const before of ["", writable.map((_, at) => `KEY_${at}=\n`).join("")]) {
      const { found, text } = await roundTrip(writable, before);
      expect(found, text).toEqual(writable);
    }
  });

  test.each(['""', "''", "``"])("reads it back from between %s that were there, too", async (quotes) => {
    const { found, text } = await roundTrip(
      writable,
      writable.map((_, at) => `KEY_${at}=${quotes}\n`).join(""),
    );
    expect(found, text).toEqual(writable);
  });

  test("reads drawn values back, all in one file", async () => {
    const value = fc.string({
      unit: fc.constantFrom(..."abn$\"'`\\#{} =\n"),
      minLength: 1,
      maxLength: 12,
    });
    const drawn = fc.sample(value, { numRuns: 2000, seed: 20 });
    const kept = drawn.filter((one) => quoted(one, { expands }) !== undefined);
    expect(kept.length).toBeGreaterThan(expands ? 500 : 1000);
    const { found } = await roundTrip(kept);
    expect(found).toEqual(kept);
  });
});

test.each(["pa$1word", "$HOME", "${HOME}", "$2b$10$abc", "a\\$b"])(
  "CL-09: in a Next.js project %j is refused, which dotenv and Next.js read in different ways",
  async (value) => {
    expect(quoted(value, { expands: true })).toBeUndefined();
    const folder = copyProject("next-app-ts");
    await runMain(folder, ["init", "--yes", "--no-install"]);
    const before = snapshotOf(folder);
    const args = ["add-provider", "google", "--client-id", "x", "--client-secret-stdin", "--no-install"];
    const result = await runMain(folder, args, { input: value });
    expect(result.code).toBe(2);
    expect(result.stderr).toContain("AUTH_GOOGLE_SECRET can't be written to an env file");
    expect(result.stderr).toContain("replaces $");
    expect(result.stderr + result.stdout).not.toContain(value);
    expect(snapshotOf(folder)).toEqual(before);
  },
);

test("F-20 our own reading agrees with dotenv", () => {
  for (const value of nasty) {
    const text = splice("", setEnv("", [{ key: "A", value }]));
    expect(envValue(text, "A")).toBe(dotenv.parse(text)["A"]);
  }
  for (const text of ['A="a\\"b"', "A=a#b", "A='a\\nb'", 'A="a\\\\b"'])
    expect(envValue(text, "A"), text).toBe(dotenv.parse(text)["A"]);
});

test.each(["a\0b", "a\rb", `'"\`#`])("F-20 %j is refused: no way of writing it is safe", async (value) => {
  expect(quoted(value, { expands: false })).toBeUndefined();
  if (value.includes("\0")) return;
  const folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install"]);
  const result = await runMain(
    folder,
    ["add-provider", "google", "--client-id", "x", "--client-secret-stdin", "--no-install"],
    { input: value },
  );
  expect(result.code).toBe(2);
  expect(result.stderr).toContain("AUTH_GOOGLE_SECRET can't be written to an env file");
  expect(result.stderr + result.stdout).not.toContain(value);
});
