/** 121 drawn ways to write a guard where files are routes, and what `auth test init` and `auth protect` read of each. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { survey } from "../../src/commands/steps/read-survey.js";
import { supportOf } from "../../src/templates/frameworks/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { frameworkSpellings, type FrameworkSpelling } from "./framework-spellings.js";

afterAll(removeProjects);

/** What the readers of the callee's text said of each, before. */
const recorded = JSON.parse(
  readFileSync(path.join(projectRoot, "test/commands/framework-spellings.json"), "utf8"),
) as Record<string, string>;

function written({ project, files }: FrameworkSpelling): string {
  const folder = copyProject(project);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

/** Who may see `/admin`: the role, "anybody", "open", or "unclear". */
async function readOf(folder: string): Promise<string> {
  const facts = await detectConfigured(folder);
  const routes = await supportOf(facts.frameworks[0]!).routes!(await survey(facts, {}));
  const access = routes.find(({ path: address }) => address === "/admin")?.access;
  if (access?.kind === "guarded") return access.roles?.join(", ") ?? "anybody";
  return access?.kind ?? "nothing";
}

const read: Record<string, string> = {};

test.each(frameworkSpellings)("$name", async (one) => {
  const folder = written(one);
  read[one.name] = await readOf(folder);
  // A call of another `require` may ask for the session all the same: a person looks.
  expect(one.isGuard ? ["admin"] : ["open", "unclear"]).toContain(read[one.name]);
});

/** Those whose guard `auth protect` would write into the same file. */
const edited = frameworkSpellings.filter(({ name, isGuard }) =>
  (isGuard ? /^(?:next|nest|sveltekit hooks)/ : /^(?:next|sveltekit hooks)/).test(name),
);

test.each(edited)("auth protect: $name", async (one) => {
  const folder = written(one);
  const guards = () =>
    readFileSync(path.join(folder, one.guarded), "utf8").split(/role: ["']admin["']/).length;
  const before = guards();
  const { stderr } = await runMain(folder, ["protect", "--yes", "/admin", "--role", "admin"]);
  expect(stderr).not.toContain("asks for something else");
  expect(guards() - before).toBe(one.isGuard ? 0 : 1);
});

test("no guard is lost, and none is found where none is", () => {
  const isRight = ({ name, isGuard }: FrameworkSpelling, said: Readonly<Record<string, string>>) =>
    isGuard === (said[name] === "admin");
  const count = (said: Readonly<Record<string, string>>) =>
    frameworkSpellings.filter((one) => !isRight(one, said)).length;
  expect(frameworkSpellings.filter((one) => isRight(one, recorded) && !isRight(one, read))).toEqual([]);
  expect({ spellings: frameworkSpellings.length, before: count(recorded), after: count(read) }).toEqual({
    spellings: 121,
    before: 89,
    after: 0,
  });
});
