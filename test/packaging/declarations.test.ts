/** Apps that write declarations export what they get from the package: each of its types has a name there. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { run } from "../support/process.js";
import { temporaryFolder } from "../support/project.js";

const stores = [
  ["kysely", "KyselyAdapter"],
  ["pg", "PgAdapter"],
  ["mysql2", "Mysql2Adapter"],
  ["prisma", "PrismaAdapter"],
  ["drizzle", "DrizzleAdapter"],
  ["memory", "MemoryAdapter"],
] as const;
const servers = ["express", "fastify", "h3", "hono", "koa", "node"];

test("a store, a server's sign-in and a module of Nest can be exported", async () => {
  const { folder, dispose } = await temporaryFolder("declarations");
  try {
    const modules = path.join(folder, "node_modules");
    // As in an app: with the links kept, the package stands in node_modules.
    mkdirSync(path.join(modules, "authwright"), { recursive: true });
    for (const name of ["dist", "package.json"])
      symlinkSync(path.join(projectRoot, name), path.join(modules, "authwright", name));
    for (const name of [
      "@nestjs",
      "@types",
      "drizzle-orm",
      "fastify",
      "h3",
      "hono",
      "kysely",
      "next",
      "rxjs",
      "srvx",
    ])
      symlinkSync(path.join(projectRoot, "node_modules", name), path.join(modules, name));
    const files = {
      ...Object.fromEntries(
        stores.map(([door, name]) => [
          `store-${door}.ts`,
          `import { ${name} } from "authwright/adapters/${door}";\nexport const store = ${name}(${door === "memory" ? "" : "{} as never"});\n`,
        ]),
      ),
      ...Object.fromEntries(
        servers.map((door) => [
          `server-${door}.ts`,
          `import { createAuth } from "authwright/${door}";\nexport const auth = createAuth({ providers: [] });\nexport const { handler } = auth as unknown as { handler: unknown };\n`,
        ]),
      ),
      "module.ts": `import { AuthModule } from "authwright/nest";\nexport const auth = AuthModule.forRoot({ providers: [] });\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
    const compilerOptions = {
      module: "nodenext",
      target: "es2023",
      strict: true,
      skipLibCheck: true,
      declaration: true,
      preserveSymlinks: true,
      outDir: "out",
      types: ["node"],
    };
    writeFileSync(path.join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
    const tsc = path.join(projectRoot, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "-p", folder], { cwd: folder });
    expect(stdout).toBe("");
  } finally {
    await dispose();
  }
}, 120_000);
