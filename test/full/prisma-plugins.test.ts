/** Models of plugins, as `auth add-plugin` writes them, before `prisma validate` and its engine. */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { plugins } from "../../src/templates/plugins/index.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { cleanEnv, run } from "../support/process.js";
import { installTools, type PrismaTools } from "./prisma/tools.js";

const file = "prisma/schema.prisma";
let tools: PrismaTools;
beforeAll(async () => void (tools = await installTools()), 240_000);
afterAll(async () => {
  await tools?.dispose();
  removeProjects();
});

const schemaFor = (provider: string): string => `generator client {
  provider = "prisma-client"
  output   = "../src/generated"
}

datasource db {
  provider = "${provider}"
}
`;

async function validate(folder: string) {
  const modules = path.join(folder, "node_modules");
  symlinkSync(path.join(tools.folder, "node_modules"), modules);
  const bin = path.join(modules, "prisma/build/index.js");
  try {
    return await run(process.execPath, [bin, "validate", "--schema", file], {
      cwd: folder,
      env: cleanEnv({ PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" }),
    });
  } finally {
    rmSync(modules);
  }
}

describe.each(["postgresql", "mysql", "sqlite"])("%s", (provider) => {
  test("every plugin: prisma validate agrees, and refuses a model that is broken", async () => {
    const folder = copyProject("express-esm-ts");
    const place = path.join(folder, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, schemaFor(provider));
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    manifest.dependencies["@prisma/client"] = `^${tools.version}`;
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2));
    for (const command of [
      ["init"],
      ["add-adapter", "prisma"],
      ["add-plugin", ...plugins.map(({ id }) => id)],
    ]) {
      const { code, stderr } = await runMain(folder, [...command, "--yes", "--no-install"]);
      expect(code, stderr).toBe(0);
    }
    expect(readFileSync(place, "utf8")).toContain('@@map("auth_password_hash")');
    const valid = await validate(folder);
    expect(valid.code, valid.stdout + valid.stderr).toBe(0);
    expect(valid.stdout).toContain("is valid");
    writeFileSync(
      place,
      readFileSync(place, "utf8").replace('@@map("auth_password_hash")', "@@unique([nothing])"),
    );
    const broken = await validate(folder);
    expect(broken.code).toBe(1);
    expect(broken.stdout + broken.stderr).toContain("nothing");
  }, 120_000);
});
