/** D11: what `auth doctor --fix` repairs by itself, and what it says where it can't. */
import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { envValue } from "../../src/cli/formats/env-file.js";
import { runMain, snapshotOf } from "../support/cli.js";
import { baseProject, removeBases, type BaseName } from "./bases.js";

afterAll(removeBases);

type Project = Awaited<ReturnType<typeof baseProject>>;

async function codesOf(project: Project): Promise<readonly string[]> {
  const { stdout } = await runMain(project.folder, ["doctor", "--json"]);
  return JSON.parse(stdout).result.findings.map((one: { code: string }) => one.code);
}

/** Repairs, looks again, repairs once more (nothing changes) and takes it back. */
async function repaired(name: BaseName, plant: (project: Project) => void) {
  const project = await baseProject(name);
  plant(project);
  const before = snapshotOf(project.folder);
  const found = await codesOf(project);
  const shown = await runMain(project.folder, ["doctor", "--fix", "--dry-run"]);
  expect(snapshotOf(project.folder)).toEqual(before);
  const { stdout, stderr } = await runMain(project.folder, ["doctor", "--fix", "--yes"]);
  const left = await codesOf(project);
  const after = snapshotOf(project.folder);
  await runMain(project.folder, ["doctor", "--fix", "--yes"]);
  expect(snapshotOf(project.folder)).toEqual(after);
  const read = (file: string) => (project.exists(file) ? project.read(file) : "");
  const files = { env: read(".env"), local: read(".env.local"), proxy: read("proxy.ts") };
  const journals = Object.keys(after).filter((file) => file.startsWith(".auth/journal/"));
  const journal = journals.map((file) => project.read(file)).join("\n");
  expect((await runMain(project.folder, ["undo"])).code).toBe(0);
  expect(snapshotOf(project.folder)).toEqual(before);
  return { found, left, files, journal, said: stdout + stderr, shown: shown.stdout + shown.stderr };
}

