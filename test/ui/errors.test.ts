import { expect, test } from "vitest";
import { closest } from "../../src/cli/terminal/closest.js";
import { CliError, toCliError } from "../../src/cli/terminal/errors.js";

test.each([
  ["ini", "init"],
  ["inti", "init"],
  ["udno", "undo"],
  ["deploy", undefined],
  ["gogle", "google"],
  ["GitHub", "github"],
  ["x", undefined],
  ["frobnicate", undefined],
])("%s is taken for %s", (word, meant) => {
  expect(closest(word, ["init", "dev", "google", "github", "undo"])).toBe(meant);
});

test.each(["EACCES", "EPERM", "EROFS", "ENOSPC"])("%s gets words and the path, and code 1", (code) => {
  const failure = toCliError(Object.assign(new Error("raw"), { code, path: "/app/.env" }));
  expect(failure).toMatchObject({ code: "AUTH_E_FILE", exitCode: 1 });
  expect(failure.message).toContain("/app/.env");
  expect(failure.message).not.toContain("raw");
});

test("what is understood already stays as it is", () => {
  const error = new CliError("AUTH_E_USAGE", "x", { exitCode: 3 });
  expect(toCliError(error)).toBe(error);
});
