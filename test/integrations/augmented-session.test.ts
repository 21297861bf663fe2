/** What integrations add to a framework's types, where another package adds a `Session` of its own there. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { linkPackages } from "../migrate/samples.js";
import { typeErrors } from "../support/type-check.js";

/** As @fastify/session declares it, and older types of express-session. */
const theirs = "interface Session { sessionId: string }";

const files = {
  "package.json": JSON.stringify({ name: "app", type: "module" }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      module: "NodeNext",
      target: "ES2023",
      strict: true,
      skipLibCheck: true,
      types: ["node"],
    },
    include: ["src"],
  }),
  "src/fastify.ts": `import type { FastifyRequest } from "fastify";
import "authwright/fastify";
declare module "fastify" { ${theirs} }
export const name = (request: FastifyRequest) => request.auth?.user?.name?.toUpperCase();
`,
  "src/hono.ts": `import type { Context } from "hono";
import "authwright/hono";
declare module "hono" { ${theirs} }
export const name = (c: Context) => c.var.auth?.user?.name?.toUpperCase();
`,
  "src/h3.ts": `import type { H3EventContext } from "h3";
import "authwright/h3";
declare module "h3" { ${theirs} }
export const name = (context: H3EventContext) => context.auth?.user?.name?.toUpperCase();
`,
  "src/express.ts": `import type { Request } from "express";
import "authwright/express";
declare global { namespace Express { ${theirs} } }
export const name = (req: Request) => req.auth?.user?.name?.toUpperCase();
`,
};

test("RA2-B5: the session is ours in Fastify, Hono, h3 and Express", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "authwright augmented "));
  try {
    mkdirSync(path.join(folder, "src"));
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
    linkPackages(folder);
    expect(typeErrors(folder)).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
