import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

let folder: string;
const read = (file: string) => readFileSync(path.join(folder, file), "utf8");
const add = (...args: string[]) => runMain(folder, ["add-provider", ...args]);

beforeEach(async () => {
  folder = copyProject("express-esm-ts");
  await runMain(folder, ["init", "--yes", "--no-install"]);
});
afterEach(removeProjects);

test("import, list, variables and callback URL; a second run finds nothing to do", async () => {
  const result = await add("google", "vk", "--json");
  expect(result.code, result.stdout).toBe(0);
  expect(read("src/auth.ts")).toContain("providers: [GitHub, Google, VK],");
  expect(read("src/auth.ts")).toContain('import VK from "authwright/providers/vk";\n');
  expect(read(".env")).toMatch(/^AUTH_GOOGLE_ID=\nAUTH_GOOGLE_SECRET=\n/m);
  expect(read(".env.example")).toMatch(/^AUTH_VK_SECRET=$/m);
  expect(JSON.parse(result.stdout).result.providers[0]).toMatchObject({
    id: "google",
    callbackUrl: "http://localhost:3000/auth/callback/google",
    console: expect.stringMatching(/^https:/),
    env: ["AUTH_GOOGLE_ID", "AUTH_GOOGLE_SECRET"],
  });
  const after = snapshotOf(folder);
  const again = await add("google", "vk");
  expect(again.code).toBe(0);
  expect(again.stderr).toContain("Nothing to do");
  expect(snapshotOf(folder)).toEqual(after);
});

test("client id and secret go into the env file and nowhere else", async () => {
  const result = await runMain(
    folder,
    ["add-provider", "google", "--client-id", "my-id", "--client-secret-stdin", "--verbose"],
    {
      input: "test-client-secret-000\n",
    },
  );
  expect(result.code, result.stderr).toBe(0);
  expect(read(".env")).toContain("AUTH_GOOGLE_ID=my-id\nAUTH_GOOGLE_SECRET=test-client-secret-000\n");
  expect(result.stdout + result.stderr).not.toContain("test-client-secret-000");
  expect(read(".env.example")).toMatch(/^AUTH_GOOGLE_ID=$/m);
});

test("a placeholder is filled in, a value is never replaced", async () => {
  await add("google");
  await add("google", "--client-id", "first");
  await add("google", "--client-id", "second");
  expect(read(".env")).toContain("AUTH_GOOGLE_ID=first\n");
});

test("a parameter becomes the argument of the factory", async () => {
  expect((await add("gitlab", "--param", "baseUrl=https://git.example.com")).code).toBe(0);
  expect(read("src/auth.ts")).toContain(
    'providers: [GitHub, GitLab({ baseUrl: "https://git.example.com" })],',
  );
});

test("--env: another file below the project, ignored too; a second run changes nothing; never outside", async () => {
  expect((await add("google", "--env", "config/.env.auth")).code).toBe(0);
  expect(read("config/.env.auth")).toContain("AUTH_GOOGLE_ID=");
  expect(read(".gitignore")).toContain("config/.env.auth");
  const after = snapshotOf(folder);
  expect((await add("google", "--env", "config/.env.auth")).stderr).toContain("Nothing to do");
  expect(snapshotOf(folder)).toEqual(after);
  expect((await add("vk", "--env", "../.env")).code).toBe(2);
});

test("a provider with an issuer gets its variable", async () => {
  await add("oidc", "--issuer", "https://login.example.com");
  expect(read(".env")).toContain("AUTH_OIDC_ISSUER=https://login.example.com\n");
});

test.each([
  [["gogle"], 2, "Did you mean google?"],
  [["nothing-like-it"], 2, "auth providers <words>"],
  [["gitlab", "--param", "baseURL=x"], 2, "baseUrl"],
  [["gitlab", "--param", "x"], 2, "name=value"],
  [["google", "vk", "--client-id", "x"], 2, "one by one"],
  [["email", "--transport", "resnd"], 2, "Did you mean resend?"],
  [["email", "--transport", "github"], 2, "sends no mails"],
  [["google", "--transport", "resend"], 2, "auth add-provider email --transport resend"],
  [["http-email"], 2, "docs/guides/email.md"],
  [["passkey", "--adapter", "mongo"], 2, "no adapter"],
  [["google", "--client-secret-stdin"], 2, "stdin"],
  [["google", "--config", "src/nowhere.ts"], 1, "--config"],
])("%j ends with %i and says %s", async (args, code, words) => {
  const before = snapshotOf(folder);
  const result = await add(...args);
  expect(result.code).toBe(code);
  expect(result.stderr).toContain(words);
  expect(snapshotOf(folder)).toEqual(before);
});

