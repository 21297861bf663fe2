/** The other commands in an app whose integration runs over this package. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { runMain, snapshotOf } from "../support/cli.js";
import { packFiles } from "../support/registry.js";

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const auth = `import { ExpressAuth } from "@auth/express";\nimport GitHub from "@auth/express/providers/github";\n\nexport const handler = ExpressAuth({ providers: [GitHub] });\n`;
const dependencies = { "@auth/express": "0.12.3", express: "^4.22.3" };
const spec = "npm:authwright@1.2.3";

type Files = Readonly<Record<string, string | Buffer>>;

function appOf(files: Files): string {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright aliased "));
  made.push(folder);
  for (const [file, text] of Object.entries({ "src/auth.ts": auth, ...files })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

const npm = {
  "package.json": json({
    dependencies: { "@auth/core": spec, ...dependencies },
    overrides: { "@auth/core": "$@auth/core" },
  }),
};
const managers: [name: string, files: Files][] = [
  ["npm", npm],
  [
    "yarn",
    {
      "package.json": json({ dependencies, resolutions: { "@auth/core": spec } }),
      "yarn.lock": "# yarn lockfile v1\n",
    },
  ],
  ["bun", { "package.json": json({ dependencies, overrides: { "@auth/core": spec } }), "bun.lock": "{}" }],
  [
    "pnpm 9",
    {
      "package.json": json({ dependencies, pnpm: { overrides: { "@auth/core": spec } } }),
      "pnpm-lock.yaml": "",
    },
  ],
  [
    "pnpm",
    {
      "package.json": json({ dependencies }),
      "pnpm-workspace.yaml": `overrides:\n  '@auth/core': ${spec}\n`,
      "pnpm-lock.yaml": "",
    },
  ],
];

describe.each(managers)("%s", (_name, files) => {
  test("info names it, doctor finds nothing", async () => {
    const folder = appOf(files);
    const info = await runMain(folder, ["info", "--json"]);
    expect(JSON.parse(info.stdout).result.alias).toEqual({ name: "@auth/core", spec });
    const doctor = await runMain(folder, ["doctor"]);
    expect(`${doctor.code} ${doctor.stdout}${doctor.stderr}`).toContain("0 Nothing is wrong.");
  });

  test.each([["init"], ["add-provider", "google"], ["protect", "/admin"]])(
    "%s has one answer",
    async (...args) => {
      const folder = appOf(files);
      const before = snapshotOf(folder);
      const { code, stderr } = await runMain(folder, [...args, "--yes"]);
      expect(code).toBe(3);
      expect(stderr).toContain("src/auth.ts uses @auth/express, over authwright in place of @auth/core");
      expect(stderr).toContain("Change its configuration by hand, or let npx auth migrate replace it");
      expect(snapshotOf(folder)).toEqual(before);
    },
  );

  test("auth migrate goes the whole way, takes the override out, and back", async () => {
    const folder = appOf(files);
    const before = snapshotOf(folder);
    const { code, stderr, stdout } = await runMain(folder, ["migrate", "--yes", "--no-install"]);
    expect(code, stderr).toBe(0);
    expect(stdout).not.toContain("overrides is about");
    const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
    expect(manifest).toEqual({ dependencies: { authwright: "^1.2.3", express: "^4.22.3" } });
    if ("pnpm-workspace.yaml" in files)
      expect(readFileSync(path.join(folder, "pnpm-workspace.yaml"), "utf8")).toBe("");
    const undone = await runMain(folder, ["undo"]);
    expect(undone.code, undone.stderr).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

test("a second copy is a finding", async () => {
  const folder = appOf({
    ...npm,
    "node_modules/@auth/express/node_modules/@auth/core/package.json": json({ name: "@auth/core" }),
  });
  const { stdout } = await runMain(folder, ["doctor"]);
  expect(stdout).toContain("AUTH_D_TWO_COPIES");
  expect(stdout).toContain("node_modules/@auth/express/node_modules/@auth/core");
});

test("the app's other entries of the same section stay as they are", async () => {
  const yaml = `# ours\npackages:\n  - apps/*\noverrides:\n  # pinned\n  jose: 6.2.17\n  '@auth/core': ${spec}\n`;
  const folder = appOf({
    "package.json": json({ dependencies }),
    "pnpm-workspace.yaml": yaml,
    "pnpm-lock.yaml": "",
  });
  await runMain(folder, ["migrate", "--yes", "--no-install"]);
  const kept = readFileSync(path.join(folder, "pnpm-workspace.yaml"), "utf8");
  expect(kept).toBe("# ours\npackages:\n  - apps/*\noverrides:\n  # pinned\n  jose: 6.2.17\n");
});

test("nobody is sent to auth migrate with an integration that it does not replace", async () => {
  const code = `import { QwikAuth$ } from "@auth/qwik";\n\nexport const { onRequest } = QwikAuth$(() => ({ providers: [] }));\n`;
  const named = { "@auth/qwik": "0.9.1" };
  const pnpm = { "pnpm-workspace.yaml": `overrides:\n  '@auth/core': ${spec}\n`, "pnpm-lock.yaml": "" };
  const aliased = appOf({
    ...pnpm,
    "src/plugin@auth.ts": code,
    "package.json": json({ dependencies: named }),
  });
  const added = await runMain(aliased, ["add-provider", "google", "--yes"]);
  expect(added.code).toBe(3);
  expect(added.stderr.replaceAll(/\s+/g, " ")).toContain("by hand: auth migrate does not replace it yet");

  // The core that the integration stands on is named as well.
  const hono = `import GitHub from "@auth/core/providers/github";\nimport { authHandler } from "@hono/auth-js";\n`;
  const over = { "@hono/auth-js": "1.1.1", "@auth/core": "0.41.3" };
  const core = appOf({ ...pnpm, "src/index.ts": hono, "package.json": json({ dependencies: over }) });
  const refused = await runMain(core, ["add-provider", "google", "--yes"]);
  expect(refused.code).toBe(3);
  expect(refused.stderr.replaceAll(/\s+/g, " ")).toContain("by hand: auth migrate does not replace it yet");

  const folder = appOf({
    "src/plugin@auth.ts": code,
    "package.json": json({ dependencies: named }),
    "vendor/own.tgz": packFiles({ "package.json": json({ name: "authwright", version: "1.2.3" }) }),
    ".git/HEAD": "",
  });
  const alias = await runMain(folder, [
    "migrate",
    "--alias",
    "--from",
    "vendor/own.tgz",
    "--no-install",
    "--yes",
  ]);
  expect(alias.code, alias.stderr).toBe(0);
  expect(alias.stderr).toContain("@auth/qwik 0.9.1 stays: auth migrate does not replace it yet");
  expect(alias.stderr).not.toContain("whenever you like");
});