describe("D11 the local identity provider in an env file", () => {
  test("its line goes, whatever stands around it", async () => {
    const { found, left, files, shown } = await repaired("express-ts", (p) =>
      p.append(".env", "# one\nAUTH_DEV_IDP=http://127.0.0.1:4010\n# two\nOTHER=1\n"),
    );
    expect(found).toEqual(["AUTH_D_DEV_IDP"]);
    expect(left).toEqual([]);
    expect(files.env).toMatch(/# one\n# two\nOTHER=1\n$/);
    expect(shown).toContain("AUTH_DEV_IDP goes");
  });

  test.each(["http://user:hidden@127.0.0.1:4010", "http://127.0.0.1:4010 # see hidden"])(
    "a line that holds more than an address is left to a person: %s",
    async (value) => {
      const project = await baseProject("express-ts");
      project.append(".env", `AUTH_DEV_IDP=${value}\n`);
      const before = snapshotOf(project.folder);
      const { stderr } = await runMain(project.folder, ["doctor", "--fix", "--yes"]);
      expect(stderr.split("\n")[0]).toBe("Nothing here can be repaired by --fix.");
      expect(snapshotOf(project.folder)).toEqual(before);
    },
  );
});

describe("D11 a short secret", () => {
  const short = "Zq8vT3xW";
  const plant = (more: string) => (p: Project) =>
    p.replace(".env", /^AUTH_SECRET=.*$/m, `AUTH_SECRET=${short}${more}`);

  test("a new one goes in front, the old one goes on opening, and neither is shown or remembered", async () => {
    const { found, left, files, journal, said } = await repaired("express-ts", plant(""));
    expect(found).toEqual(["AUTH_D_SECRET_SHORT"]);
    expect(left).toEqual(["AUTH_D_SECRET_OLD_SHORT"]);
    expect(envValue(files.env, "AUTH_SECRET")).toBe(short);
    const made = envValue(files.env, "AUTH_SECRET_1") ?? "";
    expect(made.length).toBeGreaterThanOrEqual(32);
    for (const text of [journal, said]) {
      expect(text).not.toContain(made);
      expect(text).not.toContain(short);
    }
    expect(said).toContain("auth secret rotate --drop-oldest");
  });

  test.each([
    ["a new one is announced", "\nAUTH_SECRET_NEXT=9vU2mTq7LrYk0aXcP4wHs8ZdNf1BjGeR5oQi3uVtEyM="],
    ["all names are taken", "\nAUTH_SECRET_1=a1b2c3\nAUTH_SECRET_2=a1b2c4\nAUTH_SECRET_3=a1b2c5"],
  ])("left to a person: %s", async (_what, more) => {
    const project = await baseProject("express-ts");
    plant(more)(project);
    const before = snapshotOf(project.folder);
    const { code, stderr } = await runMain(project.folder, ["doctor", "--fix", "--yes"]);
    expect([code, stderr.split("\n")[0]]).toEqual([1, "Nothing here can be repaired by --fix."]);
    expect(snapshotOf(project.folder)).toEqual(before);
  });

  test("left to a person: git tracks the env file", async () => {
    const project = await baseProject("express-ts");
    plant("")(project);
    const git = (...args: string[]) => execFileSync("git", ["-C", project.folder, ...args]);
    git("init", "-q");
    git("add", "-f", ".env");
    const { stderr } = await runMain(project.folder, ["doctor", "--fix", "--yes"]);
    expect(stderr.split("\n")[0]).toBe("Nothing here can be repaired by --fix.");
  });
});

test("a public secret gives way to a new one, which is neither shown nor remembered", async () => {
  const { found, left, files, journal, said } = await repaired("express-ts", (p) =>
    p.replace(".env", /^AUTH_SECRET=.*$/m, 'AUTH_SECRET="changeme" # later\nOTHER=1'),
  );
  expect(found).toEqual(["AUTH_D_SECRET_PLACEHOLDER"]);
  expect(left).toEqual([]);
  const made = envValue(files.env, "AUTH_SECRET") ?? "";
  expect(made.length).toBeGreaterThanOrEqual(32);
  expect(files.env).toMatch(/^AUTH_SECRET=\S+ # later\nOTHER=1$/m);
  for (const text of [journal, said]) expect(text).not.toContain(made);
  expect(said).toContain("signs in once more");
});

describe("variables under another name", () => {
  const both = (p: Project) => {
    p.replace(".env", "AUTH_GITHUB_ID=", "GITHUB_ID=");
    p.replace(".env", "AUTH_GITHUB_SECRET=", "GITHUB_CLIENT_SECRET=");
  };

  test("all of a provider's are renamed at once, with the values as they are", async () => {
    const { found, left, files, journal } = await repaired("express-ts", both);
    expect(found).toEqual(["AUTH_D_PROVIDER_ENV_NAME", "AUTH_D_PROVIDER_ENV_NAME"]);
    expect(left).toEqual([]);
    expect(envValue(files.env, "AUTH_GITHUB_ID")).toBe("Iv1.5f3a90b1c2d4e6f7");
    expect(journal).not.toContain("9b1c2d4e6f75f3a90b1c2d4e6f7a8b9c0d1e2f3a");
  });

  test("a file that becomes one with secrets is hidden in the same run", async () => {
    const { left } = await repaired("express-ts", (p) => {
      both(p);
      p.replace(".env", /^AUTH_SECRET=.*\n/m, "");
      p.write(".env", p.read(".env"), 0o644);
      p.write(".gitignore", "node_modules\n");
      p.replace("src/auth.ts", "providers: [GitHub],", "secret: own(),\n  providers: [GitHub],");
    });
    expect(left).toEqual([]);
  });

  test.each([
    ["compose.yaml", 'environment:\n  AUTH_GITHUB_ID: "${GITHUB_ID}"\n'],
    ["src/octokit.ts", "export const app = process.env.GITHUB_ID;\n"],
  ])("left to a person: %s reads the name", async (file, text) => {
    const project = await baseProject("express-ts");
    project.replace(".env", "AUTH_GITHUB_ID=", "GITHUB_ID=");
    project.write(file, text);
    const env = project.read(".env");
    await runMain(project.folder, ["doctor", "--fix", "--yes"]);
    expect(project.read(".env")).toBe(env);
    // It is read, so its name is right; what is missing is the variable of sign-in.
    const codes = await codesOf(project);
    expect(codes).toContain("AUTH_D_PROVIDER_ENV_HALF");
    expect(codes).not.toContain("AUTH_D_PROVIDER_ENV_NAME");
  });
});

test("several repairs of one file, and a mount that the configuration doesn't know", async () => {
  const { found, left, shown } = await repaired("express-ts", (p) => {
    p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"');
    p.replace("src/auth.ts", "providers: [GitHub],", "debug: true,\n  providers: [GitHub],");
  });
  expect(found).toEqual(["AUTH_D_BASE_PATH", "AUTH_D_DEBUG"]);
  expect(left).toEqual([]);
  expect(shown).toMatch(/~ edit +src\/auth\.ts +repairs AUTH_D_DEBUG; repairs AUTH_D_BASE_PATH\n/);
});

test("N-15 what git tracks stays with its command; the rest is repaired, and the secret once git lets go", async () => {
  const project = await baseProject("express-ts");
  project.replace(".env", /^AUTH_SECRET=.*$/m, "AUTH_SECRET=Zq8vT3xW");
  project.append(".env", "AUTH_DEV_IDP=http://127.0.0.1:4010\n");
  project.write(".gitignore", "node_modules\n");
  project.replace("src/auth.ts", "providers: [GitHub],", 'basePath: "/api/auth",\n  providers: [GitHub],');
  project.git("init", "-q");
  project.git("add", "-A");
  project.git("commit", "-qm", "all of it");
  const fix = () => runMain(project.folder, ["doctor", "--fix", "--yes"]);
  expect([...(await codesOf(project))].sort()).toEqual([
    "AUTH_D_BASE_PATH",
    "AUTH_D_DEV_IDP",
    "AUTH_D_ENV_NOT_IGNORED",
    "AUTH_D_ENV_TRACKED",
    "AUTH_D_SECRET_SHORT",
  ]);
  const { stdout } = await fix();
  expect(stdout).toContain("git rm --cached .env\n");
  expect(project.read("src/auth.ts")).toContain('basePath: "/auth"');
  expect([...(await codesOf(project))].sort()).toEqual(["AUTH_D_ENV_TRACKED", "AUTH_D_SECRET_SHORT"]);
  project.git("rm", "-q", "--cached", ".env");
  await fix();
  expect(await codesOf(project)).toEqual(["AUTH_D_SECRET_OLD_SHORT"]);
});

describe("D11 a matcher over the endpoints", () => {
  test.each([
    ['"/:path*"', '"/((?!api/auth|_next/static|_next/image|favicon.ico).*)"'],
    ["'/(.*)'", "'/((?!api/auth|_next/static|_next/image|favicon.ico).*)'"],
    [
      '"/((?!_next/static|favicon.ico|.*\\\\.png$).*)"',
      '"/((?!api/auth|_next/static|favicon.ico|.*\\\\.png$).*)"',
    ],
  ])("%s becomes %s", async (given, wanted) => {
    const { found, left, files } = await repaired("next-16", (p) =>
      p.replace("proxy.ts", /matcher: \[[^\]]*\]/, `matcher: [${given}]`),
    );
    expect(found).toContain("AUTH_D_NEXT_MATCHER_AUTH");
    expect(left).toEqual([]);
    expect(files.proxy).toContain(`matcher: [${wanted}]`);
  });

  test("PR-18b: below a base path the pattern is written without it", async () => {
    const { found, left, files } = await repaired("next-16", (p) => {
      p.write("next.config.ts", 'export default {\n  basePath: "/shop",\n};\n');
      p.replace("auth.ts", "pageAddresses: true,", 'basePath: "/shop/api/auth",');
      p.replace("proxy.ts", /matcher: \[[^\]]*\]/, 'matcher: ["/:path*"]');
    });
    expect(found).toContain("AUTH_D_NEXT_MATCHER_AUTH");
    expect(left).toEqual([]);
    expect(files.proxy).toContain('matcher: ["/((?!api/auth|_next/static|_next/image|favicon.ico).*)"]');
  });

  test("none at all: one is added", async () => {
    const { found, left, files } = await repaired("next-16", (p) =>
      p.replace("proxy.ts", /export const config[^]*/, ""),
    );
    expect(found).toContain("AUTH_D_NEXT_MATCHER_AUTH");
    expect(left).toEqual([]);
    expect(files.proxy).toMatch(/\nexport const config = \{ matcher: \["\/\(\(\?!api\/auth\|.*"\] \};\n$/);
  });
});

test("D11 findings that nothing can repair: the first line says so; a clean project hears that it is clean", async () => {
  const project = await baseProject("next-16");
  project.move("app/api/auth/[...auth]", "app/api/auth/[auth]");
  const spoiled = await runMain(project.folder, ["doctor", "--fix", "--yes"]);
  expect(spoiled.stderr.split("\n")[0]).toBe("Nothing here can be repaired by --fix.");
  expect(spoiled.stderr).not.toContain("Nothing to do");
  const clean = await runMain((await baseProject("next-16")).folder, ["doctor", "--fix", "--yes"]);
  expect(clean.stderr).toContain("Nothing is wrong.");
});
