/** The types let no code be used that has no page; here no page may be left without its code. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { errorGroups, groupOf } from "../../src/cli/terminal/code-pages.js";
import { errorCodes, warningCodes } from "../../src/cli/terminal/error-codes.js";
import { projectRoot } from "../architecture/source-tree.js";

const folder = path.join(projectRoot, "src");
const sources = ["cli", "commands", "templates"]
  .flatMap((room) =>
    readdirSync(path.join(folder, room), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(room, file),
    ),
  )
  .filter((file) => file.endsWith(".ts") && !file.endsWith("error-codes.ts"))
  .map((file) => readFileSync(path.join(folder, file), "utf8"))
  .join("\n");

test.each(Object.keys({ ...errorCodes, ...warningCodes }))("%s is used, and its page is there", (code) => {
  expect(sources).toContain(`"${code}"`);
  const { id } = groupOf(code, errorGroups);
  expect(readFileSync(path.join(projectRoot, "docs/errors", `${id}.md`), "utf8")).toContain(`\n## ${code}\n`);
});
