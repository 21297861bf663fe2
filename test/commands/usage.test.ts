import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { runMain } from "../support/cli.js";

test.each([
  [["inti"], "Did you mean init?"],
  [["init", "--provder", "github"], "Did you mean --provider?"],
  [["init", "--provider", "githb", "--yes"], "github"],
  [["init", "--framework", "expres", "--yes"], "Did you mean express?"],
])("%j is refused with what was meant, and writes nothing to stdout", async (args, hint) => {
  const { code, stdout, stderr } = await runMain(tmpdir(), args);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(hint);
});

test("an unknown command with --json is one document on stdout", async () => {
  const { code, stdout } = await runMain(tmpdir(), ["frobnicate", "--json"]);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    ok: false,
    error: { code: "AUTH_E_USAGE", message: "Unknown command 'frobnicate'.", hint: expect.any(String) },
  });
});

test("without any command the help is the result", async () => {
  const { code, stdout } = await runMain(tmpdir(), []);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Usage: auth/);
});
