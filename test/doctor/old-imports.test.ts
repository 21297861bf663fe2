/** AUTH_D_OLD_IMPORT: code of next-auth in an app of ours, and the line to write in its place. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { copyProject, removeProjects, runMain } from "../support/cli.js";

let folder: string;
beforeAll(async () => {
  folder = copyProject("next-app-ts");
  expect((await runMain(folder, ["init", "--yes", "--no-install"])).code).toBe(0);
});
afterAll(removeProjects);

interface Found {
  readonly code: string;
  readonly path: string;
  readonly line?: number;
  readonly fix: string;
  readonly message: string;
  readonly fixable: boolean;
}

async function oldImports(file: string, text: string): Promise<readonly Found[]> {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  const found = await oldImportsOf(folder);
  writeFileSync(place, "");
  return found;
}

async function oldImportsOf(app: string): Promise<readonly Found[]> {
  const { stdout } = await runMain(app, ["doctor", "--json"]);
  const found: readonly Found[] = JSON.parse(stdout).result.findings;
  return found.filter(({ code }) => code === "AUTH_D_OLD_IMPORT");
}

test.each([
  [
    'import { useSession, signIn } from "next-auth/react";',
    'import { useSession, signIn } from "authwright/react";',
  ],
  [
    'import { SessionProvider as P } from "next-auth/react";',
    'import { SessionProvider as P } from "authwright/react";',
  ],
  ['import GitHub from "next-auth/providers/github";', 'import GitHub from "authwright/providers/github";'],
  ['import GitHub from "@auth/core/providers/github";', 'import GitHub from "authwright/providers/github";'],
  ['import NextAuth from "next-auth";', 'import NextAuth from "authwright/next";'],
  [
    'import NextAuth, { type NextAuthOptions } from "next-auth";',
    'import NextAuth, { type NextAuthConfig as NextAuthOptions } from "authwright/next";',
  ],
  ['import type { Session } from "next-auth";', 'import type { Session } from "authwright/next";'],
  ['import { getToken } from "next-auth/jwt";', 'import { getToken } from "authwright/jwt";'],
  [
    'import { getServerSession } from "next-auth";',
    'import { auth } from "@/auth";\nconst session = await auth();',
  ],
  [
    'import { getServerSession } from "next-auth/next";',
    'import { auth } from "@/auth";\nconst session = await auth();',
  ],
  ['import { AuthError } from "next-auth";', 'import { AuthError } from "authwright/next";'],
  [
    'import type { BuiltInProviderType } from "next-auth/providers";',
    "BuiltInProviderType: string: provider ids are plain text",
  ],
])("%s", async (written, line) => {
  const [found, ...more] = await oldImports("lib/older.ts", `// Copied.\n${written}\nexport {};\n`);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ path: "lib/older.ts", line: 2, fix: line });
});

const guard = 'export default auth.require({ path: "/" }, () => {});';
const matcher = 'export const config = { matcher: ["/((?!api/auth|_next|favicon.ico).*)"] };';

test("the middleware of next-auth 4: a guard that lets in who is signed in, and nobody else", async () => {
  const [found] = await oldImports(
    "lib/m.ts",
    'import withAuth from "next-auth/middleware";\nexport default withAuth;\n',
  );
  expect(found).toMatchObject({
    fix: `import { auth } from "@/auth";\n${guard}\n${matcher}`,
    fixable: false,
  });
});

test.each([
  [
    'import { getServerSession } from "authwright/next";',
    "authwright/next has no getServerSession",
    'import { auth } from "@/auth";\nconst session = await auth();',
  ],
  [
    'import NextAuth, { type AuthOptions } from "authwright/next";',
    "authwright/next has no AuthOptions",
    'import NextAuth, { type NextAuthConfig as AuthOptions } from "authwright/next";',
  ],
  [
    'import { withAuth } from "authwright/middleware";',
    "authwright/middleware is no module",
    'import { auth } from "@/auth";\nexport default auth.require({ path: "/" }, () => {});\nexport const config = { matcher: ["/((?!api/auth|_next|favicon.ico).*)"] };',
  ],
  [
    'import type { BuiltInProviderType } from "authwright/providers";',
    "authwright/providers has no BuiltInProviderType",
    "BuiltInProviderType: string: provider ids are plain text",
  ],
])("under our own name: %s", async (written, message, line) => {
  const [found, ...more] = await oldImports("lib/ours.ts", `${written}\nexport {};\n`);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ message: expect.stringContaining(message), fix: line });
});

test("what this package has is left alone", async () => {
  const lines = [
    'import NextAuth, { type NextAuthConfig } from "authwright/next";',
    'import { SessionProvider, useSession, UserButton } from "authwright/react";',
    'import { getToken, type JWT } from "authwright/jwt";',
    'import { password } from "authwright/plugins/password";',
    'import GitHub from "authwright/providers/github";',
    'import type { Provider } from "authwright/providers";',
  ];
  expect(await oldImports("lib/ours.ts", `${lines.join("\n")}\nexport {};\n`)).toEqual([]);
});

test("nothing is said of names in comments and texts, of other packages, and of an app on its way", async () => {
  expect(
    await oldImports("lib/a.ts", '// import x from "next-auth"\nexport const a = "next-auth/react";\n'),
  ).toEqual([]);
  expect(await oldImports("lib/a.ts", 'import x from "next-auth-like";\nexport default x;\n')).toEqual([]);
  const manifest = path.join(folder, "package.json");
  const before = readFileSync(manifest, "utf8");
  const parsed = JSON.parse(before);
  parsed.dependencies["next-auth"] = "^4.24.0";
  writeFileSync(manifest, JSON.stringify(parsed, undefined, 2));
  expect(await oldImports("lib/a.ts", 'import { useSession } from "next-auth/react";\n')).toEqual([]);
  writeFileSync(manifest, before);
});

/** What was written, the line of the finding, and whether `--fix` writes all of it; null: nothing is said. */
type Case = readonly [file: string, text: string, fix: string | null, fixable?: boolean];

