/** Apps for teams as people write them, two of each shape, with the guard that is taken out of each. */
import type { ByHand } from "../everyday/job.js";

export interface GuardedApp {
  readonly name: string;
  /** Of test/full/crossings/projects.ts. */
  readonly project: string;
  /** The app's own routes, there before any command. */
  readonly routes: readonly ByHand[];
  /** Arguments of `auth protect`. */
  readonly protect: readonly (readonly string[])[];
  /** Guards that a person has written. */
  readonly guards?: readonly ByHand[];
  /** The one guard that is taken out, or the files that are it. */
  readonly out:
    | { readonly file: string; readonly guard: RegExp; readonly instead?: string }
    | { readonly files: readonly string[] };
  /** What the written test has to say then: a route, and who gets more than is expected. */
  readonly told: string;
}

const byTeam = ["/teams/:team", "--organization", "team"];
const byOwner = ["/billing/:team", "--organization", "team", "--role", "owner"];
const commands = [byTeam, byOwner];

/** Routes in front of a line of the file that the app starts in. */
const before = (file: string, line: string, lines: string): ByHand => ({
  file,
  instead: line,
  lines: `${lines}${line}`,
});
const file = (name: string, lines: string): ByHand => ({ file: name, lines });

const server = (
  name: string,
  project: string,
  place: readonly [file: string, line: string],
  lines: string,
): GuardedApp => ({
  name: `${name}, by command`,
  project,
  routes: [before(...place, lines)],
  protect: commands,
  out: { file: place[0], guard: /^.*require\(\{\s*path: ["']\/billing[^\n]*\n/m },
  told: "GET /billing/guard-test: member gets 403",
});

const express: readonly GuardedApp[] = [
  server(
    "Express",
    "express-esm-ts",
    ["src/server.ts", "app.listen(port"],
    `app.get("/teams/:team", (_req, res) => void res.send("The team"));
app.get("/billing/:team", (_req, res) => void res.send("What it pays"));

`,
  ),
  {
    name: "Express, a router by hand",
    project: "express-cjs",
    routes: [before("app.js", "app.listen(", 'app.use("/o", require("./invoices"));\n\n')],
    protect: [],
    guards: [
      file(
        "invoices.js",
        `const { Router } = require("express");
const { auth } = require("./auth");

const invoices = Router();
invoices.get("/:org/invoices", auth.require({ organization: "org", can: "invoice:read" }), (req, res) => {
  res.send("Invoices");
});
invoices.get("/:org/invoices/:id", auth.require({ organization: "org" }), (req, res) => {
  res.send(req.params.id);
});
module.exports = invoices;
`,
      ),
    ],
    out: { file: "invoices.js", guard: /auth\.require\(\{ organization: "org" \}\), /, instead: "" },
    told: "GET /o/guard-test/invoices/:id: stranger gets 404",
  },
];

const hono: readonly GuardedApp[] = [
  server(
    "Hono",
    "hono-ts",
    ["src/index.ts", "serve({"],
    `app.get('/teams/:team', (c) => c.text('The team'))
app.get('/billing/:team', (c) => c.text('What it pays'))

`,
  ),
  {
    name: "Hono, an app in the app by hand",
    project: "hono-ts",
    routes: [],
    protect: [],
    guards: [
      file(
        "src/invoices.ts",
        `import { Hono } from 'hono'
import { auth } from './auth.js'

export const invoices = new Hono()
  .get('/:org/invoices', auth.require({ organization: 'org', can: 'member:remove' }), (c) => c.text('Invoices'))
  .post('/:org/invoices', auth.require({ organization: 'org', role: ['owner', 'admin'] }), (c) => c.text('Made'))
`,
      ),
      before("src/index.ts", "serve({", "app.route('/o', invoices)\n\n"),
      before("src/index.ts", "const app = new Hono()", "import { invoices } from './invoices.js'\n\n"),
    ],
    out: {
      file: "src/invoices.ts",
      guard: /auth\.require\(\{ organization: 'org', role: \[[^\]]*\] \}\), /,
    },
    told: "POST /o/guard-test/invoices: member gets 403",
  },
];

const fastify: readonly GuardedApp[] = [
  server(
    "Fastify",
    "fastify-ts",
    ["src/app.ts", "  return app;"],
    `  app.get("/teams/:team", async () => "The team");
  app.get("/billing/:team", async () => "What it pays");

`,
  ),
  {
    name: "Fastify, a plugin by hand",
    project: "fastify-ts",
    routes: [],
    protect: [],
    guards: [
      file(
        "src/invoices.ts",
        `import type { FastifyPluginAsync } from "fastify";
import { auth } from "./auth.js";

export const invoices: FastifyPluginAsync = async (app) => {
  app.get("/:org/invoices", { preHandler: auth.require({ organization: "org" }) }, async () => "Invoices");
  app.delete("/:org/invoices", { preHandler: auth.require({ organization: "org", role: "owner" }) }, async () => "Gone");
};
`,
      ),
      before("src/app.ts", "  return app;", '  app.register(invoices, { prefix: "/o" });\n\n'),
      before("src/app.ts", "export function build", 'import { invoices } from "./invoices.js";\n\n'),
    ],
    out: { file: "src/invoices.ts", guard: /\{ preHandler: auth\.require\(\{ organization: "org" \}\) \}, / },
    told: "GET /o/guard-test/invoices: nobody gets 401",
  },
];

const koa: readonly GuardedApp[] = [
  server(
    "Koa",
    "koa-ts",
    ["src/app.ts", 'router.get("/",'],
    `router.get("/teams/:team", (ctx) => {
  ctx.body = "The team";
});
router.get("/billing/:team", (ctx) => {
  ctx.body = "What it pays";
});

`,
  ),
  {
    name: "Koa, a router by hand",
    project: "koa-ts",
    routes: [],
    protect: [],
    guards: [
      before(
        "src/app.ts",
        'router.get("/",',
        `router.get("/o/:org/invoices", auth.require({ organization: "org", can: "invoice:read" }), (ctx) => {
  ctx.body = "Invoices";
});
router.get("/o/:org/payments", auth.require({ organization: "org", role: "owner" }), (ctx) => {
  ctx.body = "Payments";
});

`,
      ),
    ],
    out: { file: "src/app.ts", guard: /auth\.require\(\{ organization: "org", role: "owner" \}\), / },
    told: "GET /o/guard-test/payments: admin gets 403",
  },
];

const h3: readonly GuardedApp[] = [
  {
    name: "Nitro, by command",
    project: "nitro-ts",
    routes: [
      file("routes/teams/[team].ts", 'export default () => "The team";\n'),
      file("routes/billing/[team].ts", 'export default () => "What it pays";\n'),
    ],
    protect: commands,
    out: { files: ["middleware/billing-any.ts", "plugins/auth-billing-any.ts"] },
    told: "GET /billing/guard-test: member gets 403",
  },
  {
    name: "h3, by hand",
    project: "h3-ts",
    routes: [],
    protect: [],
    guards: [
      before(
        "src/server.ts",
        "serve(app",
        `app.get("/o/:org/invoices", () => "Invoices", { middleware: [auth.require({ organization: "org" })] });
app.get("/o/:org/payments", () => "Payments", { middleware: [auth.require({ organization: "org", can: "member:remove" })] });

`,
      ),
    ],
    out: {
      file: "src/server.ts",
      guard: /, \{ middleware: \[auth\.require\(\{ organization: "org", can: "member:remove" \}\)\] \}/,
    },
    told: "GET /o/guard-test/payments: member gets 403",
  },
];

const controller = (name: string, at: string, imports: string, decorator: string) =>
  `import { Controller, Get } from '@nestjs/common';
${imports}
@Controller('${at}')
export class ${name} {
${decorator}  @Get()
  one(): string {
    return '${name}';
  }
}
`;
const nestModule = (...names: readonly string[]): readonly ByHand[] => [
  before(
    "src/app.module.ts",
    "@Module({",
    names.map((name) => `import { ${name} } from './${name.toLowerCase()}.js';\n`).join(""),
  ),
  {
    file: "src/app.module.ts",
    instead: "[AppController",
    lines: `[${names.join(", ")}, AppController`,
  },
];

const nest: readonly GuardedApp[] = [
  {
    name: "NestJS, by command",
    project: "nest12-ts",
    routes: [
      file("src/teams.ts", controller("Teams", "teams/:team", "", "")),
      file("src/billing.ts", controller("Billing", "billing/:team", "", "")),
      ...nestModule("Teams", "Billing"),
    ],
    protect: commands,
    out: { file: "src/billing.ts", guard: /@Require\([^\n]*\n/ },
    told: "GET /billing/guard-test: member gets 403",
  },
  {
    name: "NestJS, a handler by hand",
    project: "nest12-ts",
    routes: [],
    protect: [],
    guards: [
      file(
        "src/invoices.ts",
        controller(
          "Invoices",
          "o/:org/invoices",
          "import { Require } from 'authwright/nest';\n",
          "  @Require({ organization: 'org', can: 'invoice:read' })\n",
        ),
      ),
      ...nestModule("Invoices"),
    ],
    out: { file: "src/invoices.ts", guard: /^ {2}@Require\([^\n]*\n/m },
    told: "GET /o/guard-test/invoices: nobody gets 401",
  },
];

export const servers: readonly GuardedApp[] = [...express, ...hono, ...fastify, ...koa, ...h3, ...nest];
