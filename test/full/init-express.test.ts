import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { auth, initTwice } from "../e2e/walk.js";
import { mustRun } from "../support/process.js";
import { copyProject, removeProjects } from "../support/cli.js";
import { installTarball, npx, treeOf } from "../support/project.js";
import { signInByFetch } from "./sign-in.js";

/** Both majors of Express, as ES modules and as CommonJS, in TypeScript and in JavaScript. */
const projects = ["4.22.3", "5.3.0"].flatMap((version) =>
  [
    { name: "express-esm-ts", file: "src/server.ts", start: ["npm", "run", "dev"], build: true },
    { name: "express-esm-js", file: "server.js", start: ["npm", "start"], build: false },
    { name: "express-cjs", file: "app.js", start: ["npm", "start"], build: false },
    { name: "express-cjs-ts", file: "src/index.ts", start: ["npm", "start"], build: true },
  ].map((project) => ({ ...project, version })),
);

describe.each(projects)(
  "Express $version, $name",
  { timeout: 600_000 },
  ({ version, name, file, start, build }) => {
    test("init, init, types, sign-in, undo", async () => {
      const folder = copyProject(name);
      try {
        const edit = (at: string, change: (text: string) => string) =>
          writeFileSync(path.join(folder, at), change(readFileSync(path.join(folder, at), "utf8")));
        edit("package.json", (text) =>
          text
            .replace(/"express": "[^"]*"/, `"express": "${version}"`)
            .replace(/("@types\/express": )"[^"]*"/, `$1"^${version[0]}"`),
        );
        edit(file, (text) => text.replace(/listen\(\d+/, "listen(process.env.PORT"));
        await installTarball(folder);
        const before = await treeOf(folder);
        await initTwice(folder);
        if (build) await mustRun(npx, ["tsc"], { cwd: folder });
        await signInByFetch(folder, "/auth", { start });
        const undone = await auth(folder, "undo", "--yes");
        expect(undone.code, undone.stdout + undone.stderr).toBe(0);
        expect(await treeOf(folder)).toEqual(before);
      } finally {
        removeProjects();
      }
    });
  },
);
