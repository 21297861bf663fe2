/** The line for `/.well-known/…`: by init, add-plugin, add-provider and upgrade, in every framework, and taken back. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

interface Project {
  readonly name: string;
  readonly file: string;
  /** What stands in that file. */
  readonly line: string;
  /** The line above it. */
  readonly below?: RegExp;
}

const projects: readonly Project[] = [
  { name: "express-esm-ts", file: "src/server.ts", line: "app.use(auth.wellKnown);", below: /auth\.handler/ },
  { name: "express-cjs", file: "app.js", line: "app.use(auth.wellKnown);", below: /auth\.handler/ },
  { name: "hono-ts", file: "src/index.ts", line: "app.use(auth.wellKnown)", below: /auth\.handler/ },
  { name: "hono-workers", file: "src/index.ts", line: "app.use(auth.wellKnown)", below: /auth\.handler/ },
  {
    name: "fastify-ts",
    file: "src/app.ts",
    line: '  app.addHook("onRequest", auth.wellKnown);',
    below: /auth\.plugin/,
  },
  { name: "koa-ts", file: "src/app.ts", line: "app.use(auth.wellKnown);", below: /auth\.handler/ },
  { name: "h3-ts", file: "src/server.ts", line: "app.use(auth.wellKnown);", below: /auth\.handler/ },
  {
    name: "node-ts",
    file: "src/auth.ts",
    line: "    if (await auth.wellKnown(req, res)) return;",
    below: /auth\.handler/,
  },
  { name: "nitro-ts", file: "middleware/auth-well-known.ts", line: "export default auth.wellKnown;" },
  {
    name: "next-app-ts",
    file: "app/.well-known/[name]/route.ts",
    line: "export const { GET } = handlers.wellKnown",
  },
  {
    name: "next-pages-ts",
    file: "pages/api/well-known/[name].ts",
    line: "export default handlers.wellKnown.pages;",
  },
];

const run = async (folder: string, ...args: string[]) => {
  const more = ["undo", "upgrade", "remove-plugin", "remove-provider", "protect"].includes(args[0] ?? "")
    ? []
    : ["--no-install"];
  const done = await runMain(folder, [...args, "--yes", ...more]);
  expect(done.code, done.stderr).toBe(0);
  return done;
};
const linesOf = (folder: string, file: string) =>
  readFileSync(path.join(folder, file), "utf8").split(/\r?\n/);
/** Files and folders that have to do with these addresses. */
const mentioning = (folder: string): string[] =>
  Object.entries(snapshotOf(folder)).flatMap(([file, entry]) => {
    const [, text = ""] = entry.split(" ");
    const isMeant = /well-?known/i.test(file + Buffer.from(text, "base64").toString("utf8"));
    return isMeant && !file.startsWith(".auth") ? file : [];
  });
const store = ["--adapter", "kysely", "--session", "jwt"];

describe.each(projects)("$name", ({ name, file, line, below }) => {
  const isThere = (folder: string) => {
    const lines = linesOf(folder, file);
    const at = lines.indexOf(line);
    expect(at, lines.join("\n")).toBeGreaterThanOrEqual(0);
    expect(lines.filter((one) => one.includes("wellKnown"))).toEqual([line]);
    if (below) expect(lines[at - 1]).toMatch(below);
  };

  test("add-plugin and upgrade write it once; undo takes it back", async () => {
    const folder = copyProject(name);
    await run(folder, "init");
    const without = snapshotOf(folder);
    expect(mentioning(folder)).toEqual([]);
    // A worker keeps no connection: no store of ours, so that passkeys and passwords are written by hand there.
    if (name === "hono-workers") {
      const auth = path.join(folder, "src/auth.ts");
      const text = readFileSync(auth, "utf8")
        .replace("providers: [", "plugins: [password()],\n    providers: [")
        .replace("import ", 'import { password } from "authwright/plugins/password";\nimport ');
      writeFileSync(auth, text);
    } else {
      await run(folder, "add-plugin", "password", ...store);
      isThere(folder);
      await run(folder, "undo");
      expect(snapshotOf(folder)).toEqual(without);
      await run(folder, "add-plugin", "password", ...store);
      await run(folder, "remove-plugin", "password");
      expect(mentioning(folder)).toEqual([]);
      await run(folder, "undo");
      isThere(folder);
      // It stands in front of a guard, and answers nothing of the app's.
      if (below && name !== "node-ts") {
        await run(folder, "protect", "/orders", "--force");
        await run(folder, "undo");
      }
      await run(folder, "undo");
      await run(folder, "add-plugin", "password", ...store);
      writeFileSync(
        path.join(folder, file),
        below
          ? linesOf(folder, file)
              .filter((one) => one !== line)
              .join("\n")
          : "export {};\n",
      );
    }
    if (!below) return;
    await run(folder, "upgrade");
    isThere(folder);
    const again = snapshotOf(folder);
    await run(folder, "upgrade");
    expect(snapshotOf(folder)).toEqual(again);
  });
});

