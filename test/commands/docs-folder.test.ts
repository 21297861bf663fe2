import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { docsOf } from "../../src/cli/findings/finding.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

describe("where the page of a code is", () => {
  const project = (isInstalled: boolean) => {
    const folder = copyProject("express-esm-ts");
    if (isInstalled) mkdirSync(path.join(folder, "node_modules/authwright/docs/errors"), { recursive: true });
    return folder;
  };

  test("an error names its page in the installed package, from the folder where the command runs", async () => {
    const folder = project(true);
    const { stderr } = await runMain(path.join(folder, "src"), ["init", "--yes", "--provider", "githb"]);
    expect(stderr).toContain(
      "../node_modules/authwright/docs/errors/command-line.md#auth_e_unknown_provider\n",
    );
  });

  test("its code alone where the package is not installed", async () => {
    const { stderr } = await runMain(project(false), ["init", "--yes", "--provider", "githb"]);
    expect(stderr).toContain("AUTH_E_UNKNOWN_PROVIDER\n");
    expect(stderr).not.toContain("docs/");
  });

  test("doctor names the folder once, and with --json each page", async () => {
    const folder = project(true);
    const { stdout } = await runMain(folder, ["doctor"]);
    expect(stdout.match(/node_modules\/authwright\/docs\/doctor/g)).toHaveLength(1);
    const { findings } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout).result;
    expect(findings[0].docs).toBe(docsOf(findings[0].code, "node_modules/authwright/docs"));
  });
});

test("info is for people: no JSON in its text", async () => {
  const { stdout } = await runMain(copyProject("express-esm-ts"), ["info"]);
  expect(stdout).not.toMatch(/[{}"[\]]/);
  expect(stdout).toMatch(/^frameworks +express 5$/m);
});
