/** The doctor as a command, on what reviews and real projects showed. */
import { afterAll, describe, expect, test } from "vitest";
import { runMain } from "../support/cli.js";
import { baseProject, removeBases, type BaseName } from "./bases.js";

afterAll(removeBases);

const open = (text: string) =>
  `import { NextResponse } from "next/server";\nimport { auth } from "./auth";\n${text}\n`;
const matcher = 'export const config = { matcher: ["/account/:path*"] };';

async function doctor(base: BaseName, change: (p: Awaited<ReturnType<typeof baseProject>>) => void) {
  const project = await baseProject(base);
  change(project);
  const { code, stdout } = await runMain(project.folder, ["doctor", "--json"]);
  const { result } = JSON.parse(stdout);
  const findings: { code: string; level: string; path: string; message: string }[] = result.findings;
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

test("an address of a built-in page that the app has: both places, and another address that is free", async () => {
  const { code, findings } = await doctor("express-ts", (p) => {
    p.replace("src/auth.ts", "providers: [GitHub],", "pageAddresses: true,\n  providers: [GitHub],");
    const route = (path: string) => `app.get("${path}", (req, res) => void res.send("hello"));\n`;
    p.replace(
      "src/server.ts",
      'app.get("/account"',
      `${route("/sign-in")}${route("/login")}app.get("/account"`,
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
