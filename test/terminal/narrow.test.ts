import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects } from "../support/cli.js";
import { onTerminal } from "./terminal.js";

afterEach(removeProjects);

test.each([
  [120, "  + create     src/auth.ts    configuration, session and guard"],
  [40, "  + create src/auth.ts\n      configuration, session and guard"],
])("at %i columns each step of a plan stands in its own lines", async (columns, step) => {
  const folder = copyProject("express-esm-ts");
  const terminal = onTerminal(folder, ["init", "--yes", "--provider", "github", "--no-install"], { columns });
  expect((await terminal.ends()).code, terminal.text()).toBe(0);
  expect(terminal.text()).toContain(step);
});

test.each(["--help", "init --help", "add-provider --help", "secret --help"])(
  "auth %s has no line wider than 40 columns but a usage or an example",
  async (words) => {
    const terminal = onTerminal(copyProject("empty"), words.split(" "), { columns: 40 });
    expect((await terminal.ends()).code).toBe(0);
    const wide = terminal
      .text()
      .split("\n")
      .filter((line) => line.length > 40 && !/^(?:Usage:| {2}\$ |Start with)/.test(line));
    expect(wide).toEqual([]);
    expect(terminal.text()).not.toContain("default: []");
  },
);
