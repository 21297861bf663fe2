/** `auth init` says what it saw before it asks or writes. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

type Packages = Readonly<Record<string, string>>;

/** A project of a fixture, with further packages; those with a version are installed. */
function project(name: string, packages: Packages = {}, installed: Packages = {}): string {
  const folder = copyProject(name);
  const file = path.join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(
    file,
    JSON.stringify({ ...manifest, devDependencies: { ...manifest.devDependencies, ...packages } }),
  );
  for (const [id, version] of Object.entries(installed)) {
    const home = path.join(folder, "node_modules", id);
    mkdirSync(home, { recursive: true });
    writeFileSync(path.join(home, "package.json"), JSON.stringify({ name: id, version }));
  }
  return folder;
}

const drizzle = { "drizzle-orm": "^0.45.0", pg: "^8.0.0" };

test.each([
  [
    "next-app-ts",
    { tailwindcss: "^4", ...drizzle },
    { next: "16.4.3" },
    "Next.js 16.4.3 (App Router), TypeScript, npm, Tailwind, Drizzle with PostgreSQL.",
  ],
  ["express-esm-js", {}, { express: "5.3.0" }, "Express 5.3.0, JavaScript, npm."],
  [
    "hono-ts",
    { "@prisma/client": "^6", prisma: "^6" },
    { hono: "4.13.19" },
    "Hono 4.13.19 on Node.js, TypeScript, npm, Prisma.",
  ],
  ["node-js", { mysql2: "^3" }, {}, "Node.js without a framework, JavaScript, npm, MySQL or MariaDB."],
])("%s with %j", async (name, packages, installed, expected) => {
  const folder = project(name, packages, installed);
  const flags = ["init", "--yes", "--no-install", "--provider", "github", "--package-manager", "npm"];
  const { stderr } = await runMain(folder, [...flags, "--dry-run"]);
  expect(stderr.split("\n")[0]).toBe(`Found: ${expected}`);
  const { stdout } = await runMain(folder, [...flags, "--dry-run", "--json"]);
  expect(stdout).not.toContain("Found:");
});
