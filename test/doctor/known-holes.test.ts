/** Locked versions of next-auth and @auth/core with a known hole, in apps that are still on them. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { holesAsOf, knownHoles } from "../../src/commands/doctor/known-holes.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterAll(removeProjects);

async function findingsOf(files: Readonly<Record<string, unknown>>) {
  const folder = copyProject("empty");
  for (const [name, data] of Object.entries(files))
    writeFileSync(path.join(folder, name), JSON.stringify(data, null, 2));
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const { result } = JSON.parse(stdout);
  return result.findings as { code: string; path: string; line?: number; message: string; fix: string }[];
}

test("an app on next-auth 5 reads of them beside the way here; all that is theirs moves together", async () => {
  const found = await findingsOf({
    "package.json": { dependencies: { "next-auth": "5.0.0-beta.25", "@auth/prisma-adapter": "2.7.4" } },
    "package-lock.json": {
      packages: {
        "node_modules/next-auth": { version: "5.0.0-beta.25" },
        "node_modules/@auth/core": { version: "0.37.2" },
        "node_modules/@auth/prisma-adapter/node_modules/@auth/core": { version: "0.37.2" },
      },
    },
  });
  expect(found.map(({ code, path: file, line }) => [code, file, line])).toEqual([
    ["AUTH_D_NO_CONFIG", "package.json", undefined],
    ["AUTH_D_KNOWN_HOLE", "package-lock.json", 3],
    ["AUTH_D_KNOWN_HOLE", "package-lock.json", 6],
  ]);
  expect(found[1]?.message).toBe(
    `next-auth 5.0.0-beta.25 has known holes (as of ${holesAsOf}): GHSA-7rqj-j65f-68wh, GHSA-8fpg-xm3f-6cx3, GHSA-xmf8-cvqr-rfgj, GHSA-x445-f3h2-j279, GHSA-5jpx-9hw9-2fx4.`,
  );
  expect(found[2]?.message).toContain("@auth/core 0.37.2");
  expect(found[1]?.fix).toBe("npm install next-auth@beta @auth/prisma-adapter@latest");
});

test("where another package brings it, the command that says which", async () => {
  const found = await findingsOf({
    "package.json": { dependencies: {} },
    "package-lock.json": { packages: { "node_modules/next-auth": { version: "4.24.14" } } },
  });
  expect(found.at(-1)).toMatchObject({ code: "AUTH_D_KNOWN_HOLE", fix: "npm explain next-auth" });
});

test.each([
  ["next-auth", "4.24.15"],
  ["next-auth", "5.0.0-beta.32"],
  ["@auth/core", "0.41.3"],
])("%s %s has none", async (name, version) => {
  const found = await findingsOf({
    "package.json": { dependencies: { [name]: version } },
    "package-lock.json": { packages: { [`node_modules/${name}`]: { version } } },
  });
  expect(found.map(({ code }) => code)).not.toContain("AUTH_D_KNOWN_HOLE");
});

test("the table is that of the page", () => {
  const page = readFileSync(path.join(projectRoot, "docs/security/advisories.md"), "utf8");
  const [, theirs = ""] = /^## next-auth and @auth\/core$([^]*?)^## /m.exec(page) ?? [];
  const ids = [...theirs.matchAll(/^\| (GHSA-[\w-]+)/gm)].map(([, id]) => id);
  expect(knownHoles.map(({ id }) => id)).toEqual(ids);
  expect(page).toContain(`On ${holesAsOf},`);
});
