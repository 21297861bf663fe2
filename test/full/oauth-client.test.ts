/** `authwright/oauth` with every provider of the package, as `auth dev` plays it; and apps of arctic, before and after. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { everyProviderSignsIn, playedByDev } from "../oauth-client/every-provider.js";
import { runCli } from "../support/cli.js";
import { mustRun } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder } from "../support/project.js";

playedByDev();
everyProviderSignsIn(() => true);

const shapes = path.join(import.meta.dirname, "../fixtures/oauth-client-shapes");

test("OC-23: 20 shapes of arctic compile, are migrated by the command, and compile", async () => {
  const { folder, dispose } = await temporaryFolder("arctic");
  try {
    const names = readdirSync(shapes).filter((name) => /^\d/.test(name));
    for (const name of names)
      cpSync(path.join(shapes, name, "before"), path.join(folder, "src", name), { recursive: true });
    const manifest = {
      name: "arctic-app",
      type: "module",
      dependencies: { arctic: "^3.7.0", express: "^5.0.0", oslo: "^1.2.1" },
      devDependencies: { "@types/express": "^5.0.0", "@types/node": "^22.0.0", typescript: "^5.9.0" },
    };
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
    const compilerOptions = {
      target: "es2022",
      module: "esnext",
      moduleResolution: "bundler",
      strict: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      noEmit: true,
    };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
    const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    await mustRun(npm, ["install", ...flags], { cwd: folder, timeoutSeconds: 600 });
    const compile = () => mustRun(npx, ["tsc"], { cwd: folder, timeoutSeconds: 300 });
    await compile();

    const { stdout } = await runCli(folder, ["migrate", "--yes", "--no-install", "--json"]);
    const { result } = JSON.parse(stdout) as { result: { tidyUp: { path: string; line: number }[] } };
    const listed = names.flatMap((name) => todosOf(name).map((line) => `src/${name}/${line}`));
    expect(result.tidyUp.map((todo) => `${todo.path}:${todo.line}`).sort()).toEqual(listed.sort());
    // Both are named still by what is left to a person.
    const after = readFileSync(path.join(folder, "package.json"), "utf8");
    expect(after).toContain('"authwright"');
    expect(after).toContain('"arctic"');
    writeFileSync(path.join(folder, "package.json"), after.replace(/ *"authwright": ".*\n/, ""));
    await installTarball(folder);
    await compile();
  } finally {
    await dispose();
  }
}, 900_000);

function todosOf(name: string): string[] {
  const file = path.join(shapes, name, "todo.txt");
  try {
    return [...readFileSync(file, "utf8").matchAll(/^(\S+:\d+): /gm)].map(([, place = ""]) => place);
  } catch {
    return [];
  }
}
