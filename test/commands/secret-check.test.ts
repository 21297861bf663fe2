import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

const good = "9vU2mTq7LrYk0aXcP4wHs8ZdNf1BjGeR5oQi3uVtEyM=";
let folder: string;
const env = (text: string) => {
  writeFileSync(path.join(folder, ".env"), text);
  chmodSync(path.join(folder, ".env"), 0o600);
};
beforeEach(() => {
  folder = copyProject("express-esm-ts");
  writeFileSync(path.join(folder, ".gitignore"), ".env\n");
});
afterEach(removeProjects);
const check = async (variables: Record<string, string> = {}) => {
  const ended = await runMain(folder, ["secret", "check", "--json"], { env: variables });
  return { ...ended, result: JSON.parse(ended.stdout).result };
};

test("secrets newest first, the newest seals; values are never shown", async () => {
  env(`AUTH_SECRET=${good}1\nAUTH_SECRET_1="${good}2"\n`);
  const { code, stdout, result } = await check({ AUTH_SECRET_2: `${good}3` });
  expect(code).toBe(0);
  expect(result.secrets).toEqual([
    { name: "AUTH_SECRET_2", from: "the environment", characters: 45, seals: true },
    { name: "AUTH_SECRET_1", from: ".env:2", characters: 45, seals: false },
    { name: "AUTH_SECRET", from: ".env:1", characters: 45, seals: false },
  ]);
  expect(stdout).not.toContain(good);
});

test.each([
  ["", "AUTH_D_SECRET_MISSING"],
  ["AUTH_SECRET=short\n", "AUTH_D_SECRET_SHORT"],
  ["AUTH_SECRET=changeme\n", "AUTH_D_SECRET_PLACEHOLDER"],
  [`AUTH_SECRET=${good}\nNEXT_PUBLIC_AUTH_SECRET=${good}\n`, "AUTH_D_SECRET_PUBLIC"],
])("%j ends with 1 and %s", async (text, code) => {
  env(text);
  const ended = await check();
  expect(ended.code).toBe(1);
  expect(ended.result.findings.map((one: { code: string }) => one.code)).toContain(code);
});

test("a warning alone ends with 0", async () => {
  env(`AUTH_SECRET=${"a".repeat(40)}\n`);
  expect((await check()).code).toBe(0);
  expect((await runMain(folder, ["secret", "check"])).stdout).toContain("hardly random");
});
