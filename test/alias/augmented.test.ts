/**
 * What an app declares in the modules of next-auth and `@auth/core` reaches the types that are here in their place.
 * Those of `@auth/sveltekit` and the others: the type-checks of test/full/alias.test.ts.
 */
import path from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { modulesOf } from "./reference.js";

/** By module: what is declared there, and where an app reads it. */
const cases: Readonly<Record<string, { declared: string; read: readonly string[] }>> = {
  "next-auth": {
    declared: "interface Session { viaNextAuth: 1 } interface User { planOfNextAuth: 2 }",
    read: [
      "nextAuth.auth().then((session) => { const is: 1 | undefined = session?.viaNextAuth; });",
      "const a: NextAuthConfig = { providers: [], callbacks: { session({ session }) { const is: 1 = session.viaNextAuth; return session; } } };",
      "const b: NextAuthConfig = { providers: [], callbacks: { jwt({ token, user }) { const is: 2 | undefined = user?.planOfNextAuth; return token; } } };",
    ],
  },
  "next-auth/jwt": {
    declared: "interface JWT { viaNextAuthJwt: 3 }",
    read: [
      "const c: NextAuthConfig = { providers: [], callbacks: { session({ session, token }) { const is: 3 = token.viaNextAuthJwt; return session; } } };",
      'getToken({ req: new Request("about:blank") }).then((token) => { const is: 3 | undefined = token?.viaNextAuthJwt; });',
    ],
  },
  "@auth/core/types": {
    declared: "interface Session { viaCore: 4 } interface User { planOfCore: 5 }",
    read: [
      "const d: AuthConfig = { providers: [], callbacks: { session({ session }) { const is: 4 = session.viaCore; return session; } } };",
      "const e: AuthConfig = { providers: [], events: { signIn({ user }) { const is: 5 = user.planOfCore; } } };",
      "const f = (user: AdapterUser): 5 => user.planOfCore;",
    ],
  },
  "@auth/core/jwt": {
    declared: "interface JWT { viaCoreJwt: 6 }",
    read: [
      "const g: AuthConfig = { providers: [], callbacks: { jwt({ token }) { const is: 6 = token.viaCoreJwt; return token; } } };",
    ],
  },
};

const imports = [
  'import NextAuth, { type NextAuthConfig } from "next-auth";',
  'import { getToken } from "next-auth/jwt";',
  'import type { AuthConfig } from "@auth/core";',
  'import type { AdapterUser } from "@auth/core/adapters";',
  "const nextAuth = NextAuth({ providers: [] });",
];
const claims = Object.entries(cases).flatMap(([module, { read }]) => read.map((code) => ({ module, code })));
const place = path.join(import.meta.dirname, "app.ts");

const options: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: ["node"],
  typeRoots: [path.join(projectRoot, "node_modules/@types")],
  // As the package manager has it: for next-auth's own declarations, too.
  paths: Object.fromEntries(
    modulesOf().map(({ name, ours }) => [name === "index" ? "@auth/core" : `@auth/core/${name}`, [ours]]),
  ),
};

/** Modules whose claims do not compile, for each claim that does not. */
function broken(declared: readonly string[]): { modules: string[]; files: readonly string[] } {
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  const augmentations = declared.map((module) => `declare module "${module}" { ${cases[module]?.declared} }`);
  const lines = [...imports, ...claims.map(({ code }) => code)];
  host.readFile = (file) => (file === place ? [...lines, ...augmentations].join("\n") : readFile(file));
  host.fileExists = (file) => file === place || fileExists(file);
  const program = ts.createProgram([place], options, host);
  const source = program.getSourceFile(place);
  const at = program
    .getSemanticDiagnostics(source)
    .map(({ start = 0 }) => source?.getLineAndCharacterOfPosition(start).line ?? 0);
  const modules = [...new Set(at)].map((line) => claims[line - imports.length]?.module ?? `line ${line}`);
  return { modules, files: program.getSourceFiles().map(({ fileName }) => fileName) };
}

// Of two modules that hand on the same interface, TypeScript merges with the last alone: with their types, too.
test.each([[["next-auth", "next-auth/jwt"]], [["@auth/core/types", "@auth/core/jwt"]]])(
  "augmentations of %s reach every place that reads them, and no claim holds without its own",
  (declared) => {
    const { modules, files } = broken(declared);
    expect(modules).toEqual(claims.map(({ module }) => module).filter((one) => !declared.includes(one)));
    expect(files.filter((file) => file.includes("/node_modules/@auth/core/"))).toEqual([]);
  },
);