test("init with the plugin writes it, and a passkey's add-provider", async () => {
  const folder = copyProject("express-esm-ts");
  await run(folder, "init", "--plugin", "password", ...store);
  expect(linesOf(folder, "src/server.ts")).toContain("app.use(auth.wellKnown);");
  const other = copyProject("express-esm-ts");
  await run(other, "init");
  await run(other, "add-provider", "passkey", ...store);
  expect(linesOf(other, "src/server.ts")).toContain("app.use(auth.wellKnown);");
});

test("Pages Router: next.config leads to the route; one with rewrites of its own stays, and the line is said", async () => {
  const folder = copyProject("next-pages-ts");
  const config = path.join(folder, "next.config.mjs");
  writeFileSync(config, "export default { reactStrictMode: true };\n");
  await run(folder, "init");
  await run(folder, "add-plugin", "password", ...store);
  expect(readFileSync(config, "utf8")).toContain(
    'rewrites: async () => [{ source: "/.well-known/:name(change-password|passkey-endpoints|webauthn)", destination: "/api/well-known/:name" }]',
  );
  const other = copyProject("next-pages-ts");
  const own = "export default { rewrites: async () => [] };\n";
  writeFileSync(path.join(other, "next.config.mjs"), own);
  await run(other, "init");
  const { stderr } = await run(other, "add-plugin", "password", ...store);
  expect(stderr).toContain("in next.config.mjs: rewrites:");
  expect(readFileSync(path.join(other, "next.config.mjs"), "utf8")).toBe(own);
});

test("an app below a path of its own gets none: it never sees the root of its host", async () => {
  const folder = copyProject("next-app-ts");
  writeFileSync(path.join(folder, "next.config.ts"), 'export default { basePath: "/shop" };\n');
  await run(folder, "init");
  await run(folder, "add-plugin", "password", ...store);
  expect(mentioning(folder)).toEqual([]);
});

test("a server whose endpoints stand in a chain stays as it is, and the line is said", async () => {
  const folder = copyProject("koa-ts");
  await run(folder, "init");
  const server = path.join(folder, "src/app.ts");
  const text = readFileSync(server, "utf8").replace(
    /app\.use\(auth\.handler\);\s*app\.use\(auth\.session\);/,
    "app.use(auth.handler).use(auth.session);",
  );
  expect(text).toContain("auth.handler).use(");
  writeFileSync(server, text);
  const { stderr } = await run(folder, "add-plugin", "password", ...store);
  expect(stderr).toContain("app.use(auth.wellKnown) beside the line that mounts the endpoints");
  expect(readFileSync(server, "utf8")).toBe(text);
});

test.each([
  ["of a provider", "console.log(acme.wellKnown);"],
  ["beside a guard", "app.use(auth.require(), auth.wellKnown);"],
])(
  "code that says the same %s is nobody's to cut, nor a sign that the line is there",
  async (_what, code) => {
    const folder = copyProject("express-esm-ts");
    await run(folder, "init");
    await run(folder, "add-plugin", "password", ...store);
    const server = path.join(folder, "src/server.ts");
    const text = `${readFileSync(server, "utf8")}${code}\n`;
    writeFileSync(server, text);
    const { stderr } = await run(folder, "remove-plugin", "password");
    expect(stderr).toContain("Nothing needs this line any more, where it is there: app.use(auth.wellKnown)");
    expect(readFileSync(server, "utf8")).toBe(text);
    const other = copyProject("express-esm-ts");
    await run(other, "init");
    writeFileSync(
      path.join(other, "src/server.ts"),
      `${readFileSync(path.join(other, "src/server.ts"), "utf8")}${code}\n`,
    );
    const added = await run(other, "add-plugin", "password", ...store);
    expect(added.stderr).toContain("where it is not there: app.use(auth.wellKnown)");
  },
);

const options =
  'import type { AuthConfig } from "authwright";\n\nexport const config: AuthConfig = { providers: [] };\n';
test.each([
  [
    "nitro-ts",
    'import { createAuth } from "authwright/h3";\nimport { config } from "./auth.config";\n\nexport const auth = createAuth(config);\n',
    "middleware/auth-well-known.ts",
    'from "../auth"',
  ],
  [
    "next-app-ts",
    'import { FrameworkAuth } from "authwright/next";\nimport { config } from "./auth.config";\n\nexport const { handlers, auth, signIn, signOut } = FrameworkAuth(config);\n',
    "app/.well-known/[name]/route.ts",
    'from "@/auth"',
  ],
])(
  "%s: where the options have a file of their own the line asks the one that makes `auth`",
  async (name, made, file, from) => {
    const folder = copyProject(name);
    await run(folder, "init", "--provider", "github");
    writeFileSync(path.join(folder, "auth.config.ts"), options);
    writeFileSync(path.join(folder, "auth.ts"), made);
    await run(folder, "add-plugin", "password", "--transport", "none", "--adapter", "kysely");
    const written = readFileSync(path.join(folder, file), "utf8");
    expect(written).toContain(from);
    expect(written).not.toContain("auth.config");
  },
);
