/** The project's own users of `auth dev`: file, form, --as. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type IdentityProvider, startIdentityProvider } from "../../src/commands/dev/server/index.js";
import { readUsers, userLimits } from "../../src/commands/dev/server/user-file.js";
import GitHub, { record as github } from "../../src/providers/github.js";
import Google, { record as google } from "../../src/providers/google.js";
import Apple, { record as apple } from "../../src/providers/apple.js";
import type { AnyProviderConfig } from "../../src/runtime/types/provider.js";
import { copyProject, removeProjects, runMain } from "../support/cli.js";
import { appWithEnv, Browser, locationOf, origin, watched } from "../support/browser.js";

let folder: string;
let idp: IdentityProvider | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "dev-users-"));
  vi.stubEnv("NODE_ENV", "development");
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await idp?.close();
  idp = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const write = (users: unknown) =>
  writeFileSync(
    path.join(folder, "auth.dev-users.json"),
    typeof users === "string" ? users : JSON.stringify(users, null, 2),
  );

async function start(as?: string): Promise<IdentityProvider> {
  idp = await startIdentityProvider({
    records: { github, google, apple },
    folder,
    ...(as !== undefined && { as }),
  });
  vi.stubEnv("AUTH_DEV_IDP", idp.url);
  return idp;
}

async function signIn(provider: AnyProviderConfig, form: Record<string, string>) {
  const { seen, config } = watched();
  const browser = new Browser(appWithEnv({ providers: [provider], ...config }));
  const picker = locationOf(await browser.startSignIn(provider.id));
  const chosen = await browser.post(picker, form);
  const end = await browser.send(locationOf(chosen));
  return { seen, end: locationOf(end), session: await browser.session() };
}

const ada = {
  name: "Ada Byron King",
  email: "ada@shop.example",
  roles: ["admin"],
  claims: { department: "engines", groups: ["a", "b"] },
};

describe("auth.dev-users.json", () => {
  test("a user signs in with name, address, roles and claims, in the dialect of each provider", async () => {
    write([ada]);
    await start();
    for (const provider of [Google({}), GitHub({})]) {
      const { seen, end, session } = await signIn(provider, { person: "ada-byron-king" });
      expect(seen.errors).toEqual([]);
      expect(end).toBe(`${origin}/after`);
      expect(session?.user).toMatchObject({ name: "Ada Byron King", email: "ada@shop.example" });
      expect(seen.profiles[0]).toMatchObject({ roles: ["admin"], department: "engines", groups: ["a", "b"] });
    }
  });

  test("the same user has the same account in the next run", async () => {
    write([ada]);
    await start();
    const first = await signIn(Google({}), { person: "ada-byron-king" });
    await idp?.close();
    await start();
    const second = await signIn(Google({}), { person: "ada-byron-king" });
    expect(first.seen.accounts[0]?.["providerAccountId"]).toBe(
      second.seen.accounts[0]?.["providerAccountId"],
    );
  });

  test("is read again when it has changed, appears or goes", async () => {
    const { url } = await start();
    const page = async () => (await fetch(url)).text();
    expect(await page()).not.toContain("Ada Byron King");
    write([ada]);
    expect(await page()).toContain("Ada Byron King");
    write([{ name: "Grace" }]);
    expect(await page()).not.toContain("Ada Byron King");
    expect(await page()).toContain("Grace");
    rmSync(path.join(folder, "auth.dev-users.json"));
    expect(await page()).not.toContain("Grace");
  });

  test.each<[string, string, string]>([
    ["a comma that is missing", '[\n  { "name": "A" }\n  { "name": "B" }\n]', ':3: expected "," or "]"'],
    ["no array", "{}", ":1: expected an array of users"],
    ["no user", "[\n  1\n]", ":2: expected an object"],
    ["no name", "[\n  {},\n]", ":2: a user needs a name or an email"],
    ["an unknown member", '[\n\n  { "nmae": "A" }\n]', ':3: "nmae" isn\'t known here'],
    ["a wrong type", '[{ "name": 1 }]', ':1: "name" isn\'t a text'],
    ["a control character", '[{ "name": "\\u001b[31m" }]', ':1: "name" isn\'t a text'],
    ["roles that are no list", '[{ "name": "A", "roles": "admin" }]', ':1: "roles" isn\'t a list'],
    ["claims that are too large", `[{ "name": "A", "claims": { "x": "${"x".repeat(9000)}" } }]`, ":1: "],
    ["an id for a path", '[{ "name": "A", "id": "../x" }]', ":1: the id"],
    ["the same id twice", '[\n{ "name": "A" },\n{ "name": "A" }]', ':3: the id "a" is taken'],
    ["a deep hole", "[".repeat(100_000), ":1: "],
    ["too large a file", `[${" ".repeat(userLimits.fileBytes)}]`, ":1: larger than 256 kB"],
  ])("says file and line of %s, and uses the rest", async (_what, text, problem) => {
    expect(readUsers(text).problems[0]).toContain(`auth.dev-users.json${problem}`);
    write(text);
    const { url, userProblems } = await start();
    expect(userProblems[0]).toContain(problem);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("auth.dev-users.json:");
  });

  test("holds comments and a comma at the end, and no more users than it may", () => {
    expect(readUsers('[ // us\n { "name": "A", }, ]').users.map(({ id }) => id)).toEqual(["a"]);
    const many = Array.from({ length: userLimits.users + 1 }, (_, at) => ({ name: `User ${at}` }));
    const { users, problems } = readUsers(JSON.stringify(many));
    expect(users).toHaveLength(userLimits.users);
    expect(problems).toEqual(["auth.dev-users.json:1: only the first 500 users are used"]);
  });

  test("shows names as text", async () => {
    write([{ name: "<img src=x>", email: '"><script>' }]);
    const { url } = await start();
    const page = await (await fetch(url)).text();
    expect(page).not.toContain("<img src=x>");
    expect(page).not.toContain("<script>");
  });
});

describe("the form", () => {
  const add = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${url}/users`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers,
      redirect: "manual",
    });

  test("adds one more for this run, who signs in with roles", async () => {
    const { url } = await start();
    expect((await add(url, { name: "Eve Ops", email: "eve@x.example", roles: "admin, ops" })).status).toBe(
      303,
    );
    const { seen, session } = await signIn(Google({}), { person: "eve-ops" });
    expect(session?.user).toMatchObject({ name: "Eve Ops", email: "eve@x.example" });
    expect(seen.profiles[0]).toMatchObject({ roles: ["admin", "ops"], email_verified: false });
  });

  test("says why it adds nobody", async () => {
    const { url } = await start();
    expect(await (await add(url, {})).text()).toContain("a user needs a name");
    expect(await (await add(url, { name: "mira" })).text()).toContain("is taken");
    expect((await add(url, { name: "x".repeat(300) })).status).toBe(400);
    expect((await add(url, { name: "A" }, { origin: "https://evil.example.com" })).status).toBe(403);
  });
});

describe("--as", () => {
  test.each(["mira", "Mira Osei", "MIRA.OSEI@example.com", "mira-osei"])(
    "%s signs in without being asked",
    async (name) => {
      expect((await start(name)).as).toBe("Mira Osei");
      const { session } = await signIn(Google({}), {});
      expect(session?.user).toMatchObject({ name: "Mira Osei" });
    },
  );

  test("refusing is still possible", async () => {
    await start("mira");
    expect((await signIn(Google({}), { deny: "1" })).end).toContain("error=");
  });

  test("nobody of this name: the known ones are named", async () => {
    await expect(start("nobody")).rejects.toMatchObject({
      message: "There is no user nobody",
      known: ["mira", "jonas", "zoya"],
    });
  });

  test("an answer that is posted goes on by itself in a browser", async () => {
    await start("mira");
    const { config } = watched();
    const browser = new Browser(
      appWithEnv({ providers: [Apple({ clientId: "a", clientSecret: "b" })], ...config }),
    );
    const page = await (await browser.send(locationOf(await browser.startSignIn("apple")))).text();
    expect(page).toMatch(/<form[^>]* data-submit/);
    expect(page).toContain('<script src="/live.js">');
  });
});

describe("the command", () => {
  afterEach(removeProjects);
  const run = (project: string, args: readonly string[], env: Record<string, string> = {}) =>
    runMain(project, ["dev", ...args, "--", process.execPath, "-e", "process.exit(7)"], {
      env: { PATH: process.env["PATH"] ?? "", ...env },
    });

  test("names what the app uses, where to look, what is wrong with a user, and who signs in", async () => {
    const project = copyProject("express-esm-ts");
    await runMain(project, ["init", "--yes", "--no-install", "--provider", "github,google"]);
    // Passwords are the app's own to check.
    await runMain(project, ["add-provider", "credentials", "--yes", "--no-install"]);
    writeFileSync(path.join(project, "auth.dev-users.json"), '[\n{ "name": "Ada King" },\n{ "nmae": 1 }\n]');
    const { code, stdout, stderr } = await run(project, ["--as", "ada king"]);
    expect(code).toBe(7);
    expect(stdout).toBe("");
    expect(stderr).toContain("[auth dev] It simulates github, google.");
    expect(stderr).toMatch(/\[auth dev\] Sign-ins as they happen: http:\/\/localhost:\d+\n/);
    expect(stderr).toContain("[auth dev] auth.dev-users.json:3: ");
    expect(stderr).toContain("[auth dev] Ada King signs in without being asked.");
    expect(stderr.split("\n").filter((line) => line !== "" && !line.startsWith("[auth dev] "))).toEqual([]);
  });

  test("--as nobody: code 2, with the names there are, and the app is not started", async () => {
    const { code, stderr } = await run(copyProject("express-esm-ts"), ["--as", "nobody"]);
    expect(code).toBe(2);
    expect(stderr).toContain("There is no user nobody.");
    expect(stderr).toContain("mira, jonas, zoya");
  });

  test("the speaker is coloured on a terminal", async () => {
    const { stderr } = await run(copyProject("express-esm-ts"), ["--color"]);
    expect(stderr).toContain("\u001B[36m[auth dev]\u001B[39m ");
  });

  test.skipIf(process.platform === "win32")(
    "--open shows the page in the browser that BROWSER names (skipped on Windows: the script is a shell's)",
    async () => {
      const project = copyProject("express-esm-ts");
      const browser = path.join(project, "browser.sh");
      writeFileSync(browser, `#!/bin/sh\necho "$1" > "${path.join(project, "opened")}"\n`, { mode: 0o755 });
      await run(project, ["--open"], { BROWSER: browser });
      await expect
        .poll(
          () =>
            existsSync(path.join(project, "opened")) && readFileSync(path.join(project, "opened"), "utf8"),
        )
        .toMatch(/^http:\/\/localhost:\d+\n$/);
    },
  );

  test("--open without any browser is no reason to stop", async () => {
    const { code } = await run(copyProject("express-esm-ts"), ["--open"], { BROWSER: "/nowhere/browser" });
    expect(code).toBe(7);
  });
});