const session = "const session = await auth();";
const own = 'import { auth } from "@/auth";';

/** In apps that init has made. */
const shapes: Readonly<Record<string, readonly Case[]>> = {
  "next-app-ts": [
    [
      "types/next-auth.d.ts",
      'declare module "next-auth" {\n  interface Session {\n    role?: string;\n  }\n}\nexport {};\n',
      'declare module "authwright" {',
      true,
    ],
    [
      "types/token.ts",
      "declare module '@auth/core/jwt' { interface JWT { role?: string } }\nexport {}\n",
      "declare module 'authwright/jwt' { interface JWT { role?: string } }",
      true,
    ],
    [
      "types/core.ts",
      'declare module "@auth/core/types" { interface User { role?: string } }\nexport {};\n',
      'declare module "authwright" { interface User { role?: string } }',
      true,
    ],
    [
      "types/adapter.ts",
      'declare module "next-auth/adapters" { interface AdapterUser { role?: string } }\nexport {};\n',
      'declare module "authwright/adapters" { interface AdapterUser { role?: string } }',
      true,
    ],
    [
      "types/ours.ts",
      'declare module "authwright/next" { interface Session { role?: string } }\nexport {};\n',
      null,
    ],
    [
      "lib/middleware.ts",
      'export { default } from "next-auth/middleware";\nexport const config = { matcher: ["/dashboard/:path*"] };\n',
      `${own}\n${guard}`,
      true,
    ],
    [
      "lib/named.ts",
      'export { default as middleware } from "next-auth/middleware";\n',
      `${own}\n${guard.replace("default", "const middleware =")}\n${matcher}`,
      true,
    ],
    [
      "lib/with.ts",
      'import { withAuth } from "next-auth/middleware";\nexport default withAuth({ pages: { signIn: "/login" } });\nexport const config = { matcher: ["/admin"] };\n',
      `${own}\n${guard}`,
      false,
    ],
    [
      "lib/again.ts",
      'export { signIn, signOut as leave } from "next-auth/react";\n',
      'export { signIn, signOut as leave } from "authwright/react";',
      true,
    ],
    ["lib/star.ts", 'export * from "next-auth/react";\n', 'export * from "authwright/react";', true],
    [
      "lib/types.ts",
      'export type { NextAuthOptions, Session } from "next-auth";\n',
      'export type { NextAuthConfig as NextAuthOptions, Session } from "authwright/next";',
      true,
    ],
    [
      "lib/lazy.ts",
      'export const leave = async () => {\n  const { signOut } = await import("next-auth/react");\n  await signOut();\n};\n',
      'const { signOut } = await import("authwright/react");',
      true,
    ],
    [
      "lib/required.cjs",
      'const { getToken } = require("next-auth/jwt");\nmodule.exports = getToken;\n',
      'const { getToken } = require("authwright/jwt");',
      true,
    ],
    [
      "lib/asked.ts",
      'export const who = async () => {\n  const { getServerSession } = await import("next-auth");\n  return getServerSession();\n};\n',
      `const { auth } = await import("@/auth");\n${session}`,
      false,
    ],
    [
      "lib/typed.ts",
      'export const name = (one: import("next-auth").Session) => one.user?.name;\n',
      'export const name = (one: import("authwright/next").Session) => one.user?.name;',
      true,
    ],
    [
      "test/page.test.ts",
      'vi.mock("next-auth/react", () => ({ useSession: () => null }));\n',
      'vi.mock("authwright/react", () => ({ useSession: () => null }));',
      true,
    ],
    [
      "lib/page.tsx",
      'import { getServerSession } from "next-auth/next";\nimport { options } from "./options";\n\nexport default async function Page() {\n  const session = await getServerSession(options);\n  return session?.user?.name;\n}\n',
      `${own}\n${session}`,
      true,
    ],
    [
      "pages/api/who.ts",
      "import { getServerSession } from 'next-auth'\n\nexport default async (req, res) => res.json(await getServerSession(req, res, options))\n",
      "import { auth } from '@/auth'\nconst session = await auth(req, res)",
      true,
    ],
    [
      "pages/own.tsx",
      'import { getServerSession } from "next-auth";\nexport const getServerSideProps = async (ctx) => ({ props: { s: await getServerSession(ctx.req, ctx.res, options) } });\n',
      `${own}\nconst session = await auth(ctx);`,
      true,
    ],
    [
      "lib/taken.ts",
      'import { getServerSession } from "next-auth";\nexport const auth = () => getServerSession();\n',
      `${own}\n${session}`,
      false,
    ],
    [
      "lib/there.ts",
      'import { auth } from "@/auth";\nimport { getServerSession } from "next-auth";\nexport const who = () => getServerSession();\n',
      `${own}\n${session}`,
      false,
    ],
    [
      "lib/kept.ts",
      'import { getServerSession } from "next-auth";\nexport const helpers = { getServerSession };\n',
      `${own}\n${session}`,
      false,
    ],
    [
      "lib/guessed.ts",
      'import GitHub from "authwright/core/providers/github";\nexport default GitHub;\n',
      'import GitHub from "authwright/providers/github";',
      true,
    ],
  ],
  "express-esm-ts": [
    [
      "src/mine.ts",
      'import { ExpressAuth, getSession } from "@auth/express";\nexport { ExpressAuth, getSession };\n',
      'import { ExpressAuth, getSession } from "authwright/express";',
      true,
    ],
    [
      "src/asked.ts",
      'import { getServerSession } from "next-auth";\nexport const who = async (req, res) => res.json(await getServerSession(req, res, options));\n',
      "const session = req.auth;",
      false,
    ],
    [
      "src/github.ts",
      'import GitHub from "@auth/express/providers/github";\nexport default GitHub;\n',
      'import GitHub from "authwright/providers/github";',
      true,
    ],
  ],
  "sveltekit-ts": [
    [
      "src/lib/old.ts",
      'import { SvelteKitAuth } from "@auth/sveltekit";\nexport const { handle } = SvelteKitAuth({ providers: [] });\n',
      'import { createAuth as SvelteKitAuth } from "authwright/sveltekit";',
      true,
    ],
    [
      "src/routes/Menu.svelte",
      '<script lang="ts">\n  import { signIn, signOut } from "@auth/sveltekit/client";\n</script>\n\n<button onclick={() => signIn("github")}>in</button>\n',
      'import { signIn, signOut } from "authwright/client";',
      true,
    ],
    [
      "src/routes/Who.svelte",
      '<script>\n  import { useSession } from "next-auth/react";\n</script>\n',
      'import { useSession } from "authwright/svelte";',
      true,
    ],
    [
      "src/routes/own/+page.server.ts",
      'import { getServerSession } from "next-auth";\nexport const load = async (event) => ({ session: await getServerSession() });\n',
      "const session = await event.locals.auth();",
      false,
    ],
    [
      "src/routes/guessed.ts",
      'export { signIn } from "authwright/sveltekit/client";\n',
      'export { signIn } from "authwright/client";',
      true,
    ],
  ],
  "nuxt-ts": [
    [
      "app/components/Menu.vue",
      '<template><button @click="signIn()">in</button></template>\n\n<script setup lang="ts">\nimport { signIn, useSession } from "next-auth/react";\n</script>\n',
      'import { signIn, useSession } from "authwright/vue";',
      true,
    ],
    [
      "server/api/who.ts",
      'import { getServerSession } from "#auth";\n\nexport default defineEventHandler(async (event) => {\n  const session = await getServerSession(event);\n  return session?.user;\n});\n',
      'import { auth } from "../auth";\nconst session = await auth.session(event);',
      true,
    ],
    [
      "server/api/token.ts",
      'import { getToken } from "#auth";\nexport default getToken;\n',
      'import { getToken } from "authwright/jwt";',
      true,
    ],
    [
      "server/api/auth/[...].ts",
      'import { NuxtAuthHandler } from "#auth";\nexport default NuxtAuthHandler({ providers: [] });\n',
      "NuxtAuthHandler: createAuth: export const auth = createAuth({ … }) in server/auth.ts, which the module mounts",
      false,
    ],
    [
      "types/session.d.ts",
      'declare module "next-auth" {\n  interface Session {\n    role?: string;\n  }\n}\nexport {};\n',
      'declare module "authwright" {',
      true,
    ],
  ],
};

