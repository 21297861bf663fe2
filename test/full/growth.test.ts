/** The time of commands grows with what they read, not with the square of it. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { measuredRun, type Usage } from "../support/usage.js";

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join("");

const modules = (count: number, head: (at: number) => string): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `src/m${at % 50}/f${at}.ts`,
      `${head(at)}import "../m${(at * 7 + 1) % 50}/f${(at * 7 + 1) % count}.js";\nexport const x${at} = [${at}];\n`,
    ]),
  );

/** Files of a project by their number or length, with a small and a large one. */
const inputs: Readonly<
  Record<string, readonly [readonly number[], (count: number) => Record<string, string>]>
> = {
  "names in functions": [
    [5000, 20_000],
    (count) => ({
      "src/a.ts": `import "authwright";\n${times(count, (at) => `function f${at}() { let x; x = f${at + 1}(); x(); }\n`)}`,
    }),
  ],
  "names at the top": [
    [3000, 12_000],
    (count) => ({
      "src/a.ts": `import "authwright";\n${times(count, (at) => `let x${at}; x${at} = f${at}(); x${at}();\n`)}`,
    }),
  ],
  "one name, written often": [
    [3000, 12_000],
    (count) => ({
      "src/a.ts": `import "authwright";\nlet x;\n${times(count, (at) => `x = x.f${at}; x();\n`)}`,
    }),
  ],
  "minified functions": [
    [3000, 12_000],
    (count) => ({
      "src/a.js": `import "authwright";!function(){${times(count, (at) => `var a${at}=function(e,t){return function(){return e(t)}};`)}}();`,
    }),
  ],
  routes: [
    [2000, 8000],
    (count) => ({
      "src/routes.ts": `import express from "express";\nimport { auth } from "./auth.js";\nconst app = express();\n${times(count, (at) => `app.post("/a${at}", h${at});\n`)}`,
    }),
  ],
  "files that name the package": [
    [500, 2000],
    (count) => modules(count, () => 'import { auth } from "authwright/express";\n'),
  ],
  "files that name a client": [
    [1000, 4000],
    (count) => modules(count, () => 'import { useSession } from "authwright/react";\n'),
  ],
  "files, 1,000 and 5,000": [[1000, 5000], (count) => modules(count, () => "")],
  "files, 5,000 and 20,000": [[5000, 20_000], (count) => modules(count, () => "")],
};
const commands = [
  ["info"],
  ["add-provider", "google", "--dry-run"],
  ["doctor"],
  ["protect", "/x", "--dry-run"],
  ["migrate", "--dry-run"],
];
/** How much more than in proportion it may grow: a just-in-time compiler and a collector have rounds of their own. */
const slack = 1.3;

const table: string[] = ["| input | command | size | seconds | MB | ratio |", "|---|---|---|---|---|---|"];
afterEach(removeProjects);
afterAll(() => console.log(table.join("\n")));

async function projectWith(files: Record<string, string>): Promise<string> {
  const folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

test.each(Object.entries(inputs))("CL-20: %s", { timeout: 900_000 }, async (name, [sizes, make]) => {
  const wrong: string[] = [];
  const empty = await projectWith({});
  const folders = await Promise.all(sizes.map((size) => projectWith(make(size))));
  for (const args of commands) {
    const start = (await measuredRun(empty, args)).seconds;
    const used: Usage[] = [];
    for (const folder of folders) used.push(await measuredRun(folder, args));
    const [few, many] = used.map(({ seconds }) => Math.max(seconds - start, 0.1));
    const growth = (many ?? Infinity) / (few ?? 1) / ((sizes[1] ?? 1) / (sizes[0] ?? 1));
    used.forEach(({ seconds, megabytes }, at) =>
      table.push(
        `| ${name} | ${args[0]} | ${sizes[at]} | ${seconds.toFixed(2)} | ${megabytes.toFixed(0)} | ${at === 1 ? growth.toFixed(2) : ""} |`,
      ),
    );
    if (growth > slack) wrong.push(`${args.join(" ")}: ${growth.toFixed(2)} times what is in proportion`);
    if (used.some(({ megabytes }) => megabytes > 600)) wrong.push(`${args.join(" ")}: more than 600 MB`);
  }
  expect(wrong).toEqual([]);
});
