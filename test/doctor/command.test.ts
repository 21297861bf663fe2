import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { findingGroups } from "../../src/cli/findings/code-groups.js";
import { allCodes, docsOf, type Code } from "../../src/cli/findings/finding.js";
import { snapshotOf, runMain } from "../support/cli.js";
import { baseProject, removeBases, type Spoiled } from "./bases.js";
import { realApp } from "./tampered.js";

afterAll(removeBases);
afterEach(() => vi.unstubAllEnvs());

interface Shown {
  readonly code: Code;
  readonly level: string;
  readonly path: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
  readonly fixable: boolean;
  readonly docs: string;
}

async function doctor(project: Spoiled, ...args: string[]) {
  const { code, stdout } = await runMain(project.folder, ["doctor", "--json", ...args]);
  const document = JSON.parse(stdout) as {
    ok: boolean;
    plan?: { steps: { kind: string; path: string; status: string }[] };
    result: { findings: Shown[]; live?: { base: string | null; steps: { step: string }[] } };
    error?: { code: string; message: string };
  };
  return { code, document, stdout, findings: document.result.findings };
}

/** One of each kind that can be repaired, and one that cannot. */
async function spoiled(): Promise<Spoiled> {
  const project = await baseProject("next-16");
  project.write(".gitignore", "node_modules\n");
  project.write(".env.local", project.read(".env.local").replace(/^AUTH_SECRET=.*$/m, "AUTH_SECRET="), 0o644);
  project.replace("app/api/auth/[...auth]/route.ts", "{ GET, POST }", "{ GET }");
  project.replace("auth.ts", "providers: [GitHub],", "providers: [GitHub],\n  debug: true,");
  project.replace("tsconfig.json", '"bundler"', '"classic"');
  // No pattern for everything, so what it is meant to catch is for a person to say.
  project.replace("proxy.ts", '"/dashboard/:path*"', '"/(api|account)/:path*"');
  return project;
}

const planted = [
  "AUTH_D_DEBUG",
  "AUTH_D_ENV_MODE",
  "AUTH_D_ENV_NOT_IGNORED",
  "AUTH_D_NEXT_MATCHER_AUTH",
  "AUTH_D_NEXT_ROUTE_EXPORTS",
  "AUTH_D_SECRET_MISSING",
  "AUTH_D_TSCONFIG_RESOLUTION",
];

