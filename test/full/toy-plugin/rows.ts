/** The toy plugin in each framework: a route that its guard stands in front of, as the framework writes one. */
import { type Row, rows } from "../../e2e/framework-matrix.js";
import { cleanEnv } from "../../support/process.js";
import { installedProject } from "../../support/project.js";

/** Text that goes in front of what is there. */
type Line = readonly [file: string, before: string, line: string];

export interface ToyRow {
  /** How the project is made, built and started. */
  readonly row: Row;
  /** The file with the configuration. */
  readonly config: string;
  /**
   * The route /lists/:list, for whom `todoList` lets in. It answers "<name>: <count>": what the guard adds to the session,
   * and what the function of the plugin says.
   */
  readonly files?: Readonly<Record<string, string>>;
  readonly lines?: readonly Line[];
  /** The integration hands out no functions of plugins: the route answers with a word in place of the count. */
  readonly hasNoFunctions?: true;
}

/** In place of a count. */
export const noCount = "uncounted";

function matrix(project: string): Row {
  const found = rows.find((row) => row.project === project);
  if (found === undefined) throw new Error(`No row of the frameworks is called ${project}`);
  return found;
}

/** The table has this router in JavaScript, which has no types to check. */
const nextPages: Row = {
  ...matrix("create-next-app 16.4.3 pages js"),
  project: "next-pages-ts",
  build: ["-c", "next build && tsc --noEmit"],
  make: async (packed) => ({
    ...(await installedProject("next-pages-ts", packed)),
    env: (extra = {}) => cleanEnv(extra),
  }),
};

const server = { config: "src/auth.ts" } as const;

