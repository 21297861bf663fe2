/** AUTH_D_OLD_IMPORT: code of next-auth in an app of ours, and the line to write in its place. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
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
}

async function oldImports(file: string, text: string): Promise<readonly Found[]> {
  const place = path.join(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  const { stdout } = await runMain(folder, ["doctor", "--json"]);
  const found: readonly Found[] = JSON.parse(stdout).result.findings;
  writeFileSync(place, "");
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
    'import { NextAuthConfig as NextAuthOptions } from "authwright/next";\nimport NextAuth from "authwright/next";',
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

test("the middleware of next-auth 4: the proxy of this app", async () => {
  const [found] = await oldImports(
    "lib/m.ts",
    'import withAuth from "next-auth/middleware";\nexport default withAuth;\n',
  );
  expect(found).toMatchObject({ fix: 'export { auth as proxy } from "@/auth";' });
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
    'import { NextAuthConfig as AuthOptions } from "authwright/next";\nimport NextAuth from "authwright/next";',
  ],
  [
    'import { withAuth } from "authwright/middleware";',
    "authwright/middleware is no module",
    'export { auth as proxy } from "@/auth";',
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
