/** `auth add-role`: files of all frameworks, callbacks that are there already, who gets which role, and the types. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { frameworks } from "../../src/templates/frameworks/index.js";
import { projectRoot } from "../architecture/source-tree.js";
import { linkPackages } from "../migrate/samples.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";
import { firstOfEach } from "../support/every-run.js";
import { typeErrors } from "../support/type-check.js";

afterEach(removeProjects);

const fixtures = readdirSync(path.join(projectRoot, "test/fixtures/projects")).filter(
  // A folder without a project, and files of a project without a package.json.
  (name) => name !== "empty" && name !== "next-server-calls",
);
/** In every run each kind of project in one of its languages; all of them in the group `add-role`. */
const tried = firstOfEach(fixtures, (name) => name.replace(/-[jt]s$/, ""));
const addRole = (folder: string, ...args: string[]) => runMain(folder, ["add-role", ...args, "--yes"]);
const read = (folder: string, file: string) => readFileSync(path.join(folder, file), "utf8");
const planned = async (folder: string, ...args: string[]) =>
  JSON.parse((await addRole(folder, ...args, "--json")).stdout).plan.steps as {
    path: string;
    status: string;
  }[];

async function appOf(name: string): Promise<string> {
  const folder = copyProject(name);
  const { code, stderr } = await runMain(folder, ["init", "--yes", "--no-install", "--provider", "github"]);
  expect(code, stderr).toBe(0);
  return folder;
}

describe("a project as init leaves it", () => {
  const seen = new Set<string>();

  test.each(tried)("%s: a file, callbacks, a variable; twice; a further role; undo", async (name) => {
    const folder = await appOf(name);
    const facts = JSON.parse((await runMain(folder, ["info", "--json"])).stdout).result;
    for (const { id } of facts.frameworks) seen.add(id);
    const before = snapshotOf(folder);
    const { code, stderr } = await addRole(folder, "admin");
    expect(code, stderr).toBe(0);
    const created = Object.keys(snapshotOf(folder)).filter((file) => !(file in before));
    const rolesFile = created.find((file) => /(?:^|\/)roles\.[jt]s$/.test(file)) ?? "";
    const home = path.dirname(rolesFile);
    const auth = readdirSync(path.join(folder, home)).find((file) => /^auth\.[jt]s$/.test(file)) ?? "";
    expect(read(folder, path.join(home, auth))).toContain("role = roleOf(");
    expect(read(folder, rolesFile)).toMatch(/roles = \["user", "admin"\]|roles = \['user', 'admin'\]/);
    const example = name.endsWith("-workers") ? ".dev.vars.example" : ".env.example";
    expect(read(folder, example)).toContain("AUTH_ADMINS=\n");

    const written = snapshotOf(folder);
    const again = await addRole(folder, "admin");
    expect([again.code, again.stderr]).toEqual([0, expect.stringContaining("Nothing to do")]);
    expect(snapshotOf(folder)).toEqual(written);

    await addRole(folder, "content-editor");
    expect(read(folder, rolesFile)).toMatch(/roles = \[.user., .admin., .content-editor.\]/);
    expect(read(folder, example)).toContain("AUTH_CONTENT_EDITORS=\n");
    for (const _ of [1, 2]) expect((await runMain(folder, ["undo"])).code).toBe(0);
    const ours = ([file]: [string, string]) => !file.startsWith(".auth");
    const left = Object.entries(snapshotOf(folder)).filter(ours);
    expect(left).toEqual(Object.entries(before).filter(ours));
  });

  test("the fixtures hold every framework", () => {
    for (const { id, name } of frameworks) expect([...seen].join(), name).toContain(id);
  });
});

test("a dry run writes nothing, and the variable goes where --env says", async () => {
  const folder = await appOf("express-esm-js");
  const before = snapshotOf(folder);
  expect((await addRole(folder, "admin", "--dry-run")).stdout).toContain("roleOf(");
  expect(snapshotOf(folder)).toEqual(before);
  const steps = await planned(folder, "admin", "--env", ".env.production");
  expect(steps).toContainEqual(expect.objectContaining({ path: ".env.production", status: "todo" }));
});

test.each(["Admin", "a b", "admin!", "-x", "1st", "a".repeat(33)])(
  "%j is no name of a role",
  async (name) => {
    const folder = copyProject("express-esm-js");
    const { code, stderr } = await runMain(folder, ["add-role", "--yes", "--", name]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("AUTH_E_ROLE")]);
  },
);

/** An auth file with callbacks of the user's own. */
const authWith = (callbacks: string, more = "") =>
  `import { MiddlewareAuth } from "authwright/express";\nimport GitHub from "authwright/providers/github";\n${more}\nexport const config = {\n  providers: [GitHub],\n  callbacks: ${callbacks},\n};\n\nexport default MiddlewareAuth(config);\n`;

/** A project whose auth file has these callbacks. */
function projectWith(callbacks: string, more = ""): string {
  const folder = copyProject("express-esm-js");
  writeFileSync(path.join(folder, "auth.js"), authWith(callbacks, more));
  linkPackages(folder);
  return folder;
}

