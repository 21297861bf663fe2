/** Apps that write declarations export what they get from the package: each of its types has a name there. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { run } from "../support/process.js";
import { temporaryFolder } from "../support/project.js";
import { nativeCompiler } from "../support/type-check.js";

const stores = [
  ["kysely", "KyselyAdapter"],
  ["pg", "PgAdapter"],
  ["mysql2", "Mysql2Adapter"],
  ["prisma", "PrismaAdapter"],
  ["drizzle", "DrizzleAdapter"],
  ["memory", "MemoryAdapter"],
] as const;
/** The servers, with the type of what `createAuth` returns: code for `isolatedDeclarations` names it. */
const servers = {
  express: "ExpressAuthFunctions",
  fastify: "FastifyAuth",
  h3: "H3Auth",
  hono: "HonoAuth",
  koa: "KoaAuth",
  node: "NodeAuth",
  "nuxt/server": "NuxtAuth",
  sveltekit: "SvelteKitAuth",
};

const inferred: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    stores.map(([door, name]) => [
      `store-${door}.ts`,
      `import { ${name} } from "authwright/adapters/${door}";\nexport const store = ${name}(${door === "memory" ? "" : "{} as never"});\n`,
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(servers).map((door) => [
      `server-${door.replace("/", "-")}.ts`,
      `import { createAuth } from "authwright/${door}";
export const auth = createAuth({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" }) },
});
export const { ${door === "sveltekit" ? "handle, signIn, signOut" : "accounts, accessToken, sessions"}, health, require } = auth;
`,
    ]),
  ),
  "nest.ts": `import { AuthModule, CurrentUser, Public, Require } from "authwright/nest";
export const auth = AuthModule.forRoot({ providers: [] });
export const decorators = [CurrentUser, Public, Require];
`,
  "next.ts": `import { FrameworkAuth } from "authwright/next";
export const { handlers, auth, signIn, signOut, update } = FrameworkAuth({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: "admin" }) },
});
export const { GET, POST } = handlers;
export const guarded = auth.require;
export const { accounts, sessions, health } = auth;
`,
  "guard.ts": `import { guard } from "authwright/next/guard";\nexport const proxy = guard({});\n`,
  "core.ts": `import { Auth, setEnvDefaults } from "authwright";
export const answer = (request: Request) => Auth(request, { providers: [] });
export { setEnvDefaults };
`,
};

/** As docs/guides/session-data.md has it. */
const annotated: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(servers).map(([door, type]) => [
      `server-${door.replace("/", "-")}.ts`,
      `import { createAuth, type ${type} } from "authwright/${door}";
export const auth: ${type} = createAuth({ providers: [] });
`,
    ]),
  ),
  "next.ts": `import { FrameworkAuth, type FrameworkAuthResult } from "authwright/next";
const made: FrameworkAuthResult = FrameworkAuth({ providers: [] });
export const handlers: FrameworkAuthResult["handlers"] = made.handlers;
export const auth: FrameworkAuthResult["auth"] = made.auth;
export const signIn: FrameworkAuthResult["signIn"] = made.signIn;
export const signOut: FrameworkAuthResult["signOut"] = made.signOut;
`,
};

const packages = [
  "@nestjs",
  "@sveltejs",
  "@types",
  "drizzle-orm",
  "fastify",
  "h3",
  "hono",
  "kysely",
  "next",
  "rxjs",
  "srvx",
];

const bundler = { module: "esnext", moduleResolution: "bundler" };
const settings = [
  ["nodenext", { module: "nodenext", composite: true }, inferred],
  ["a bundler", { ...bundler, composite: true }, inferred],
  ["isolatedDeclarations", { ...bundler, isolatedDeclarations: true }, annotated],
] as const;

test("PR-06: what an app exports has names by our subpaths alone", async () => {
  const { folder, dispose } = await temporaryFolder("declarations");
  try {
    const modules = path.join(folder, "node_modules");
    // As in an app: with the links kept, the package stands in node_modules.
    mkdirSync(path.join(modules, "authwright"), { recursive: true });
    for (const name of ["dist", "package.json"])
      symlinkSync(path.join(projectRoot, name), path.join(modules, "authwright", name));
    for (const name of packages)
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(modules, name));
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const said = await Promise.all(
      settings.map(async ([words, options, files], at) => {
        const own = path.join(folder, String(at));
        mkdirSync(own);
        for (const [name, text] of Object.entries(files)) writeFileSync(path.join(own, name), text);
        const compilerOptions = {
          ...options,
          target: "es2023",
          strict: true,
          skipLibCheck: true,
          declaration: true,
          preserveSymlinks: true,
          outDir: "out",
          types: ["node"],
        };
        const config = { compilerOptions, include: ["*.ts"] };
        writeFileSync(path.join(own, "tsconfig.json"), JSON.stringify(config));
        const { stdout, code } = await run(process.execPath, [...nativeCompiler, "-p", own], { cwd: own });
        return [words, code, stdout];
      }),
    );
    expect(said).toEqual(settings.map(([words]) => [words, 0, ""]));
  } finally {
    await dispose();
  }
}, 120_000);