/** Those that build longest first, so that parts of the group take alike. */
export const toyRows: readonly ToyRow[] = [
  {
    row: matrix("create-next-app 16.4.3 app ts"),
    config: "auth.ts",
    files: {
      "app/lists/[list]/route.ts": `import { auth } from "@/auth";

export const GET = auth.require({ todoList: "list" }, async (request) => {
  const { name = "" } = request.auth?.todoList ?? {};
  return new Response(\`\${name}: \${await auth.todos.count(name)}\`);
});
`,
    },
  },
  {
    row: nextPages,
    config: "auth.ts",
    // Functions look for the request where the App Router keeps it.
    hasNoFunctions: true,
    files: {
      "pages/lists/[list].tsx": `import type { GetServerSidePropsContext, InferGetServerSidePropsType } from "next";
import type { Session } from "authwright";
import { auth } from "@/auth";

type Context = GetServerSidePropsContext & { auth: Session };

// With a type: by the options alone it is the handler of a route.
export const getServerSideProps = auth.require({ todoList: "list" }, ({ auth: { todoList } }: Context) => {
  return { props: { name: todoList?.name ?? null } };
});

export default function List({ name }: InferGetServerSidePropsType<typeof getServerSideProps>) {
  return <p>{\`\${name}: ${noCount}\`}</p>;
}
`,
    },
  },
  {
    row: matrix("nuxt-ts"),
    config: "server/auth.ts",
    lines: [
      ["nuxt.config.ts", "  modules:", '  routeRules: { "/lists/*/**": { auth: { todoList: "*" } } },\n'],
    ],
    files: {
      "server/routes/lists/[list].get.ts": `import { auth } from "../../auth";

export default defineEventHandler(async (event) => {
  const asked = { name: getRouterParam(event, "list") ?? "" };
  const { name = "" } = (await auth.require(event, { todoList: asked })).todoList ?? {};
  return \`\${name}: \${await auth.todos.count(event, name)}\`;
});
`,
    },
  },
  {
    row: matrix("sveltekit-ts"),
    config: "src/lib/server/auth.ts",
    files: {
      "src/routes/lists/[list]/+server.ts": `import { text } from "@sveltejs/kit";
import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => {
  const { name = "" } = (await locals.auth.require({ todoList: "list" })).todoList ?? {};
  return text(\`\${name}: \${await locals.auth.todos.count(name)}\`);
};
`,
    },
  },
  {
    ...server,
    row: matrix("nest12-ts"),
    // AuthModule hands out the guard alone.
    hasNoFunctions: true,
    lines: [
      [
        "src/app.controller.ts",
        "import { AppService }",
        "import { Req } from '@nestjs/common';\nimport { Require, type Session } from 'authwright/nest';\n",
      ],
      [
        "src/app.controller.ts",
        "  @Get()\n",
        `  @Require({ todoList: 'list' })
  @Get('lists/:list')
  list(@Req() request: { auth?: Session | null }): string {
    return \`\${request.auth?.todoList?.name}: ${noCount}\`;
  }

`,
      ],
    ],
  },
  {
    row: matrix("nitro-ts"),
    config: "auth.ts",
    files: {
      "routes/lists/[list].ts": `import { defineHandler } from "nitro/h3";
import { auth } from "../../auth";

export default defineHandler({
  middleware: [auth.require({ path: "/lists/:list", todoList: "list" })],
  async handler(event) {
    const { name = "" } = event.context.auth?.todoList ?? {};
    return \`\${name}: \${await auth.todos.count(event, name)}\`;
  },
});
`,
    },
  },
  {
    ...server,
    row: matrix("express-esm-ts"),
    lines: [
      [
        "src/server.ts",
        "// The catalogue.",
        `app.get("/lists/:list", auth.require({ todoList: "list" }), async (req, res) => {
  const { name = "" } = req.auth?.todoList ?? {};
  res.send(\`\${name}: \${await auth.todos.count(req, name)}\`);
});

`,
      ],
    ],
  },
  {
    ...server,
    row: matrix("hono-ts"),
    lines: [
      [
        "src/index.ts",
        "serve({",
        `app.get('/lists/:list', auth.require({ todoList: 'list' }), async (c) => {
  const { name = '' } = c.var.auth.todoList ?? {}
  return c.text(\`\${name}: \${await auth.todos.count(c, name)}\`)
})

`,
      ],
    ],
  },
  {
    ...server,
    row: matrix("fastify-ts"),
    lines: [
      [
        "src/app.ts",
        "  return app;",
        `  app.get("/lists/:list", { preHandler: auth.require({ todoList: "list" }) }, async (request) => {
    const { name = "" } = request.auth?.todoList ?? {};
    return \`\${name}: \${await auth.todos.count(request, name)}\`;
  });

`,
      ],
    ],
  },
  {
    ...server,
    row: matrix("koa-ts"),
    lines: [
      [
        "src/app.ts",
        "app.use(router.routes())",
        `router.get("/lists/:list", auth.require({ path: "/lists/:list", todoList: "list" }), async (ctx) => {
  const { name = "" } = ctx.state.auth?.todoList ?? {};
  ctx.body = \`\${name}: \${await auth.todos.count(ctx, name)}\`;
});

`,
      ],
    ],
  },
  {
    ...server,
    row: matrix("h3-ts"),
    lines: [
      [
        "src/server.ts",
        "serve(app",
        `app.get(
  "/lists/:list",
  async (event) => {
    const { name = "" } = event.context.auth?.todoList ?? {};
    return \`\${name}: \${await auth.todos.count(event, name)}\`;
  },
  { middleware: [auth.require({ todoList: "list" })] },
);

`,
      ],
    ],
  },
  {
    ...server,
    row: matrix("node-ts"),
    lines: [
      [
        "src/server.ts",
        "import { withAuth }",
        'import type { IncomingMessage, ServerResponse } from "node:http";\nimport { auth } from "./auth.js";\n',
      ],
      [
        "src/server.ts",
        "const server =",
        `async function listPage(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const session = await auth.require(req, res, { path: "/lists/:list", todoList: "list" });
  if (!session) return; // answered already
  const { name = "" } = session.todoList ?? {};
  res.end(\`\${name}: \${await auth.todos.count(req, name)}\`);
}

`,
      ],
      [
        "src/server.ts",
        '  if (req.url === "/")',
        '  if (req.url?.startsWith("/lists/")) return listPage(req, res);\n',
      ],
    ],
  },
];
