import { expect, test } from "vitest";
import { styleOf } from "../../src/cli/terminal/style.js";

const tty = { isTTY: true };
const pipe = {};

test.each([
  [tty, {}, undefined, true],
  [pipe, {}, undefined, false],
  [tty, { NO_COLOR: "1" }, undefined, false],
  [tty, { NO_COLOR: "" }, undefined, true],
  [tty, { TERM: "dumb" }, undefined, false],
  [tty, { CLICOLOR: "0" }, undefined, false],
  [pipe, { FORCE_COLOR: "1" }, undefined, true],
  [tty, { FORCE_COLOR: "0" }, undefined, false],
  [pipe, { CLICOLOR_FORCE: "1" }, undefined, true],
  [pipe, { NO_COLOR: "1", FORCE_COLOR: "1" }, undefined, false],
  [tty, {}, false, false],
  [pipe, { NO_COLOR: "1" }, true, true],
])("stream %j, environment %j, flag %s: colour %s", (stream, env, flag, colour) => {
  expect(styleOf(stream, env, flag).colour).toBe(colour);
});

test("nothing moves in a pipe or in CI", () => {
  expect(styleOf(pipe, {}, true).animation).toBe(false);
  expect(styleOf(tty, { CI: "true" }, undefined).animation).toBe(false);
  expect(styleOf(tty, {}, undefined).animation).toBe(true);
});