test("there is a heading for every code, where its link leads, and no other heading or page", () => {
  const pages = readdirSync("docs/doctor").filter((name) => name !== "README.md");
  const headings = pages.flatMap((name) =>
    [...readFileSync(path.join("docs/doctor", name), "utf8").matchAll(/^## (\w+)$/gm)].map(
      ([, code = ""]) => `docs/doctor/${name}#${code.toLowerCase()}`,
    ),
  );
  const codes = Object.keys(allCodes) as Code[];
  expect(headings.sort()).toEqual(codes.map((code) => docsOf(code)).sort());
  expect(pages.map((name) => name.replace(/\.md$/, "")).sort()).toEqual(
    findingGroups.map(({ id }) => id).sort(),
  );
});

describe("auth doctor", () => {
  test("a clean project: exit 0, an empty list, one line on stderr", async () => {
    const project = await baseProject("express-ts");
    const before = snapshotOf(project.folder);
    const { code, document, findings } = await doctor(project);
    expect([code, document.ok, findings]).toEqual([0, true, []]);
    const { stdout, stderr } = await runMain(project.folder, ["doctor"]);
    expect([stdout, stderr]).toEqual(["", "Nothing is wrong.\n"]);
    expect(snapshotOf(project.folder)).toEqual(before);
  });

  test("errors: exit 1, every finding with place, fix and page, errors first", async () => {
    const project = await spoiled();
    const { code, document, findings } = await doctor(project);
    expect([code, document.ok, document.error?.code]).toEqual([1, false, "AUTH_E_FINDINGS"]);
    expect(document.error?.message).toBe("4 errors, 3 warnings.");
    expect(findings.map((one) => one.code).sort()).toEqual(planted);
    expect(findings.map(({ level }) => level)).toEqual([
      ...Array<string>(4).fill("error"),
      ...Array<string>(3).fill("warning"),
    ]);
    for (const one of findings) {
      expect(one).toMatchObject({ docs: docsOf(one.code), level: allCodes[one.code].level });
      expect(existsSync(docsOf(one.code).split("#")[0] ?? ""), one.docs).toBe(true);
      expect(project.exists(one.path), one.path).toBe(true);
    }
    expect(findings.find((one) => one.code === "AUTH_D_DEBUG")).toMatchObject({ path: "auth.ts", line: 6 });
  });

  test("warnings alone are exit 0", async () => {
    const project = await baseProject("next-16");
    project.write(".env.local", project.read(".env.local"), 0o644);
    const { stdout, stderr, code } = await runMain(project.folder, ["doctor"]);
    expect(code).toBe(0);
    expect(stdout).toContain("AUTH_D_ENV_MODE");
    expect(stderr).toBe("1 warning.\n");
  });

  test("a project without a package.json is told so", async () => {
    const { code, stdout } = await runMain("/", ["doctor", "--json"]);
    expect([code, JSON.parse(stdout).error.code]).toEqual([1, "AUTH_E_NO_PACKAGE"]);
  });

  test("no secret is printed, whatever is wrong with it", async () => {
    const project = await baseProject("express-ts");
    const secret = "Zq8vT3xW";
    project.replace(".env", /^AUTH_SECRET=.*$/m, `AUTH_SECRET=${secret}`);
    project.append(".env", `NEXT_PUBLIC_AUTH_SECRET=${secret}\nAUTH_SECRET_1=changeme\n`);
    project.write("Dockerfile", `ENV AUTH_SECRET=${secret}\n`);
    project.replace("src/auth.ts", "providers: [GitHub],", `providers: [GitHub],\n  secret: "${secret}",`);
    const { findings, stdout } = await doctor(project);
    expect(findings.filter((one) => one.code.startsWith("AUTH_D_SECRET")).length).toBeGreaterThan(4);
    expect(stdout).not.toContain(secret);
  });
});

describe("auth doctor --fix", () => {
  test("repairs in one plan what is safe, leaves the rest, and undo takes it back", async () => {
    const project = await spoiled();
    const before = snapshotOf(project.folder);
    const dry = await doctor(project, "--fix", "--dry-run");
    expect(snapshotOf(project.folder)).toEqual(before);
    expect(dry.findings.map((one) => one.code).sort()).toEqual(planted);
    const fixed = await doctor(project, "--fix", "--yes");
    expect(fixed.document.plan?.steps).toEqual(dry.document.plan?.steps);
    expect([fixed.code, fixed.findings.map((one) => one.code)]).toEqual([1, ["AUTH_D_NEXT_MATCHER_AUTH"]]);
    expect(project.read(".env.local")).toMatch(/^AUTH_SECRET=.{40,}$/m);
    expect(statSync(project.at(".env.local")).mode & 0o777).toBe(0o600);
    expect(project.read(".gitignore")).toContain(".env.local");
    expect(project.read("app/api/auth/[...auth]/route.ts")).toContain(
      "export const { GET, POST } = handlers",
    );
    expect(project.read("auth.ts")).toContain('debug: process.env.NODE_ENV !== "production",');
    expect(project.read("tsconfig.json")).toContain('"moduleResolution": "bundler"');
    expect(fixed.stdout).not.toContain(/^AUTH_SECRET=(.+)$/m.exec(project.read(".env.local"))?.[1]);
    const again = await doctor(project, "--fix", "--yes");
    expect(again.findings.map((one) => one.code)).toEqual(["AUTH_D_NEXT_MATCHER_AUTH"]);
    expect((await runMain(project.folder, ["undo"])).code).toBe(0);
    expect(snapshotOf(project.folder)).toEqual(before);
  });

  test("permissions alone are repaired and come back", async () => {
    const project = await baseProject("express-ts");
    project.write(".env", project.read(".env"), 0o640);
    expect((await doctor(project, "--fix", "--yes")).findings).toEqual([]);
    expect(statSync(project.at(".env")).mode & 0o777).toBe(0o600);
    expect((await runMain(project.folder, ["undo"])).code).toBe(0);
    expect(statSync(project.at(".env")).mode & 0o777).toBe(0o640);
  });

  test("nothing to repair: nothing is written", async () => {
    const project = await baseProject("express-js");
    const before = snapshotOf(project.folder);
    expect((await doctor(project, "--fix", "--yes")).code).toBe(0);
    expect(snapshotOf(project.folder)).toEqual(before);
  });
});

describe("auth doctor --url", () => {
  test("drives the app and looks at the files of the project", async () => {
    vi.stubEnv("AUTH_SECRET", "q3J7vXw0mZ1cT9uYb5Rk2LsHd8GfNaPe4oVi6xCtWyE=");
    vi.stubEnv("AUTH_GITHUB_ID", "client");
    vi.stubEnv("NODE_ENV", "test");
    const app = await realApp();
    const project = await baseProject("express-ts");
    const { code, document } = await doctor(project, "--url", app.origin);
    const outside = await runMain("/", ["doctor", "--json", "--url", app.origin]);
    const next = await doctor(await baseProject("next-16"), "--url", app.origin);
    await app.close();
    expect([code, document.result.live?.base]).toEqual([0, `${app.origin}/auth`]);
    expect(document.result.live?.steps.at(-1)?.step).toBe("stopped");
    expect([outside.code, JSON.parse(outside.stdout).result.findings]).toEqual([0, []]);
    expect(next.findings[0]?.code).toBe("AUTH_D_LIVE_BASE_PATH");
    const gone = await doctor(project, "--url", app.origin);
    expect([gone.code, gone.findings.map((one) => one.code)]).toEqual([1, ["AUTH_D_LIVE_NO_ANSWER"]]);
  });

  test("what is no address is wrong usage", async () => {
    const { code, stderr } = await runMain("/", ["doctor", "--url", "localhost:3000"]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("http://localhost:3000")]);
  });
});