test("an odd configuration: exit 3, file and line, the lines to paste, nothing written", async () => {
  writeFileSync(
    path.join(folder, "src/auth.ts"),
    read("src/auth.ts").replace("[GitHub]", "live() ? [GitHub] : []"),
  );
  const before = snapshotOf(folder);
  const result = await add("google");
  expect(result.code).toBe(3);
  expect(result.stderr).toMatch(/src\/auth\.ts:\d+/);
  expect(result.stderr).toContain('import Google from "authwright/providers/google";');
  expect(snapshotOf(folder)).toEqual(before);
});

test("without a configuration the way to one is named", async () => {
  folder = copyProject("express-esm-js");
  const result = await add("google");
  expect(result.code).toBe(1);
  expect(result.stderr).toContain("npx authwright init");
});

test("a configuration in several files: found without flags, edited where its list stands, and back again", async () => {
  const text = read("src/auth.ts");
  mkdirSync(path.join(folder, "src/settings"));
  writeFileSync(
    path.join(folder, "src/settings/auth.ts"),
    'import GitHub from "authwright/providers/github";\n\nexport const settings = { providers: [GitHub] };\n',
  );
  writeFileSync(
    path.join(folder, "src/auth.ts"),
    `${text
      .replace(/^import GitHub.*$/m, 'import { settings } from "./settings/auth.js";')
      .replace(/^ *providers: \[GitHub\],$/m, "  ...settings,")}`,
  );
  expect(read("src/auth.ts")).not.toContain("providers:");
  const before = snapshotOf(folder);
  const result = await add("google", "--json");
  expect(result.code, result.stdout).toBe(0);
  expect(read("src/settings/auth.ts")).toContain("providers: [GitHub, Google]");
  expect(JSON.parse(result.stdout).plan.steps[0]).toMatchObject({
    path: "src/settings/auth.ts",
    kind: "edit",
  });
  expect((await runMain(folder, ["remove-provider", "google"])).code).toBe(0);
  expect(snapshotOf(folder)).toMatchObject(before);
});

test("a provider that is there under another name, or from another file, is not added twice", async () => {
  writeFileSync(
    path.join(folder, "src/auth.ts"),
    read("src/auth.ts")
      .replace(/^import GitHub.*$/m, 'import { Hub, Search } from "./providers.js";')
      .replace("[GitHub]", "[Hub, Search({})]"),
  );
  writeFileSync(
    path.join(folder, "src/providers.ts"),
    'export { default as Hub } from "authwright/providers/github";\nexport { default as Search } from "authwright/providers/google";\n',
  );
  const before = read("src/auth.ts");
  const result = await add("google", "github", "--json");
  expect(JSON.parse(result.stdout).plan.steps[0]).toMatchObject({ status: "already" });
  expect(read("src/auth.ts")).toBe(before);
});

describe("F-33 a provider that is pushed under a condition", () => {
  const push = (options: string) => {
    const text = read("src/auth.ts");
    const after = text
      .replace("providers: [GitHub]", "providers")
      .replace(/^(import GitHub.*\n)/m, '$1import Google from "authwright/providers/google";\n')
      .replace(
        /^export const/m,
        `const providers = [GitHub];\nif (process.env.WITH_GOOGLE) providers.push(Google(${options}));\n\nexport const`,
      );
    writeFileSync(path.join(folder, "src/auth.ts"), after);
    return after;
  };
  const own = "{ clientId: process.env.GOOGLE_ID, clientSecret: process.env['GOOGLE_SECRET'] }";

  test("the code stays, and the variables are those that it reads", async () => {
    const before = push(own);
    const result = await add("google", "--client-id", "my-id", "--json");
    expect(result.code, result.stdout).toBe(0);
    expect(read("src/auth.ts")).toBe(before);
    expect(read(".env")).toContain("GOOGLE_ID=my-id\nGOOGLE_SECRET=\n");
    expect(read(".env") + read(".env.example")).not.toContain("AUTH_GOOGLE");
    expect(JSON.parse(result.stdout).result.providers[0].env).toEqual(["GOOGLE_ID", "GOOGLE_SECRET"]);
  });

  test("an option that the code leaves out keeps its variable", async () => {
    push('{ clientId: "written-out" }');
    expect((await add("google")).code).toBe(0);
    expect(read(".env")).toContain("AUTH_GOOGLE_SECRET=\n");
    expect(read(".env")).not.toContain("AUTH_GOOGLE_ID");
  });

  test("a value that nothing would read is refused", async () => {
    push('{ clientId: "written-out" }');
    const before = snapshotOf(folder);
    const result = await add("google", "--client-id", "my-id");
    expect([result.code, result.stderr]).toEqual([2, expect.stringMatching(/src\/auth\.ts:\d+/)]);
    expect(result.stderr).not.toContain("my-id");
    expect(snapshotOf(folder)).toEqual(before);
  });
});

