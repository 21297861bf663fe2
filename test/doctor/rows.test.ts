/** The doctor as a command, on what reviews and real projects showed. */
import { afterAll, describe, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { baseProject, removeBases, type BaseName, type Spoiled } from "./bases.js";

afterAll(removeBases);

const open = (text: string) =>
  `import { NextResponse } from "next/server";\nimport { auth } from "./auth";\n${text}\n`;
const matcher =
  'export const config = { matcher: ["/dashboard/:path*", "/sign-:page", "/auth-error", "/check-your-email"] };';

async function doctor(base: BaseName, change: (p: Awaited<ReturnType<typeof baseProject>>) => void) {
  const project = await baseProject(base);
  change(project);
  const { code, stdout } = await runMain(project.folder, ["doctor", "--json"]);
  const { result } = JSON.parse(stdout);
  const findings: {
    code: string;
    level: string;
    path: string;
    line?: number;
    message: string;
    fix: string;
  }[] = result.findings;
  return { code, findings };
}

describe("SEC2-40 auth((request) => …) in the proxy beside callbacks.authorized", () => {
  test.each([
    "export default auth((req) => NextResponse.next());",
    "export const proxy = auth((req) => NextResponse.next());",
    "export const proxy = auth(function guard(req) { return NextResponse.next(); });",
  ])("%s is an error that names authorized", async (text) => {
    const { code, findings } = await doctor("next-16", (p) =>
      p.write("proxy.ts", open(`${text}\n${matcher}`)),
    );
    expect(code).toBe(1);
    expect(findings[0]).toMatchObject({
      code: "AUTH_D_NEXT_AUTHORIZED_UNASKED",
      level: "error",
      path: "proxy.ts",
    });
    expect(findings[0]?.message).toContain("authorized");
  });

  test.each(['export { auth as proxy } from "./auth";', "export default auth;"])(
    "none for %s",
    async (text) => {
      const { code, findings } = await doctor("next-16", (p) =>
        p.write("proxy.ts", open(`${text}\n${matcher}`)),
      );
      expect(findings).toEqual([]);
      expect(code).toBe(0);
    },
  );

  test("F-03 a warning where neither authorized nor request.auth appears", async () => {
    const { code, findings } = await doctor("next-16", (p) => {
      p.write("proxy.ts", open(`export default auth((req) => NextResponse.next());\n${matcher}`));
      p.replace("auth.ts", /  callbacks: \{[\s\S]*?\n  \},\n/, "");
    });
    expect(findings[0]).toMatchObject({ code: "AUTH_D_NEXT_HANDLER_OPEN", level: "warning" });
    expect(code).toBe(0);
  });
});

test("SEC2-39 F-01 Express behind a proxy it doesn't trust is found, also with AUTH_URL", async () => {
  const deploy = '[env]\nAUTH_URL = "https://app.example.com"\n';
  const { findings } = await doctor("express-ts", (p) => p.write("fly.toml", deploy));
  expect(findings).toMatchObject([{ code: "AUTH_D_EXPRESS_TRUST_PROXY", path: "fly.toml" }]);
  const told = await doctor("express-ts", (p) => p.write("fly.toml", `${deploy}TRUST_PROXY = "1"\n`));
  expect(told.findings).toEqual([]);
});

test("F-35 half of a provider's credentials is an error, none of them a hint", async () => {
  const half = await doctor("express-ts", (p) =>
    p.replace(".env", /^AUTH_GITHUB_SECRET=.*$/m, "AUTH_GITHUB_SECRET="),
  );
  expect(half.findings).toMatchObject([{ code: "AUTH_D_PROVIDER_ENV_HALF", level: "error" }]);
  expect(half.code).toBe(1);
  const none = await doctor("express-ts", (p) => {
    for (const name of ["ID", "SECRET"]) p.replace(".env", new RegExp(`^AUTH_GITHUB_${name}=.*$`, "m"), "");
  });
  expect(none.findings).toMatchObject([{ level: "hint" }]);
  expect(none.code).toBe(0);
});

test("RA2-B13: a variable that the app reads under its own name is not renamed", async () => {
  const { code, findings } = await doctor("express-ts", (p) => {
    for (const name of ["ID", "SECRET"])
      p.replace(".env", new RegExp(`^AUTH_GITHUB_${name}=.*$`, "m"), `GITHUB_${name}=abc`);
    p.write(
      "src/passport.ts",
      "export const options = { clientID: process.env.GITHUB_ID, clientSecret: process.env.GITHUB_SECRET };\n",
    );
  });
  expect(findings).toMatchObject([{ code: "AUTH_D_PROVIDER_ENV_EMPTY", level: "hint" }]);
  expect(code).toBe(0);
});

test("F-35 AUTH_TRUST_HOST=false without AUTH_URL is seen; with it, all is well", async () => {
  const alone = await doctor("express-ts", (p) => p.append(".env", "AUTH_TRUST_HOST=false\n"));
  expect(alone.findings).toMatchObject([{ code: "AUTH_D_TRUST_HOST", path: ".env" }]);
  const both = "AUTH_TRUST_HOST=false\nAUTH_URL=https://app.example.com\n";
  expect((await doctor("express-ts", (p) => p.append(".env", both))).findings).toEqual([]);
});

describe("D2 callbacks.session reads token beside an adapter", () => {
  const callback =
    (body: string, more = "") =>
    (p: Awaited<ReturnType<typeof baseProject>>) => {
      p.write("auth-store.ts", "export const authStore = {} as never;\n");
      p.replace("auth.ts", "import GitHub", 'import { authStore } from "./auth-store";\nimport GitHub');
      p.replace("auth.ts", "callbacks: {", `adapter: authStore,${more}\n  callbacks: {\n    ${body},`);
    };

  test.each([
    "session: ({ session, token }) => ({ ...session, id: token.sub })",
    "session({ session, token }) { session.user.id = token.sub!; return session; }",
    "async session(params) { return { ...params.session, id: params.token.sub }; }",
  ])("%s: an error", async (body) => {
    const { code, findings } = await doctor("next-16", callback(body));
    expect(findings).toMatchObject([{ code: "AUTH_D_SESSION_TOKEN", level: "error", path: "auth.ts" }]);
    expect(code).toBe(1);
  });

  test.each([
    ["session: ({ session, user }) => ({ ...session, id: user.id })", ""],
    ["session: ({ session, token }) => ({ ...session, id: token?.sub })", ""],
    ["session: ({ session, token }) => (token ? { ...session, id: token.sub } : session)", ""],
    ["session: ({ session, token }) => ({ ...session, id: token.sub })", '\n  session: { strategy: "jwt" },'],
  ])("%s%s: none", async (body, more) => {
    expect((await doctor("next-16", callback(body, more))).findings).toEqual([]);
  });
});

describe("each thing is said once", () => {
  test.each([
    [
      "providers that cannot be read",
      (p: Spoiled) => p.replace("src/auth.ts", "[GitHub]", "[GitHub, one, another]"),
      { code: "AUTH_D_UNREADABLE", path: "src/auth.ts" },
    ],
    [
      "a mount that a guard and a link miss",
      (p: Spoiled) => {
        p.replace("src/auth.ts", 'href="/sign-out"', 'href="/auth/signout"');
        p.replace("src/server.ts", 'app.use("/auth"', 'app.use("/login"');
      },
      { code: "AUTH_D_BASE_PATH", fix: 'basePath: "/login"\n"/login/signout"' },
    ],
    [
      "an env file that nothing loads, with all that is in it",
      (p: Spoiled) => p.replace("src/auth.ts", /^if \(existsSync.*$/m, ""),
      { code: "AUTH_D_ENV_NEVER_LOADED", path: ".env" },
    ],
  ])("%s", async (_name, plant, wanted) => {
    expect((await doctor("express-ts", plant)).findings).toMatchObject([wanted]);
  });

  test("columns of one table, with a line for each", async () => {
    const { findings } = await doctor("express-ts", (p) => {
      p.write("auth-store.ts", 'import { prisma } from "authwright/adapters/prisma";\nvoid prisma;\n');
      p.write(
        "prisma/schema.prisma",
        "model Account {\n  userId String\n  type String\n  provider String\n  providerAccountId String\n\n  @@unique([provider, providerAccountId])\n}\n",
      );
    });
    const own = findings.filter(({ path }) => path === "prisma/schema.prisma");
    const places = own.map(({ code, level, line }) => [code, level, line].join(" "));
    expect(places).toEqual([...new Set(places)]);
    const optional = own.find(({ code }) => code === "AUTH_D_SCHEMA_OPTIONAL_COLUMN");
    expect(optional?.fix).toMatch(/refresh_token String\?\n.*\n/);
  });
});

test.each([
  ["app.example.com", "https://app.example.com"],
  ["localhost:3000", "http://localhost:3000"],
  ["htp://app.example.com", "https://app.example.com"],
  ["//app.example.com", "https://app.example.com"],
  ["https:app.example.com", undefined],
])("AUTH_URL=%s: the address that was meant is %s", async (written, meant) => {
  const { findings } = await doctor("express-ts", (p) => p.append(".env", `AUTH_URL=${written}\n`));
  expect(findings.map(({ fix }) => fix)).toEqual(meant === undefined ? [] : [`AUTH_URL=${meant}`]);
});

test("an address of a built-in page that the app has: both places, and another address that is free", async () => {
  const { code, findings } = await doctor("express-ts", (p) => {
    const route = (path: string) => `app.get("${path}", (req, res) => void res.send("hello"));\n`;
    p.replace(
      "src/server.ts",
      'app.get("/dashboard"',
      `${route("/sign-in")}${route("/login")}app.get("/dashboard"`,
    );
  });
  expect(code).toBe(0);
  expect(findings).toMatchObject([
    {
      code: "AUTH_D_PAGE_ADDRESS",
      level: "warning",
      path: "src/auth.ts",
      fix: 'pageAddresses: { signIn: "/login-2" }',
    },
  ]);
  expect(findings[0]?.message).toMatch(/^\/sign-in .*pageAddresses\.signIn.* src\/server\.ts:\d+ /);
});