interface Callbacks {
  jwt(params: object): Promise<Record<string, unknown>>;
  session(params: object): Promise<{ user: Record<string, unknown> }>;
}
async function callbacksOf(folder: string): Promise<Callbacks> {
  const { config } = await import(pathToFileURL(path.join(folder, "auth.js")).href);
  return config.callbacks;
}

const ada = { name: "Ada", email: "Ada@Example.com", emailVerified: new Date() };

/** What the session shows of a user, with sessions in cookies: the sign-in, then a later request. */
async function roleByToken({ jwt, session }: Callbacks, user: object): Promise<unknown> {
  const { name, email } = user as { name?: string; email?: string };
  const first = await jwt({ token: { name, email, sub: "1" }, user, trigger: "signIn" });
  const token = await jwt({ token: JSON.parse(JSON.stringify(first)) });
  const shown = await session({ session: { user: { name, email }, expires: "" }, token });
  expect(token["role"]).toBe(shown.user["role"]);
  return shown.user["role"];
}
const roleByRow = async ({ session }: Callbacks, user: object): Promise<unknown> =>
  (await session({ session: { user, expires: "" }, user })).user["role"];

/** Shapes that lines go into, and what is left of them. */
const shapes: readonly (readonly [what: string, callbacks: string, kept: RegExp])[] = [
  ["none", "{}", /providers/],
  ["others only", "{\n    signIn: () => true,\n  }", /signIn: \(\) => true/],
  [
    "blocks that change what they are given",
    "{\n    jwt({ token, user }) {\n      if (user) token.locale = 'de';\n      return token;\n    },\n    session: async ({ session }) => {\n      session.user.id = 1;\n      return session;\n    },\n  }",
    /session\.user\.id = 1/,
  ],
  [
    "arrows that return objects",
    "{\n    jwt: ({ token }) => ({ ...token, locale: 'de' }),\n    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token?.sub } }),\n  }",
    /\(\{ \.\.\.token, locale: 'de' \}\)/,
  ],
  [
    "a choice, other names, one parameter",
    "{\n    jwt: (params) => (params.user ? { ...params.token, locale: 'de' } : params.token),\n    session: function ({ session: shown, user: row, token: held }) {\n      return shown;\n    },\n  }",
    /params\.user \?/,
  ],
  [
    "all on one line",
    "{ jwt: ({ token }) => { return token }, session: (all) => all.session }",
    /return token/,
  ],
];

describe("callbacks that are there", () => {
  beforeEach(() => vi.stubEnv("AUTH_ADMINS", "grace@example.com, ada@example.com"));
  afterEach(() => vi.unstubAllEnvs());

  test.each(shapes)(
    "%s: the role is in token and session, by cookie and by database",
    async (_, text, kept) => {
      const folder = projectWith(text);
      const { code, stderr } = await addRole(folder, "admin");
      expect(code, stderr).toBe(0);
      expect(read(folder, "auth.js")).toMatch(kept);
      const callbacks = await callbacksOf(folder);
      expect(await roleByToken(callbacks, ada)).toBe("admin");
      expect(await roleByRow(callbacks, ada)).toBe("admin");
      expect(await roleByToken(callbacks, { ...ada, email: "bob@example.com" })).toBe("user");
      expect(await roleByRow(callbacks, { ...ada, emailVerified: null })).toBe("user");
      const written = read(folder, "auth.js");
      await addRole(folder, "admin");
      expect(read(folder, "auth.js")).toBe(written);
    },
  );

  test.each([
    ["unverified", { ...ada, emailVerified: null }],
    ["of a provider that says nothing of it", { name: "Ada", email: "ada@example.com" }],
    [
      "with a letter that toLowerCase() takes for another",
      { ...ada, email: "ada@example.com".replace("a", "\u212A") },
    ],
    ["that only holds an admin's", { ...ada, email: "x.ada@example.com" }],
    ["that is missing", { name: "Ada", emailVerified: new Date() }],
    ["that is empty", { ...ada, email: "" }],
  ])("an address %s makes no admin", async (_, user) => {
    vi.stubEnv("AUTH_ADMINS", "kda@example.com,ada@example.com,,");
    const folder = projectWith("{}");
    await addRole(folder, "admin");
    const callbacks = await callbacksOf(folder);
    expect(await roleByToken(callbacks, user)).toBe("user");
    expect(await roleByRow(callbacks, user)).toBe("user");
  });

  test("a changed list counts at the next request, and a session of before the command gets no role", async () => {
    const folder = projectWith("{}");
    await addRole(folder, "admin", "editor");
    const callbacks = await callbacksOf(folder);
    const token = await callbacks.jwt({ token: { email: ada.email }, user: ada });
    vi.stubEnv("AUTH_ADMINS", "");
    expect((await callbacks.jwt({ token }))["role"]).toBe("user");
    vi.stubEnv("AUTH_EDITORS", "ADA@example.com");
    expect((await callbacks.jwt({ token }))["role"]).toBe("editor");
    expect((await callbacks.jwt({ token: { email: ada.email } }))["role"]).toBe("user");
  });

  test("without callbacks the session shows no column of the database beside the role", async () => {
    const folder = projectWith("{}");
    await addRole(folder, "admin");
    const { session } = await callbacksOf(folder);
    const row = { ...ada, id: "1", phone: "1234", image: null };
    expect(await session({ session: { user: row, userId: "1", expires: "x" }, user: row })).toEqual({
      user: { name: "Ada", email: ada.email, image: null, role: "admin" },
      expires: "x",
    });
  });
});

