/** "Adding a framework is one folder and one line": a framework that nobody has heard of, added as CONTRIBUTING says. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import type * as program from "../../src/commands/index.js";
import { temporaryFolder } from "../support/project.js";

const support = `import type { FrameworkSupport } from "../support.js";
import { finding } from "../../../cli/findings/finding.js";

export const sample: FrameworkSupport = {
  id: "sample",
  name: "Sample",
  aliases: ["samplejs"],
  dependency: "sample-server",
  subpath: "sample",
  basePath: "/sample-auth",
  envFile: ".env.sample",
  envExpands: false,
  loadedEnvFiles: [".env.sample"],
  devPort: 4321,
  resolution: "node",
  fits: () => true,
  home: ({ files }) => (files.exists("app.js") ? "app.js" : undefined),
  prefix: () => "",
  plan: async ({ builder, template }) =>
    builder.create(
      "auth.js",
      'import { SampleAuth } from "' + String(template["subpath"]) + '";\\nimport GitHub from "authwright/providers/github";\\nexport const auth = SampleAuth({ providers: [GitHub] });\\n',
      "configuration",
      { keep: (text) => text.includes("SampleAuth") },
    ),
  inspect: async (all) => [finding("AUTH_D_NOT_MOUNTED", { path: all.auth?.path ?? "auth.js", message: "Sample mounts nothing." })],
};
`;

type Cli = typeof program;

let source: string;
let project: string;
let dispose: () => Promise<void>;

beforeAll(async () => {
  mkdirSync(path.join(projectRoot, ".cache"), { recursive: true });
  source = mkdtempSync(path.join(projectRoot, ".cache/new-framework-"));
  cpSync(path.join(projectRoot, "src"), path.join(source, "src"), { recursive: true });
  const folder = path.join(source, "src/templates/frameworks");
  mkdirSync(path.join(folder, "sample"));
  writeFileSync(path.join(folder, "sample/support.ts"), support);
  const registry = path.join(folder, "index.ts");
  const text = readFileSync(registry, "utf8");
  writeFileSync(
    registry,
    `import { sample } from "./sample/support.js";\n${text}`.replace(
      /(?<=\[\s*)nextApp,/,
      "sample, nextApp,",
    ),
  );
  ({ folder: project, dispose } = await temporaryFolder("new-framework"));
  const packageJson = { name: "app", type: "module", dependencies: { "sample-server": "1.0.0" } };
  writeFileSync(path.join(project, "package.json"), JSON.stringify(packageJson));
  writeFileSync(path.join(project, "app.js"), 'import "sample-server";\n');
});
afterAll(async () => {
  rmSync(source, { recursive: true, force: true });
  await dispose();
});

async function run(...args: string[]) {
  const { main } = (await import(path.join(source, "src/commands/index.ts"))) as Cli;
  let stdout = "";
  const sink = { write: (text: string) => (stdout += text) };
  const io = {
    stdin: Readable.from([]),
    stdout: sink,
    stderr: { write: () => undefined },
    env: { CI: "true" },
    cwd: project,
  };
  const code = await main([...args, "--json"], io);
  return { code, document: JSON.parse(stdout) as Record<string, unknown> };
}

test("init, add-provider, doctor, info and undo know it", async () => {
  const init = await run("init", "--yes", "--no-install", "--provider", "github");
  expect(init).toMatchObject({ code: 0, document: { ok: true } });
  expect(readFileSync(path.join(project, "auth.js"), "utf8")).toContain("authwright/sample");
  expect(readFileSync(path.join(project, ".env.sample"), "utf8")).toContain("AUTH_SECRET=");
  const info = await run("info");
  expect(info.document).toMatchObject({ result: { frameworks: [{ id: "sample" }], authFile: "auth.js" } });
  const added = await run("add-provider", "gitlab");
  expect(added.document).toMatchObject({
    result: { providers: [{ callbackUrl: "http://localhost:4321/sample-auth/callback/gitlab" }] },
  });
  const doctor = await run("doctor");
  expect(JSON.stringify(doctor.document)).toContain("Sample mounts nothing.");
  expect((await run("undo")).code).toBe(0);
  expect((await run("undo")).code).toBe(0);
  expect(readFileSync(path.join(project, "app.js"), "utf8")).toBe('import "sample-server";\n');
});

test("the words that people may use for it lead to it, a wrong one to the nearest", async () => {
  expect((await run("init", "--framework", "samplejs", "--yes", "--no-install", "--dry-run")).code).toBe(0);
  const wrong = await run("init", "--framework", "sampl", "--yes");
  expect(wrong.document).toMatchObject({
    error: { code: "AUTH_E_UNKNOWN_FRAMEWORK", hint: "Did you mean sample?" },
  });
});