describe("F-54 the callback URL to register", () => {
  const shownFor = async (name: string, file: string, change: (text: string) => string) => {
    const place = copyProject(name);
    await runMain(place, ["init", "--yes", "--no-install"]);
    const target = path.join(place, file);
    const before = readFileSync(target, "utf8");
    writeFileSync(target, change(before));
    expect(readFileSync(target, "utf8")).not.toBe(before);
    const { stdout } = await runMain(place, ["add-provider", "google", "--json", "--no-install"]);
    const [provider] = JSON.parse(stdout).result.providers;
    return new URL(provider.callbackUrl).pathname;
  };
  const mount = (at: string) => (text: string) => text.replace('app.use("/auth"', `app.use("${at}"`);

  test.each([
    ["/api/auth", "/api/auth"],
    ["/api/auth/*splat", "/api/auth"],
    ["/api/auth/{*splat}", "/api/auth"],
    ["/sign-in/", "/sign-in"],
  ])("Express mounted at %s", async (given, base) => {
    expect(await shownFor("express-esm-ts", "src/server.ts", mount(given))).toBe(`${base}/callback/google`);
  });

  test("Express, the handler in a variable; what is commented out doesn't count", async () => {
    const base = await shownFor("express-esm-ts", "src/server.ts", (text) =>
      text.replace(
        /^app\.use\("\/auth".*$/m,
        '// app.use("/old", MiddlewareAuth(authConfig));\nconst handler = MiddlewareAuth(authConfig);\napp.use("/login", handler);',
      ),
    );
    expect(base).toBe("/login/callback/google");
  });

  test.each([
    ["auth.handler", 'app.use("/login", auth.handler);'],
    ["a variable", 'const { handler } = auth;\napp.use("/static", files);\napp.use("/login", handler);'],
  ])("Express, mounted as %s", async (_kind, line) => {
    const base = await shownFor("express-esm-ts", "src/server.ts", (text) =>
      text.replace(/^app\.use\("\/auth".*$/m, line),
    );
    expect(base).toBe("/login/callback/google");
  });

  test("Next.js with basePath in the configuration", async () => {
    const base = await shownFor("next-app-ts", "auth.ts", (text) =>
      text.replace("providers:", 'basePath: "/auth",\n  providers:'),
    );
    expect(base).toBe("/auth/callback/google");
  });
});

test("a provider that ends sessions together with ours: which addresses to register, and what is lacking", async () => {
  const params = ["--param", "domain=id.example.com", "--param", "realm=main"];
  const result = await add("keycloak", ...params);
  expect(result.stderr + result.stdout).toContain("http://localhost:3000/auth/signout/return/keycloak");
  const told = (result.stderr + result.stdout).replace(/\s+/g, " ");
  expect(told).toContain("http://localhost:3000/auth/backchannel-logout/keycloak");
  expect(told).toMatch(/Without a store of .*kysely.* it answers 404/);
  await runMain(folder, ["add-adapter", "kysely", "--yes", "--no-install"]);
  const json = JSON.parse((await add("keycloak", ...params, "--json")).stdout);
  expect(json.result.providers[0].signOut).toEqual([
    { option: "federatedSignOut", url: "http://localhost:3000/auth/signout/return/keycloak" },
    { option: "backchannelLogout", url: "http://localhost:3000/auth/backchannel-logout/keycloak" },
  ]);
  expect(JSON.stringify(json)).not.toContain("404");
  const google = JSON.parse((await add("google", "--json")).stdout);
  expect(google.result.providers[0].signOut).toEqual([]);
});