test.each([
  ["a name", "mine", "const mine = {};"],
  ["another object inside", "{ ...mine, signIn: () => true }", "const mine = {};"],
  ["a function from elsewhere", "{ jwt }", "const jwt = ({ token }) => token;"],
  [
    "the answer of a function",
    "{ jwt: async ({ token }) => await renew(token) }",
    "const renew = (one) => one;",
  ],
  ["the input of an update", "{ jwt: ({ token, session }) => ({ ...token, ...session }) }", ""],
  [
    "the same, by a call",
    "{ jwt: ({ token, session }) => { Object.assign(token, session); return token } }",
    "",
  ],
  [
    "an address from elsewhere",
    "{ jwt: ({ token, profile }) => { token.email = profile.upn; return token } }",
    "",
  ],
  ["a new user", "{ session: ({ session, token }) => ({ ...session, user: { id: token.sub } }) }", ""],
  ["a role of its own", "{ jwt: ({ token }) => { token.role = 'x'; return token } }", ""],
  ["the rest of the data", "{ jwt: ({ token, ...rest }) => token }", ""],
  ["a name that is taken", "{ jwt: ({ token }) => { const user = 1; return token } }", ""],
])("%s cannot be read with certainty: the lines are shown, and nothing is written", async (_, text, more) => {
  const folder = projectWith(text, more);
  const before = snapshotOf(folder);
  const { code, stderr, stdout } = await addRole(folder, "admin");
  expect([code, stderr]).toEqual([3, expect.stringMatching(/auth\.js:\d+/)]);
  expect(stderr + stdout).toContain("token.role = roleOf(token);");
  expect(snapshotOf(folder)).toEqual(before);
});

test("a roles file of the user's own is left alone", async () => {
  const folder = projectWith("{}");
  writeFileSync(path.join(folder, "roles.js"), "export const roles = makeRoles();\n");
  const before = snapshotOf(folder);
  const { code, stderr } = await addRole(folder, "admin");
  expect([code, stderr]).toEqual([3, expect.stringContaining("roles.js:1")]);
  expect(snapshotOf(folder)).toEqual(before);
});

/** What the compiler says of a file beside the auth file. */
function compiled(folder: string, file: string, code: string): string {
  linkPackages(folder);
  writeFileSync(path.join(folder, file), code);
  return typeErrors(folder, { flags: ["--skipLibCheck"] });
}

const forAll = (door: string) => `import type { Session } from "authwright";
import type { Requirement } from "authwright/${door}";
export const roleIn = ({ user }: Session): "user" | "admin" | undefined => user?.role;
// @ts-expect-error
export const misspelt = ({ user }: Session) => user?.rolle;
export const asked: Requirement = { role: ["admin", "user"] };
// @ts-expect-error
export const unknown: Requirement = { role: "amdin" };
`;

test.each([
  [
    "next-app-ts",
    "types.ts",
    `${forAll("next")}import { auth } from "./auth";
export const role = async (): Promise<"user" | "admin" | undefined> => (await auth())?.user.role;
// @ts-expect-error
export const wrong = async () => (await auth())?.user.rolle;
export const user = async () => auth.require({ role: "admin", redirectTo: "/" });
`,
  ],
  [
    "express-esm-ts",
    "src/types.ts",
    `${forAll("express")}import type { Request } from "express";
import { auth } from "./auth.js";
export const role = (req: Request): "user" | "admin" | undefined => req.auth?.user?.role;
// @ts-expect-error
export const wrong = (req: Request) => req.auth?.user?.rolle;
export const guard = auth.require({ role: "admin" });
// @ts-expect-error
export const nobody = auth.require({ role: "amdin" });
`,
  ],
])(
  "%s compiles, and a wrong member or role does not",
  async (name, file, code) => {
    const folder = await appOf(name);
    expect((await addRole(folder, "admin")).code).toBe(0);
    expect(compiled(folder, file, code)).toBe("");
  },
  120_000,
);

test("auth protect --role asks for a role that was added", async () => {
  const folder = await appOf("express-esm-ts");
  await addRole(folder, "admin");
  const { code, stderr } = await runMain(folder, ["protect", "/admin", "--role", "admin", "--yes"]);
  expect(code, stderr).toBe(0);
  expect(read(folder, "src/server.ts")).toContain('app.use(auth.require({ path: "/admin", role: "admin" }))');
});