describe.each(Object.entries(shapes))("in %s", (base, cases) => {
  const app = copyProject(base);
  let found: readonly Found[];
  beforeAll(async () => {
    expect((await runMain(app, ["init", "--yes", "--no-install"])).code).toBe(0);
    for (const [file, text] of cases) {
      mkdirSync(path.dirname(path.join(app, file)), { recursive: true });
      writeFileSync(path.join(app, file), text);
    }
    found = await oldImportsOf(app);
  });

  test.each(cases)("%s: %s", (file, _text, fix, fixable) => {
    const said = found.filter(({ path: one }) => one === file);
    expect(said).toEqual(fix === null ? [] : [expect.objectContaining({ fix, fixable })]);
  });

  test("--fix writes those that are whole, and leaves the others and everything else alone", async () => {
    await runMain(app, ["doctor", "--fix", "--yes", "--no-install"]);
    const left = cases.filter(([, , fix, fixable]) => fix !== null && fixable !== true);
    expect((await oldImportsOf(app)).map((one) => one.path).sort()).toEqual(
      left.map(([file]) => file).sort(),
    );
    for (const [file, text, fix, fixable] of cases) {
      const now = readFileSync(path.join(app, file), "utf8");
      if (fixable !== true) expect(now).toBe(text);
      else expect(now).toContain((fix ?? "").split("\n")[0]);
    }
  });
});

test("--fix: calls of getServerSession become auth(), the rest of the file stays", async () => {
  const file = path.join(folder, "lib/session.ts");
  writeFileSync(
    file,
    '// Who is here.\r\nimport { getServerSession, type Session } from "next-auth";\r\nimport { options } from "./options";\r\n\r\nexport const who = async (): Promise<Session | null> => (await getServerSession(options)) ?? null;\r\n',
  );
  await runMain(folder, ["doctor", "--fix", "--yes", "--no-install"]);
  expect(readFileSync(file, "utf8")).toBe(
    '// Who is here.\r\nimport { type Session } from "authwright/next";\r\nimport { auth } from "@/auth";\r\nimport { options } from "./options";\r\n\r\nexport const who = async (): Promise<Session | null> => (await auth()) ?? null;\r\n',
  );
});
