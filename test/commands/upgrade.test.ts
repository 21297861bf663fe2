/** `auth upgrade`: nothing to do in what init writes, and what is told of releases. */
import { afterEach, expect, test } from "vitest";
import { changesFor } from "../../src/commands/upgrade/plan.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const upgrade = (folder: string, ...args: string[]) => runMain(folder, ["upgrade", "--yes", ...args]);

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
  const all = ["0.1.0", "0.2.0", "0.4.0"].map((since) => ({ since, what: since }));
  const told = (release: string | undefined, running: string) => changesFor(release, running, all);
  expect(told("0.1.0", "0.4.0")).toEqual(["0.2.0", "0.4.0"]);
  expect(told("0.1.0", "0.2.0")).toEqual(["0.2.0"]);
  expect(told("0.4.0", "0.4.0")).toEqual([]);
  expect(told(undefined, "0.2.0")).toEqual(["0.1.0", "0.2.0"]);
});
