/** `withAuth` in the forms that people write it in. */
import { expect, test } from "vitest";
import { locateGuard } from "../../src/commands/migrate/constructs/with-auth/read.js";
import { locateOptions } from "../../src/commands/migrate/constructs/init/read.js";
import { guardSession } from "../../src/commands/migrate/constructs/with-auth/scope.js";
import { migrateGuard } from "../../src/commands/migrate/constructs/with-auth/rewrite.js";
import { splice } from "../../src/cli/source/text/text-edit.js";
import { detectStyle } from "../../src/cli/source/text/text-style.js";

const head = 'import { withAuth } from "next-auth/middleware";\n';
const matcher = '\nexport const config = { matcher: ["/in"] };\n';

function migrate(text: string, options?: string) {
  const place = locateGuard(text, "middleware.ts", new Set(["withAuth"]));
  const result = migrateGuard(text, place, detectStyle(text), {
    init: "NextAuth",
    session: guardSession(options === undefined ? [] : locateOptions(options, "auth.ts")),
  });
  return { ...result, text: splice(text, result.edits) };
}

test.each([
  [
    "export default withAuth",
    "export default NextAuth({\n  providers: [],\n  callbacks: { authorized: ({ auth }) => auth !== null },\n}).auth",
  ],
  [
    "export default withAuth()",
    "export default NextAuth({\n  providers: [],\n  callbacks: { authorized: ({ auth }) => auth !== null },\n}).auth",
  ],
  [
    'export default withAuth({ pages: { signIn: "/login" } })',
    'export default NextAuth({ providers: [], callbacks: { authorized: ({ auth }) => auth !== null }, pages: { signIn: "/login" } }).auth',
  ],
  [
    "export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === 'admin' } })",
    "export default NextAuth({ providers: [], callbacks: { authorized: async ({ request: req }) => {\n  const token = await getToken({ req })\n  return token?.role === 'admin'\n} } }).auth",
  ],
  [
    "export default withAuth({ secret: process.env.OURS, callbacks: { async authorized({ req, token: t }) { return t !== null && req.method === 'GET' } } })",
    "export default NextAuth({ providers: [], secret: process.env.OURS, callbacks: { async authorized({ request: req }) {\n  const t = await getToken({ req, secret: process.env.OURS }) return t !== null && req.method === 'GET' } } }).auth",
  ],
  [
    "export default withAuth({ callbacks: { authorized: ({ req }) => req.method === 'GET' } })",
    "export default NextAuth({ providers: [], callbacks: { authorized: ({ request: req }) => req.method === 'GET' } }).auth",
  ],
])("%s", (before, after) => {
  const result = migrate(head + before + matcher);
  expect(result.todos).toEqual([]);
  // Semicolons are those of the head.
  const plain = (text: string) => text.replaceAll(/;$/gm, "").replaceAll(/\s+/g, " ").replaceAll("; ", " ");
  expect(plain(result.text)).toBe(plain(head + after + matcher));
});

test("without a matcher, what next-auth 4 let through is let through", () => {
  expect(migrate(`${head}export default withAuth;\n`).text).toContain(
    String.raw`auth !== null || /^\/(?:api\/auth|_next|favicon\.ico)/.test(request.nextUrl.pathname)`,
  );
});

test("a function with rules of its own: the check comes first, the token is read once", () => {
  const body =
    "export default withAuth(function (req) {\n  console.log(req.nextauth.token);\n}, { callbacks: { authorized: ({ token }) => token?.ok === true } });";
  const { text, todos, needs } = migrate(head + body + matcher);
  expect(todos).toEqual([]);
  expect(needs).toEqual({ init: true, getToken: true });
  expect(text).toContain("export default NextAuth({ providers: [] }).auth(async function (req) {\n");
  expect(text).toContain("  if (!(token?.ok === true)) {\n");
  expect(text).toContain("  console.log(token);\n})");
  expect(text.indexOf("getToken")).toBeLessThan(text.indexOf("console.log"));
});

test.each([
  [
    "parameters that are no { token, req }",
    "export default withAuth({ callbacks: { authorized: (params) => !!params.token } });",
  ],
  ["a function from elsewhere", "export default withAuth({ callbacks: { authorized: isAllowed } });"],
  ["cookies of its own", 'export default withAuth({ cookies: { sessionToken: { name: "x" } } });'],
  ["two uses", "export const a = withAuth({}); export default withAuth({});"],
  ["options in a variable", "export default withAuth(options);"],
  [
    "rules that look at the request beside a function",
    "export default withAuth(function (req) {}, { callbacks: { authorized: ({ req, token }) => !!token } });",
  ],
])("%s: nothing is changed, a person is asked", (_, line) => {
  const { text, todos } = migrate(head + line + matcher);
  expect(text).toBe(head + line + matcher);
  expect(todos).toHaveLength(1);
});

const hour = `export const authOptions = {
  providers: [],
  // One hour.
  session: { strategy: "jwt", maxAge: 60 * 60 },
  jwt: { maxAge: 60 * 60 },
  cookies: {
    sessionToken: { name: "our.session", options: { domain: process.env.DOMAIN } },
  },
};`;

test.each([
  'export { default } from "next-auth/middleware"',
  "export default withAuth",
  "export default withAuth()",
  'export default withAuth({ pages: { signIn: "/login" } })',
  "export default withAuth({ callbacks: { authorized: ({ token }) => token?.role === 'admin' } })",
  "export default withAuth(function (req) {\n  console.log(req.nextauth.token);\n})",
])("F-05 the guard writes the session cookie as the app's options do: %s", (line) => {
  const { text, todos } = migrate(`${head}${line};${matcher}`, hour);
  expect(todos).toEqual([]);
  expect(text).toContain(
    'providers: [], session: { strategy: "jwt", maxAge: 60 * 60 }, jwt: { maxAge: 60 * 60 }, cookies: { sessionToken: { name: "our.session", options: { domain: process.env.DOMAIN } }, }',
  );
  expect(text).not.toContain("One hour");
});

test.each([
  ["a lifetime from elsewhere", "{ providers: [], session: { maxAge: hour } }", "`session`"],
  ["a shorthand", "{ providers: [], cookies }", "`cookies`"],
  ["options that are spread in", "{ ...base, providers: [] }", "spread"],
  ["functions of the token's own", "{ providers: [], jwt: { decode: async () => null } }", "`jwt`"],
  ["sessions in the store", "{ providers: [], adapter: Store() }", "store"],
  ["sessions in the store, said", '{ providers: [], session: { strategy: "database" } }', "store"],
  [
    "two apps",
    "[{ providers: [], session: { maxAge: 1 } }, { providers: [], session: { maxAge: 2 } }]",
    "several",
  ],
])("F-05 %s: the guard stays as it is, and a person is told", (_, options, why) => {
  const before = `${head}export default withAuth;${matcher}`;
  const { text, todos } = migrate(before, `export const o = ${options};`);
  expect(text).toBe(before);
  expect(todos).toEqual([
    expect.objectContaining({
      why: expect.stringContaining(why),
      code: "AUTH_W_GUARD_SESSION",
      breaks: true,
    }),
  ]);
});

test("F-05 tokens as sessions with the lifetime of always need no word", () => {
  const { text } = migrate(
    `${head}export default withAuth();${matcher}`,
    'export const o = { providers: [], adapter: Store(), session: { strategy: "jwt" } };',
  );
  expect(text).not.toContain("session:");
});
