/** Which env file an app loads, and what init and doctor make of it. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { envFilesOf, startsWithEnv } from "../../src/cli/formats/script-line.js";
import { envLoads } from "../../src/cli/source/syntax/env-loads.js";
import { readSource } from "../../src/cli/source/syntax/source-facts.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

afterEach(removeProjects);

const loadsOf = (code: string) => envLoads({ path: "src/app.ts", ...readSource(code, "src/app.ts") });

describe("RA2-B3: env files that code loads", () => {
  test.each([
    ['import "dotenv/config";', [".env"]],
    ["require('dotenv/config')", [".env"]],
    ['import dotenv from "dotenv";\ndotenv.config();', [".env"]],
    ['import * as d from "@dotenvx/dotenvx";\nd.config({ quiet: true });', [".env"]],
    ['import { config as load } from "dotenv";\nload({ debug: true, path: ".env.local" });', [".env.local"]],
    ["require('dotenv').config({ path: './config/config.env' })", ["config/config.env"]],
    [
      'import dotenv from "dotenv";\ndotenv.config({ path: [".env.local", ".env"], override: true });',
      [".env.local", ".env"],
    ],
    ['import dotenv from "dotenv";\ndotenv.config({ path: path.join(__dirname, "../.env") });', [".env"]],
    ["require('dotenv').config({ path: `${__dirname}/.env` })", ["src/.env"]],
    ['process.loadEnvFile(new URL("../.env", import.meta.url));', [".env"]],
    ['process.loadEnvFile(path.resolve(process.cwd(), "config", ".env"));', ["config/.env"]],
    ["process.loadEnvFile();", [".env"]],
    ['import { loadEnvFile } from "node:process";\nloadEnvFile(".env.example");', [".env.example"]],
    [
      'import { ConfigModule } from "@nestjs/config";\nConfigModule.forRoot({ isGlobal: true, envFilePath: ".env.dev" });',
      [".env.dev"],
    ],
    ['import { config } from "./config";\nconfig({ path: ".env" });', []],
    ['console.log("install dotenv");', []],
  ])("%s", (code, files) => {
    expect(loadsOf(code)).toEqual({ files, isOpen: false });
  });

  test.each([
    'import dotenv from "dotenv";\ndotenv.config({ path });',
    'import dotenv from "dotenv";\ndotenv.config(options);',
    'import dotenv from "dotenv";\ndotenv.config({ ...options });',
    'import dotenv from "dotenv";\ndotenv.config({ processEnv: {} });',
    "process.loadEnvFile(`.env.${process.env.NODE_ENV}`);",
    'process.loadEnvFile(isTest ? ".env.test" : ".env");',
  ])("%s is open", (code) => {
    expect(loadsOf(code)).toEqual({ files: [], isOpen: true });
  });
});

test.each([
  ["node --env-file=.env app.js", [".env"]],
  ["tsx watch --env-file config/dev.env src/app.ts", ["config/dev.env"]],
  ["node --env-file-if-exists=.env --env-file=.env.local app.js", [".env", ".env.local"]],
  ["dotenv -e .env.local -- node app.js -e foo", [".env.local"]],
  ["dotenv -- node app.js", [".env"]],
  ["dotenv -c -- node app.js", [".env", ".env.local", ".env.development", ".env.development.local"]],
  ["dotenvx run -f .env.production -- node app.js", [".env.production"]],
  ["env-cmd -f ./config/.env nodemon app.js", ["./config/.env"]],
  ["env-cmd node app.js && node -r dotenv/config x.js dotenv_config_path=.env.x", [".env", ".env.x"]],
  ["DOTENV_CONFIG_PATH=.env.y node -r dotenv/config x.js", [".env.y"]],
  ["node app.js dotenv.js", []],
])("RA2-B3: env files that the script %s loads", (line, files) => {
  expect(envFilesOf(line)).toEqual(files);
});

test("RA2-B3: a script of tests says nothing of the app", () => {
  const scripts = { start: "node app.js", test: "node --env-file=.env --test" };
  expect(startsWithEnv(scripts, ".env")).toBe(false);
  expect(startsWithEnv({ ...scripts, "start:dev": "node --env-file=./.env app.js" }, ".env")).toBe(true);
});

const server = (first: string) => `${first}
const express = require("express");
const app = express();
app.get("/", (req, res) => res.send("hello"));
app.listen(3000);
`;

function project(first: string, more: Readonly<Record<string, string>> = {}): string {
  const folder = copyProject("express-cjs");
  rmSync(path.join(folder, "app.js"), { force: true });
  const manifest = {
    name: "app",
    private: true,
    main: "app.js",
    scripts: { start: "node app.js" },
    dependencies: { express: "^5.0.0" },
  };
  const files = { "package.json": JSON.stringify(manifest), "app.js": server(first), ...more };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const init = (folder: string) =>
  runMain(folder, ["init", "--yes", "--no-install", "--provider", "github", "--server", "app.js"]);

const codesOf = async (folder: string): Promise<readonly string[]> => {
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const { findings }: { findings: readonly { code: string }[] } =
    JSON.parse(stdout).result ?? JSON.parse(stdout);
  return findings.map(({ code }) => code).filter((code) => code.includes("ENV_N"));
};

const line = 'if (existsSync(".env")) process.loadEnvFile(".env");';

describe("RA2-B3: init and doctor agree on what is loaded", () => {
  test.each([
    ["another path", "require('dotenv').config({ path: './config/config.env' });", {}],
    ["a path that is not read", "require('dotenv').config({ path: process.env.FILE });", {}],
    ["the example", "process.loadEnvFile('.env.example');", { ".env.example": "PORT=3000\n" }],
    ["nothing", "", {}],
  ])("%s", async (_what, first, more) => {
    const folder = project(first, more);
    expect((await init(folder)).code).toBe(0);
    expect(readFileSync(path.join(folder, "auth.js"), "utf8")).toContain(line);
    expect(await codesOf(folder)).toEqual([]);
  });

  test.each(["require('dotenv').config();", "require('dotenv').config({ path: `${__dirname}/.env` });"])(
    "%s loads it already",
    async (first) => {
      const folder = project(first);
      expect((await init(folder)).code).toBe(0);
      expect(readFileSync(path.join(folder, "auth.js"), "utf8")).not.toContain("loadEnvFile");
      expect(await codesOf(folder)).toEqual([]);
    },
  );

  test("an example that the app loads gets no names", async () => {
    const folder = project("process.loadEnvFile('.env.example');", { ".env.example": "PORT=3000\n" });
    await init(folder);
    expect(readFileSync(path.join(folder, ".env.example"), "utf8")).toBe("PORT=3000\n");
  });

  test("doctor finds a secret in a file that dotenv does not load, and reads the one that it loads", async () => {
    const first = "require('dotenv').config({ path: './config/config.env' });";
    const folder = project(first);
    await init(folder);
    const auth = path.join(folder, "auth.js");
    writeFileSync(auth, readFileSync(auth, "utf8").replace(line, ""));
    expect(await codesOf(folder)).toEqual(["AUTH_D_ENV_NEVER_LOADED"]);
    mkdirSync(path.join(folder, "config"));
    writeFileSync(path.join(folder, "config/config.env"), readFileSync(path.join(folder, ".env")), {
      mode: 0o600,
    });
    rmSync(path.join(folder, ".env"));
    writeFileSync(path.join(folder, ".gitignore"), "config/config.env\n");
    const { stdout } = await runMain(folder, ["doctor"]);
    expect(stdout).not.toContain("AUTH_D_SECRET_MISSING");
    expect(await codesOf(folder)).toEqual([]);
  });

  test("doctor says nothing of .env where the file that is loaded cannot be read", async () => {
    const folder = project("require('dotenv').config({ path: process.env.FILE });");
    await init(folder);
    const auth = path.join(folder, "auth.js");
    writeFileSync(auth, readFileSync(auth, "utf8").replace(line, ""));
    expect(await codesOf(folder)).toEqual([]);
  });
});

describe("RA2-B15: the example that a project has", () => {
  test.each([".env.template", ".env.sample", ".env.dist", ".env.example"])(
    "%s gets the names, and no other one is made",
    async (example) => {
      const folder = project("", { [example]: "PORT=8080\nCORS_ORIGIN=http://localhost\n" });
      const { stderr } = await init(folder);
      expect(readFileSync(path.join(folder, example), "utf8")).toMatch(/^AUTH_SECRET=$/m);
      expect(
        readdirSync(folder)
          .filter((file) => file.startsWith(".env"))
          .sort(),
      ).toEqual([".env", example]);
      expect(stderr).toContain(
        `.env is new: add what the app reads from ${example} (PORT, CORS_ORIGIN) to it.`,
      );
    },
  );

  test("nothing is said where the env file is there", async () => {
    const folder = project("", { ".env.example": "PORT=8080\n", ".env": "PORT=3000\n" });
    expect((await init(folder)).stderr).not.toContain(".env is new");
  });
});
