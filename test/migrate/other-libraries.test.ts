import { afterAll, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { readTree, removeShapes, save } from "./shapes.js";

afterAll(removeShapes);

const app = (dependencies: Record<string, string>, files: Record<string, string> = {}) =>
  save({
    "package.json": JSON.stringify({ name: "app", type: "module", dependencies }, undefined, 2),
    ...files,
  });

test.each([
  ["better-auth", "Better Auth"],
  ["iron-session", "iron-session"],
  ["passport", "Passport"],
  ["passport-github2", "Passport"],
  ["lucia", "Lucia"],
  ["@lucia-auth/adapter-prisma", "Lucia"],
])("OC-24: auth migrate says that it saw %s, names the page and writes nothing", async (name, title) => {
  const folder = app({ [name]: "1.0.0" });
  const before = readTree(folder);
  const { code, stderr } = await runMain(folder, ["migrate", "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toContain(`${name} (${title})`);
  expect(stderr).toContain("docs/migrate/from-others.md");
  expect(readTree(folder)).toEqual(before);
});

test("OC-25: auth init says it too, and goes on", async () => {
  const folder = app(
    { express: "5.0.0", "iron-session": "8.0.0" },
    { "server.js": 'import express from "express";\nconst app = express();\napp.listen(3000);\n' },
  );
  const { stdout, stderr } = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  expect(stdout + stderr).toContain("docs/migrate/from-others.md");
  expect(readTree(folder)["server.js"]).toContain("auth.handler");
});

const client =
  'import { GitHub } from "arctic";\n\nexport const github = new GitHub("id", "secret", "https://app.example/cb");\n';

test("OC-26: auth migrate replaces arctic in package.json, says what stands beside it, and auth undo takes it back", async () => {
  const folder = app({ arctic: "^3.7.0", lucia: "^3.0.0" }, { "client.ts": client });
  const before = readTree(folder);
  const shown = await runMain(folder, ["migrate", "--dry-run"]);
  expect(shown.stdout + shown.stderr).toContain("docs/migrate/from-others.md");
  const { stdout } = await runMain(folder, ["migrate", "--yes", "--no-install", "--json"]);
  const { result } = JSON.parse(stdout);
  expect(result).toMatchObject({ from: ["arctic"], breaksNow: [], tidyUp: [] });
  const after = readTree(folder);
  expect(after["client.ts"]).toContain('import GitHub from "authwright/providers/github";');
  expect(JSON.parse(after["package.json"] ?? "").dependencies).toEqual({
    authwright: expect.any(String),
    lucia: "^3.0.0",
  });
  await runMain(folder, ["undo", "--yes"]);
  const back = Object.entries(readTree(folder)).filter(([file]) => !file.startsWith(".auth/"));
  expect(Object.fromEntries(back)).toEqual(before);
});

test("OC-27: what is left ends with exit code 3 and its lines, and nothing is written", async () => {
  const folder = app(
    { oslo: "^1.2.1" },
    {
      "client.ts":
        'import { OAuth2Client } from "oslo/oauth2";\n\nexport const client = new OAuth2Client("id", "https://op.example/a", "https://op.example/t");\n',
    },
  );
  const { code, stdout, stderr } = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  expect(code).toBe(3);
  expect(stdout + stderr).toContain("client.ts:3: new OAuth2Client(…) takes other options here");
});
