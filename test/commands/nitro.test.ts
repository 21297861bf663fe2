/** What the commands do in Nitro projects, whose files are their routes; test/commands/init.test.ts has what holds for all. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

const init = (folder: string, ...more: string[]) =>
  runMain(folder, ["init", "--yes", "--no-install", ...more]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
function write(folder: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}
async function documentOf(folder: string, ...args: string[]) {
  const result = await runMain(folder, [...args, "--json"]);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  return JSON.parse(result.stdout);
}

const projects = [
  { name: "nitro-ts", folder: "", code: "ts", quote: '"', end: ";" },
  { name: "nitro-js", folder: "server/", code: "js", quote: "'", end: "" },
] as const;

describe.each(projects)("$name", ({ name, folder: at, code, quote, end }) => {
  const from = (specifier: string) => `import { auth } from ${quote}${specifier}${quote}${end}\n\n`;

  test("init writes the auth file, the route, the middleware and a guarded page", async () => {
    const folder = copyProject(name);
    const { code: exit, stderr } = await init(folder);
    expect(exit, stderr).toBe(0);
    expect(read(folder, `${at}auth.${code}`)).toContain("createAuth(");
    expect(read(folder, `${at}routes/auth/[...].${code}`)).toBe(
      `${from("../../auth")}export default auth.handler${end}\n`,
    );
    expect(read(folder, `${at}middleware/auth.${code}`)).toBe(
      `${from("../auth")}export default auth.session${end}\n`,
    );
    expect(read(folder, `${at}routes/dashboard.${code}`)).toContain("middleware: [auth.require()],");
    expect(JSON.parse(read(folder, "package.json")).dependencies).toHaveProperty("authwright");
    const { result } = await documentOf(folder, "info");
    expect(result).toMatchObject({ frameworks: [{ id: "nitro" }], authFile: `${at}auth.${code}` });
  });

  test("providers and a store come and go, byte for byte; the doctor finds nothing but what is to be filled in", async () => {
    const folder = copyProject(name);
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const document = await documentOf(folder, "add-provider", "gitlab", "--no-install");
    expect(document.result.providers[0].callbackUrl).toBe("http://localhost:3000/auth/callback/gitlab");
    expect(read(folder, `${at}auth.${code}`)).toContain("[GitHub, GitLab]");
    await documentOf(folder, "undo");
    await documentOf(folder, "add-adapter", "kysely", "--no-install");
    expect(read(folder, `${at}auth.${code}`)).toContain("adapter:");
    const { result } = JSON.parse((await runMain(folder, ["doctor", "--json"])).stdout);
    const unsound = result.findings.filter(
      (one: { code: string; level: string }) => one.level !== "hint" && one.code !== "AUTH_D_NOT_INSTALLED",
    );
    expect(unsound).toEqual([]);
    await documentOf(folder, "undo");
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("protect writes a file of middleware for each path; nothing more the second time; undo", async () => {
    const folder = copyProject(name);
    expect((await init(folder)).code).toBe(0);
    const before = snapshotOf(folder);
    const args = ["protect", "--yes", "/dashboard", "/teams/*/settings", "--role", "admin", "--force"];
    const first = await runMain(folder, args);
    expect(first.code, first.stderr).toBe(0);
    for (const [file, pattern] of [
      ["dashboard", "/dashboard"],
      ["teams-any-settings", "/teams/*/settings"],
    ])
      expect(read(folder, `${at}middleware/${file}.${code}`)).toBe(
        `${from("../auth")}export default auth.require({ path: ${quote}${pattern}${quote}, role: ${quote}admin${quote} })${end}\n`,
      );
    expect(read(folder, `${at}plugins/auth-dashboard.${code}`)).toContain(
      `import guard from ${quote}../middleware/dashboard${quote}${end}\n`,
    );
    expect((await runMain(folder, args)).stderr).toContain("Nothing to do");
    expect((await runMain(folder, ["undo", "--yes"])).code).toBe(0);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test("a guard with another requirement is a person's decision", async () => {
    const folder = copyProject(name);
    expect((await init(folder)).code).toBe(0);
    expect((await runMain(folder, ["protect", "--yes", "/dashboard", "--force"])).code).toBe(0);
    const before = snapshotOf(folder);
    const { code: exit, stderr } = await runMain(folder, [
      "protect",
      "--yes",
      "/dashboard",
      "--role",
      "admin",
      "--force",
    ]);
    expect(exit).toBe(3);
    expect(stderr).toContain(`${at}middleware/dashboard.${code}:1`);
    expect(snapshotOf(folder)).toEqual(before);
  });

  test.each(["auth", "middleware/auth"])("a foreign %s is a conflict", async (file) => {
    const folder = copyProject(name);
    write(folder, `${at}${file}.${code}`, "export const mine = 1;\n");
    const before = snapshotOf(folder);
    const refused = await init(folder);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(`${at}${file}.${code}`);
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("X1: protect names what answers before any guard", () => {
  const config = (more: string) => `export default {
  ${more}routeRules: {
    "/dashboard/backend/**": { proxy: "http://127.0.0.1:4799/**" },
    "/dashboard/old": { prerender: true },
    "/open/**": { redirect: "/" },
  },
};
`;
  const protect = async (configured: string, scripts?: string) => {
    const folder = copyProject("nitro-ts");
    expect((await init(folder)).code).toBe(0);
    write(folder, "nitro.config.ts", configured);
    write(folder, "public/dashboard/report.txt", "secret");
    if (scripts !== undefined)
      write(folder, "package.json", read(folder, "package.json").replace("nitro build", scripts));
    return runMain(folder, ["protect", "--yes", "/dashboard", "--force"]);
  };

  test("on Node: what the build keeps, and neither rules nor files, which the guard is in front of", async () => {
    const { code, stderr } = await protect(config(""));
    expect(code).toBe(3);
    expect(stderr).toContain("nitro.config.ts:4");
    expect(stderr).toContain('the build answers routeRules["/dashboard/old"].prerender before the guard');
    for (const word of ["proxy", "report.txt", "/open"]) expect(stderr).not.toContain(word);
    const sound = await protect(config("").replace('    "/dashboard/old": { prerender: true },\n', ""));
    expect(sound.code, sound.stderr).toBe(0);
  });

  test.each([
    ["by the configuration", config('preset: "vercel",\n  '), undefined],
    ["by a script", config(""), "nitro build --preset vercel"],
  ])("on a platform, %s: rules and files", async (_name, configured, scripts) => {
    const { code, stderr } = await protect(configured, scripts);
    expect(code).toBe(3);
    expect(stderr).toContain('vercel answers routeRules["/dashboard/backend/**"].proxy before the guard');
    expect(stderr).toContain("public/dashboard/report.txt is sent to everybody");
    expect(stderr).not.toContain("/open");
  });
});

test("callback URLs follow the route", async () => {
  const folder = copyProject("nitro-ts");
  expect((await init(folder)).code).toBe(0);
  const route = "routes/auth/[...].ts";
  write(folder, "routes/(open)/login/[...path].ts", read(folder, route).replace("../../", "../../../"));
  rmSync(path.join(folder, "routes/auth"), { recursive: true });
  const { result } = await documentOf(folder, "add-provider", "gitlab", "--no-install");
  expect(result.providers[0].callbackUrl).toBe("http://localhost:3000/login/callback/gitlab");
});

test.each(["baseURL: '/shop'", "routesDir: 'pages'"])(
  "%s moves the addresses: the line is named, the files are shown, nothing is written",
  async (option) => {
    const folder = copyProject("nitro-ts");
    const config = read(folder, "nitro.config.ts");
    write(folder, "nitro.config.ts", config.replace("  compat", `  ${option},\n  compat`));
    const before = snapshotOf(folder);
    const { code, stderr } = await init(folder);
    expect(code).toBe(3);
    expect(stderr).toContain("nitro.config.ts:4");
    expect(stderr).toContain("export default auth.handler;");
    expect(snapshotOf(folder)).toEqual(before);
  },
);

test("the folder that nitro.config names is taken, whatever stands beside it", async () => {
  const folder = copyProject("nitro-ts");
  const config = read(folder, "nitro.config.ts");
  write(folder, "nitro.config.ts", config.replace("  compat", '  serverDir: "./backend",\n  compat'));
  expect((await init(folder)).code).toBe(0);
  expect(read(folder, "backend/routes/auth/[...].ts")).toContain("auth.handler");
});

test.each(["@solidjs/start", "@tanstack/react-start"])(
  "routes of %s are no routes of Nitro",
  async (name) => {
    const folder = copyProject("nitro-ts");
    const manifest = JSON.parse(read(folder, "package.json"));
    write(folder, "package.json", JSON.stringify({ ...manifest, dependencies: { [name]: "1" } }));
    const before = snapshotOf(folder);
    expect((await init(folder)).code).toBe(2);
    expect(snapshotOf(folder)).toEqual(before);
  },
);
