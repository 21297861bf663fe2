/** One reading of the configuration: what is read of each shape, and that all commands read the same. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { isFull, inTurn } from "../support/every-run.js";
import { configurationBy, corpus, projectOf, readingCommands, type Files } from "./shapes.js";

interface Read {
  readonly entry: string;
  readonly providers: readonly { readonly id: string | null; readonly at: string }[];
  readonly options: Readonly<Record<string, { readonly at: string; readonly value?: unknown }>>;
  readonly unreadable: readonly { readonly at: string; readonly why: string }[];
}

const door = 'import { ExpressAuth } from "authwright/express";\n';
const maker = 'import { createAuth } from "authwright/express";\n';
const github = 'import GitHub from "authwright/providers/github";\n';
const google = 'import Google from "authwright/providers/google";\n';
const server = (more = "") =>
  `import express from "express";\n${more}const app = express();\napp.listen(3000);\n`;
const nextDoor = 'import NextAuth from "authwright/next";\n';

/** Shapes that several files make, and what is read of them: the file with the call, and the providers in order. */
const shapes: readonly (readonly [name: string, files: Files, entry: string, ids: readonly string[]])[] = [
  [
    "one file",
    { "auth.ts": `${door}${github}export const auth = ExpressAuth({ providers: [GitHub] });\n` },
    "auth.ts",
    ["github"],
  ],
  [
    "auth.config.ts and auth.ts",
    {
      "auth.config.ts": `${github}export default { providers: [GitHub], pages: { signIn: "/login" } };\n`,
      "auth.ts": `${nextDoor}import config from "./auth.config";\nexport const { auth } = NextAuth({ ...config, session: { strategy: "jwt" } });\n`,
      "middleware.ts": `${nextDoor}import config from "./auth.config";\nexport default NextAuth(config).auth;\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a plugin in a part of the configuration",
    {
      "auth.config.ts": `import { twoFactor } from "authwright/plugins/two-factor";\n${github}export default { providers: [GitHub], plugins: [twoFactor()] };\n`,
      "auth.ts": `${maker}import config from "./auth.config.js";\nexport const auth = createAuth(config);\n`,
      "server.ts": server('import { auth } from "./auth.js";\n'),
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a part that the call replaces",
    {
      "auth.config.ts": `import type { NextAuthConfig } from "authwright/next";\nexport const base = { providers: [] } satisfies NextAuthConfig;\n`,
      "auth.ts": `${nextDoor}${google}import { base } from "./auth.config";\nexport const { auth } = NextAuth({ ...base, providers: [Google] });\n`,
    },
    "auth.ts",
    ["google"],
  ],
  [
    "a list of another file, spread and extended",
    {
      "providers.ts": `${github}export const shared = [GitHub];\n`,
      "auth.ts": `${door}${google}import { shared } from "./providers.js";\nexport default ExpressAuth({ providers: [...shared, Google] });\n`,
    },
    "auth.ts",
    ["google", "github"],
  ],
  [
    "concatenated",
    {
      "auth.ts": `${door}${github}${google}const all = [GitHub].concat([Google]);\nexport default ExpressAuth({ providers: all });\n`,
    },
    "auth.ts",
    ["github", "google"],
  ],
  [
    "pushed under a condition",
    {
      "auth.ts": `${door}${github}${google}const all = [GitHub];\nif (process.env.G) all.push(Google);\nexport default ExpressAuth({ providers: all });\n`,
    },
    "auth.ts",
    ["github", "google"],
  ],
  [
    "a conditional element",
    {
      "auth.ts": `${door}${github}${google}export default ExpressAuth({ providers: [GitHub, ...(process.env.G ? [Google] : [])] });\n`,
    },
    "auth.ts",
    ["github", "google"],
  ],
  [
    "a helper that returns the configuration",
    {
      "lib/options.ts": `${github}export function options() {\n  return { providers: [GitHub({ clientId: "x" })], basePath: "/sign" };\n}\n`,
      "auth.ts": `${door}import { options } from "./lib/options.js";\nexport default ExpressAuth(options());\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a class",
    {
      "auth.ts": `${door}${github}class Settings {\n  static providers = [GitHub];\n}\nexport default ExpressAuth(Settings);\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a function of the request",
    {
      "auth.ts": `${nextDoor}${github}export const { auth } = NextAuth(async (request) => ({ providers: [GitHub] }));\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a file that passes it on",
    {
      "server/auth.ts": `${door}${github}export default ExpressAuth({ providers: [GitHub] });\n`,
      "auth.ts": 'export { default } from "./server/auth.js";\n',
    },
    "server/auth.ts",
    ["github"],
  ],
  [
    "a package of a workspace below",
    {
      "auth.ts": `${door}${github}export default ExpressAuth({ providers: [GitHub] });\n`,
      "packages/other/package.json": '{"name":"other"}',
      "packages/other/auth.ts": `${door}${google}export default ExpressAuth({ providers: [Google] });\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "createAuth with its configuration in place",
    { "auth.ts": `${maker}${github}export const auth = createAuth({ providers: [GitHub] });\n` },
    "auth.ts",
    ["github"],
  ],
  [
    "createAuth beside the guards that it makes",
    {
      "auth.ts": `${maker}${github}const config = { providers: [GitHub] };\nexport const auth = createAuth(config);\nexport const admin = auth.require({ role: "admin" });\n`,
      "server.ts": server('import { auth } from "./auth.js";\n') + 'app.use("/auth", auth.handler);\n',
    },
    "auth.ts",
    ["github"],
  ],
  [
    "createAuth with the configuration of another file, under another name",
    {
      "config.ts": `${github}export const options = { providers: [GitHub] };\n`,
      "auth.ts": `import { createAuth as make } from "authwright/express";\nimport { options } from "./config.js";\nexport default make({ ...options, trustHost: true });\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "createAuth in CommonJS",
    {
      "auth.js":
        'const { createAuth } = require("authwright/express");\nconst GitHub = require("authwright/providers/github").default;\nconst auth = createAuth({ providers: [GitHub] });\nmodule.exports = { auth };\n',
    },
    "auth.js",
    ["github"],
  ],
  [
    "minified",
    {
      "auth.js":
        'import{ExpressAuth as a}from"authwright/express";import g from"authwright/providers/github";export default a({providers:[g]});',
    },
    "auth.js",
    ["github"],
  ],
  [
    "CommonJS",
    {
      "auth.js":
        'const { ExpressAuth } = require("authwright/express");\nconst GitHub = require("authwright/providers/github").default;\nmodule.exports = ExpressAuth({ providers: [GitHub] });\n',
    },
    "auth.js",
    ["github"],
  ],
  [
    "a provider's id inside a text counts no second time (F-56)",
    {
      "auth.ts": `${door}${github}export default ExpressAuth({ providers: [GitHub], pages: { signIn: "/GitHub" }, theme: { logo: "GitHub" } });\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "the word in a comment is no configuration",
    {
      "scripts/seed.ts":
        "// authwright: providers come from ExpressAuth({ providers })\nexport const users = [];\n",
      "auth.ts": `${door}${github}export default ExpressAuth({ providers: [GitHub] });\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a stray script beside what the server imports (F-38)",
    {
      "lib/session.ts": `${door}${github}export const handler = ExpressAuth({ providers: [GitHub] });\n`,
      "aaa/try.ts": `${door}${google}export default ExpressAuth({ providers: [Google] });\n`,
      "server.ts": server('import { handler } from "./lib/session.js";\n'),
    },
    "lib/session.ts",
    ["github"],
  ],
  [
    "a stray script beside the file of the usual name (F-38)",
    {
      "auth.ts": `${door}${github}export const handler = ExpressAuth({ providers: [GitHub] });\n`,
      "a.ts": `${door}${google}export default ExpressAuth({ providers: [Google] });\n`,
    },
    "auth.ts",
    ["github"],
  ],
  [
    "a stray script beside what auth init wrote (F-38)",
    {
      ".auth/manifest": JSON.stringify({
        schemaVersion: 1,
        files: { "lib/login.ts": [{ plan: "x", hash: "x", text: "" }] },
      }),
      "lib/login.ts": `${door}${github}export const handler = ExpressAuth({ providers: [GitHub] });\n`,
      "a.ts": `${door}${google}export default ExpressAuth({ providers: [Google] });\n`,
    },
    "lib/login.ts",
    ["github"],
  ],
];

async function readBy(files: Files, commands: typeof readingCommands): Promise<readonly unknown[]> {
  const root = projectOf(files);
  try {
    const all = [];
    for (const command of commands) all.push(await configurationBy(root, command));
    return all;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

describe("what is read", () => {
  test.each(shapes)("%s", async (_name, files, entry, ids) => {
    const [read] = (await readBy(files, [["info"]])) as [Read];
    expect([read.entry, read.providers.map(({ id }) => id), read.unreadable]).toEqual([entry, ids, []]);
  });

  test("options with their places, over files, without texts that may be secret", async () => {
    const [, files] = shapes.find(([name]) => name === "auth.config.ts and auth.ts")!;
    const [read] = (await readBy(files, [["info"]])) as [Read];
    expect(read.options).toMatchObject({
      "pages.signIn": { at: "auth.config.ts:2", value: "/login" },
      "session.strategy": { at: "auth.ts:3", value: "jwt" },
    });
    const secret = `${door}${github}export default ExpressAuth({ secret: "test-secret-in-the-code", providers: [GitHub({ clientSecret: "test-secret-of-the-client" })] });\n`;
    const [hidden] = await readBy({ "auth.ts": secret }, [["info"]]);
    expect(JSON.stringify(hidden)).not.toContain("test-secret");
    expect(hidden).toMatchObject({
      options: { secret: { at: "auth.ts:3" } },
      providers: [{ options: ["clientSecret"] }],
    });
  });
});

test("objects that spread each other many times are read once each", async () => {
  const spreads = (name: string) => Array.from({ length: 30 }, () => `...${name}`).join(", ");
  const levels = Array.from({ length: 8 }, (_, at) => `const a${at + 1} = { ${spreads(`a${at}`)} };\n`);
  const text = `${door}${github}const a0 = { providers: [GitHub] };\n${levels.join("")}export default ExpressAuth(a8);\n`;
  const [read] = (await readBy({ "auth.ts": text }, [["info"]])) as [Read];
  expect(read.providers.map(({ id }) => id)).toEqual(["github"]);
}, 30_000);

test("N-16 auth dev names a provider of several lists once", async () => {
  const text = `${door}${github}const one = { providers: [GitHub] };\nconst other = { providers: [GitHub] };\nexport default ExpressAuth(process.env.A ? one : other);\n`;
  const root = projectOf({ "auth.ts": text });
  const { stderr } = await runMain(root, ["dev", "--", "node", "-e", "0"]);
  expect(stderr).toContain("It simulates github.");
  rmSync(root, { recursive: true });
});

/** In every run two of the other commands, in turn, and all where a fault was; all of them in the group `configurations`. */
const readersOf = (name: string, at: number) => {
  const [first = [], ...others] = readingCommands;
  const some = [...inTurn(others, at), ...inTurn(others, at + 5)];
  return [first, ...(isFull || name.includes("(F-") ? others : some)];
};

describe("all commands read the same", () => {
  const rows = [...shapes.map(([name, files]) => ({ name, files })), ...corpus];
  test.each(rows.map((row, at) => ({ ...row, commands: readersOf(row.name, at) })))(
    "$name",
    async ({ files, commands }) => {
      const [first, ...others] = await readBy(files, commands);
      for (const [at, other] of others.entries()) expect(other, commands[at + 1]?.join(" ")).toEqual(first);
    },
  );

  test("auth dev says which providers it simulates, wherever they are written (F-57)", async () => {
    const [, files] = shapes.find(([name]) => name === "a list of another file, spread and extended")!;
    const root = projectOf(files);
    const { stderr } = await runMain(root, ["dev", "--", "node", "-e", "0"]);
    expect(stderr).toContain("It simulates github, google.");
    rmSync(root, { recursive: true });
  });
});

test.each([
  'const config = { providers: [GitHub] };\nconst { header } = await mintSession({ name: "Ada" }, { config });\n',
  'await mintSession({ name: "Ada" }, { url: "http://localhost:3000", config: { providers: [GitHub] } });\n',
])("a script that makes sessions is no configuration: %j", async (code) => {
  const script = `import { mintSession } from "authwright/testing";\n${github}${code}`;
  const app = `${door}${github}export default ExpressAuth({ providers: [GitHub] });\n`;
  const [read] = (await readBy({ "mint.ts": script, "server/config.ts": app }, [["info"]])) as [Read];
  expect(read.entry).toBe("server/config.ts");
  const root = projectOf({ "mint.ts": script });
  expect((await runMain(root, ["add-provider", "google", "--yes"])).stderr).toContain("AUTH_E_NO_CONFIG");
  rmSync(root, { recursive: true });
});

describe("several configurations (F-23, F-38)", () => {
  const files = {
    "one.ts": `${door}${github}export default ExpressAuth({ providers: [GitHub] });\n`,
    "two.ts": `${door}${google}export default ExpressAuth({ providers: [Google] });\n`,
  };

  test.each(readingCommands.filter(([name]) => !["info", "doctor", "migrate"].includes(name!)))(
    "%s names them and refuses",
    async (...command) => {
      const root = projectOf(files);
      const { code, stdout } = await runMain(root, [...command, "--json"]);
      expect(code).toBe(3);
      expect(JSON.parse(stdout)).toMatchObject({
        error: {
          code: "AUTH_E_SEVERAL_CONFIGS",
          message: "one.ts:3 and two.ts:3 hold a configuration each.",
        },
      });
      const chosen = await runMain(root, [...command, "--json", "--config", "two.ts"]);
      expect(JSON.parse(chosen.stdout)).toMatchObject({ result: { configuration: { entry: "two.ts" } } });
      rmSync(root, { recursive: true });
    },
  );

  test("doctor finds it, info lists them, dev says it", async () => {
    const root = projectOf(files);
    const doctor = await runMain(root, ["doctor", "--json"]);
    expect(JSON.parse(doctor.stdout)).toMatchObject({
      result: { findings: [{ code: "AUTH_D_SEVERAL_CONFIGS" }] },
    });
    const info = await runMain(root, ["info", "--json"]);
    expect(JSON.parse(info.stdout)).toMatchObject({ result: { candidates: ["one.ts:3", "two.ts:3"] } });
    const dev = await runMain(root, ["dev", "--", "node", "-e", "0"]);
    expect(dev.stderr).toContain("one.ts:3 and two.ts:3 hold a configuration each.");
    rmSync(root, { recursive: true });
  });
});
