import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { detectConfigured } from "../../src/commands/steps/open-configuration.js";
import { detect } from "../../src/commands/steps/detect.js";
import { majorVersion } from "../../src/cli/project/versions.js";
import { openFiles } from "../../src/cli/project/files.js";
import { choosePackageManager } from "../../src/cli/project/package-manager.js";
import { listSources } from "../../src/cli/project/sources.js";
import { readTsConfig, specifierOf } from "../../src/cli/project/tsconfig.js";
import { readPackageText } from "../../src/cli/project/workspace.js";
import { copyProject, removeProjects } from "../support/cli.js";

afterEach(removeProjects);
const write = (folder: string, file: string, text: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

describe("facts", () => {
  test.each([
    ["express-esm-ts", { language: "ts", moduleType: "esm", serverFile: "src/server.ts", ids: ["express"] }],
    ["express-esm-js", { language: "js", moduleType: "esm", serverFile: "server.js", ids: ["express"] }],
    ["express-cjs", { language: "js", moduleType: "cjs", serverFile: "app.js", ids: ["express"] }],
    ["express-cjs-ts", { language: "ts", moduleType: "cjs", serverFile: "src/index.ts", ids: ["express"] }],
    ["next-app-ts", { language: "ts", appDir: "app", ids: ["next-app"] }],
    ["next-src-js", { language: "js", appDir: "src/app", ids: ["next-app"] }],
    ["next-pages-ts", { language: "ts", pagesDir: "pages", appDir: undefined, ids: ["next-pages"] }],
    ["next-pages-src-js", { language: "js", pagesDir: "src/pages", ids: ["next-pages"] }],
    ["empty", { ids: [], serverFile: undefined }],
  ])("%s", (name, { ids, ...expected }) => {
    const facts = detect(copyProject(name));
    expect(facts).toMatchObject(expected);
    expect(facts.frameworks.map(({ id }) => id)).toEqual(ids);
  });

  test("pages beside an app folder: new pages go into the app folder, which may begin with groups", () => {
    const folder = copyProject("next-pages-ts");
    write(folder, "app/(shop)/[lang]/page.tsx", "export default () => null;\n");
    const facts = detect(folder);
    expect(facts).toMatchObject({ appDir: "app", pagesDir: "pages" });
    expect(facts.frameworks.map(({ id }) => id)).toEqual(["next-app"]);
  });

  test("Plug'n'Play: what Yarn's map names is installed, in the version of the lock file", () => {
    const folder = copyProject("express-esm-ts");
    write(
      folder,
      "yarn.lock",
      '"authwright@npm:^0.1.0":\n  version: 0.1.7\n\n"next@npm:16":\n  version: 16.4.3\n',
    );
    expect(detect(folder).installed).toBeUndefined();
    write(folder, ".pnp.cjs", 'const RAW = \'{\\\n ["authwright", [\\\n ["npm:0.1.7", {\\\n');
    expect(detect(folder).installed).toBe("0.1.7");
    expect(majorVersion(detect(folder), "next")).toBeUndefined();
  });

  test("a folder inside of the project will do, and paths with spaces and other scripts", () => {
    const folder = copyProject("express-esm-ts");
    const moved = path.join(path.dirname(folder), `${path.basename(folder)} größe 世界`);
    renameSync(folder, moved);
    expect(detect(path.join(moved, "src"))).toMatchObject({ root: moved, serverFile: "src/server.ts" });
    renameSync(moved, folder);
  });

  test("the server is what the scripts start, before what is named like one", () => {
    const folder = copyProject("express-esm-js");
    write(folder, "lib/main.mjs", "import express from 'express'\nexport const app = express()\n");
    write(
      folder,
      "package.json",
      '{"type":"module","scripts":{"dev":"node --watch lib/main.mjs"},"dependencies":{"express":"5"}}',
    );
    expect(detect(folder).serverFile).toBe("lib/main.mjs");
  });

  test("the configuration is found by what it imports, wherever it is", async () => {
    const folder = copyProject("next-app-ts");
    write(
      folder,
      "lib/deep/session.ts",
      'import { FrameworkAuth } from "authwright/next";\nexport default FrameworkAuth({ providers: [] });\n',
    );
    write(folder, "auth.ts", "export const providers = 1;\n");
    write(folder, "node_modules/x/auth.ts", 'import "authwright"; providers');
    expect((await detectConfigured(folder)).authFile).toBe("lib/deep/session.ts");
  });

  test("a part that the call replaces is not the configuration, nor is a guard", async () => {
    const folder = copyProject("next-app-ts");
    const part =
      'import type { NextAuthConfig } from "authwright/next";\nexport const part = { providers: [] };\n';
    write(folder, "auth.config.ts", part);
    write(
      folder,
      "middleware.ts",
      'import NextAuth from "authwright/next";\nexport default NextAuth({ providers: [] }).auth;\n',
    );
    expect((await detectConfigured(folder)).authFile).toBe("auth.config.ts");
    write(
      folder,
      "app/(auth)/auth.ts",
      'import NextAuth from "authwright/next";\nexport const { auth } = NextAuth({ ...part, providers: [] });\n',
    );
    expect((await detectConfigured(folder)).authFile).toBe("app/(auth)/auth.ts");
  });

  test("an app of a workspace: its own folder, the workspace's lock file", () => {
    const folder = copyProject("empty");
    write(folder, "pnpm-workspace.yaml", "packages: [apps/*]\n");
    write(folder, "pnpm-lock.yaml", "");
    write(folder, "apps/web/package.json", '{"dependencies":{"express":"5"}}');
    expect(detect(path.join(folder, "apps/web"))).toMatchObject({
      root: path.join(folder, "apps/web"),
      workspaceRoot: folder,
      packageManager: { name: "pnpm", from: "lockfile" },
    });
  });
});

describe("files", () => {
  test("a link out of the project, and bytes that are no UTF-8, are refused", () => {
    const folder = copyProject("empty");
    const other = copyProject("empty");
    symlinkSync(path.join(other, "package.json"), path.join(folder, "linked.json"));
    writeFileSync(path.join(folder, "latin.txt"), Buffer.from([0x67, 0xfc]));
    const files = openFiles(folder);
    expect(() => files.read("linked.json")).toThrow(expect.objectContaining({ code: "AUTH_E_OUTSIDE" }));
    expect(() => files.read("latin.txt")).toThrow(expect.objectContaining({ code: "AUTH_E_ENCODING" }));
    expect(files.read("absent")).toBeUndefined();
    expect(files.list("absent")).toEqual([]);
  });
});

test.each([
  ["yarn", '{"packageManager":"pnpm@9"}', ["/a/bun.lock"], "npm/11", { name: "yarn", from: "flag" }],
  [
    undefined,
    '{"packageManager":"pnpm@9"}',
    ["/a/bun.lock"],
    "npm/11",
    { name: "pnpm", from: "packageManager" },
  ],
  [
    undefined,
    '{"devEngines":{"packageManager":{"name":"bun"}}}',
    [],
    "npm/11",
    { name: "bun", from: "devEngines" },
  ],
  [undefined, "{}", ["/a/yarn.lock", "/package-lock.json"], "npm/11", { name: "yarn", from: "lockfile" }],
  [undefined, "{}", [], "pnpm/9.1.0 npm/? node/v20", { name: "pnpm", from: "user agent" }],
  [undefined, "{}", [], undefined, { name: "npm", from: "default" }],
])(
  "package manager: flag %s, package.json %s, lock files %j, user agent %s",
  (flag, text, lockfiles, userAgent, expected) => {
    expect(
      choosePackageManager({
        flag,
        packageJson: readPackageText(text, "package.json"),
        lockfiles,
        userAgent,
      }),
    ).toEqual(expected);
  },
);

test("tsconfig: comments, extends, aliases; an alias is used only where it leads to the file", () => {
  const folder = copyProject("empty");
  write(
    folder,
    "tsconfig.base.json",
    '{ "compilerOptions": { "module": "ESNext", "baseUrl": ".", "paths": { "~/*": ["./src/*"] } } }',
  );
  write(
    folder,
    "tsconfig.json",
    '{\n // mine\n "extends": "./tsconfig.base.json",\n "include": ["**/*.ts"],\n}',
  );
  const config = readTsConfig(openFiles(folder));
  expect(config).toMatchObject({ module: "esnext" });
  expect(specifierOf("src/auth", "src/app/page.tsx", config)).toBe("~/auth");
  expect(specifierOf("auth", "src/app/page.tsx", config)).toBe("../../auth");
  expect(specifierOf("auth", "proxy.ts", undefined)).toBe("./auth");
});

test("C1: a tsconfig.json whose parents are itself, or one another, is read once", () => {
  const folder = copyProject("empty");
  const own = Array.from({ length: 60 }, () => "./tsconfig.json");
  write(folder, "tsconfig.json", JSON.stringify({ extends: [...own, "./a.json"] }));
  write(folder, "a.json", JSON.stringify({ extends: ["./b.json", "./b.json"] }));
  write(
    folder,
    "b.json",
    JSON.stringify({
      extends: "./a.json",
      compilerOptions: { module: "NodeNext", paths: { "~/*": ["./x/*"] } },
    }),
  );
  const config = readTsConfig(openFiles(folder));
  expect(config).toMatchObject({ module: "nodenext", aliases: [{ pattern: "~/*", target: "x/*" }] });
});

test("C1: a chain of parents is followed to its end, and more than 1,000 are refused by name", () => {
  const folder = copyProject("empty");
  for (let at = 0; at < 40; at += 1)
    write(folder, `t${at}.json`, JSON.stringify({ extends: `./t${at + 1}.json` }));
  write(folder, "t40.json", '{ "compilerOptions": { "module": "ESNext" } }');
  write(folder, "tsconfig.json", '{ "extends": "./t0.json" }');
  expect(readTsConfig(openFiles(folder))).toMatchObject({ module: "esnext" });
  write(
    folder,
    "tsconfig.json",
    JSON.stringify({ extends: Array.from({ length: 100_000 }, () => "./t0.json") }),
  );
  expect(() => readTsConfig(openFiles(folder))).toThrow(
    "tsconfig.json: extends more than 1000 configurations",
  );
});

test("CL-22: every source file is listed, however many there are", () => {
  const folder = copyProject("empty");
  mkdirSync(path.join(folder, "src"));
  for (let at = 0; at < 3100; at += 1) writeFileSync(path.join(folder, `src/f${at}.ts`), "");
  expect([...listSources(openFiles(folder))].length).toBeGreaterThanOrEqual(3100);
});
