/** A list with commas in front loses a line whole, wherever in the list it stands. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterAll(removeProjects);

test.each(["github", "google", "gitlab"])(
  "CL-08: remove-provider %s leaves no line of blanks",
  async (id) => {
    const folder = copyProject("express-esm-ts");
    await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
    const file = path.join(folder, "src/auth.ts");
    const list = "[\n      GitHub\n    , Google\n  ]";
    const imported = 'import Google from "authwright/providers/google";\nimport GitHub from';
    const text = readFileSync(file, "utf8").replace("[GitHub]", list).replace("import GitHub from", imported);
    writeFileSync(file, text);
    await runMain(folder, ["add-provider", "gitlab", "--no-install"]);
    expect(readFileSync(file, "utf8")).toContain("    , Google\n    , GitLab\n  ]");
    const { code, stderr } = await runMain(folder, ["remove-provider", id]);
    expect(code, stderr).toBe(0);
    const after = readFileSync(file, "utf8");
    expect(after).not.toMatch(/^[ \t]+$/m);
    expect(after).not.toMatch(new RegExp(`\\b${id}\\b.*\\n(?=.*\\])`, "i"));
  },
);
