/** The projects of the crossings: those of the table of frameworks, with a page that anybody may read and guards are for. */
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { rows as frameworks } from "../../e2e/framework-matrix.js";
import { mustRun } from "../../support/process.js";

export interface CrossedProject {
  readonly id: string;
  /** Its row in test/e2e/framework-matrix.ts. */
  readonly row: string;
  readonly language: "typed" | "modules" | "commonjs";
  /** Where `auth init` writes the configuration, and its type. */
  readonly auth: string;
  readonly type: { readonly name: string; readonly module: string };
  readonly basePath: string;
  readonly envFile: ".env" | ".env.local";
  /** What checks the types, and in most projects writes what is run; JavaScript is run as it is. */
  readonly check?: readonly string[];
  /** What writes what is run where that is another program. */
  readonly build?: readonly string[];
  /** What starts the app, with PORT in the environment; Next.js gets the port as a flag. */
  readonly start: readonly string[];
  /** What else the environment says where it runs: its address, as browsers type it. */
  readonly startedAt?: (url: string) => Readonly<Record<string, string>>;
  readonly isNext?: true;
  /** Its configuration may be a function that is called with each request; it awaits nothing before the first one. */
  readonly isLazy?: true;
  /** A bundler reads its files: imports have no endings, and packages stand in the project's own folder. */
  readonly isBundled?: true;
  /** It runs with the packages of this repository, without an installation and a build. */
  readonly isQuick?: true;
  /** Its server file says itself which proxies it believes, and none there does: doctor has to say so behind one. */
  readonly believesNoProxy?: true;
  /** Makes /orders answer, and what else sets the project apart. */
  readonly prepare: (folder: string) => Promise<void>;
}

/** Replaces a text that must be there. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, text.replace(from, to));
}

const inFrontOf =
  (file: string, place: string, lines: string) =>
  (folder: string): Promise<void> =>
    edit(path.join(folder, file), place, `${lines}${place}`);

const withFile =
  (file: string, text: string) =>
  async (folder: string): Promise<void> => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };

/** As `npm install` of the project does it: its tsconfig.json stands on what that writes. */
const typesOf = (folder: string, program: string, word: string) =>
  mustRun(process.execPath, [path.join(folder, "node_modules/.bin", program), word], { cwd: folder });

const tsc = ["node_modules/.bin/tsc"];
const server = {
  type: { name: "ServerAuthConfig", module: "" },
  basePath: "/auth",
  envFile: ".env",
} as const;
const typed = { ...server, language: "typed", auth: "src/auth.ts", check: tsc } as const;
const typeOf = (framework: string, name = "ServerAuthConfig") => ({
  name,
  module: `authwright/${framework}`,
});

const ordersPage = "export default function Orders() {\n  return <p>Orders</p>;\n}\n";
const next = {
  type: typeOf("next", "FrameworkAuthConfig"),
  basePath: "/api/auth",
  envFile: ".env.local",
  start: ["node_modules/.bin/next", "dev"],
  isNext: true,
  isLazy: true,
  isBundled: true,
} as const;
const nextApp = {
  ...next,
  row: "create-next-app 16.4.3 app ts",
  language: "typed",
  auth: "auth.ts",
  check: [...tsc, "--noEmit"],
} as const;

export const projects: readonly CrossedProject[] = [
  {
    ...typed,
    id: "express-esm-ts",
    row: "express-esm-ts",
    type: typeOf("express", "MiddlewareAuthConfig"),
    start: ["dist/server.js"],
    isQuick: true,
    prepare: inFrontOf(
      "src/server.ts",
      "app.listen(port",
      'app.get("/orders", (_req, res) => {\n  res.send("Orders");\n});\n\n',
    ),
  },
  {
    ...server,
    id: "express-cjs",
    row: "express-cjs",
    language: "commonjs",
    auth: "auth.js",
    type: typeOf("express", "MiddlewareAuthConfig"),
    start: ["app.js"],
    prepare: inFrontOf(
      "app.js",
      "app.listen(",
      'app.get("/orders", function (req, res) {\n  res.send("Orders");\n});\n\n',
    ),
  },
  {
    ...typed,
    id: "hono-ts",
    row: "hono-ts",
    type: typeOf("hono"),
    start: ["dist/index.js"],
    isQuick: true,
    prepare: inFrontOf("src/index.ts", "serve({", "app.get('/orders', (c) => c.text('Orders'))\n\n"),
  },
  {
    ...typed,
    id: "fastify-ts",
    believesNoProxy: true,
    row: "fastify-ts",
    type: typeOf("fastify"),
    start: ["dist/server.js"],
    isQuick: true,
    prepare: inFrontOf("src/app.ts", "  return app;", '  app.get("/orders", async () => "Orders");\n\n'),
  },
  {
    ...server,
    id: "koa-js",
    row: "koa-js",
    language: "commonjs",
    auth: "auth.js",
    type: typeOf("koa"),
    start: ["app.js"],
    isQuick: true,
    // It answers everywhere.
    prepare: async () => {},
  },
  {
    ...typed,
    id: "koa-ts",
    row: "koa-ts",
    type: typeOf("koa"),
    start: ["dist/app.js"],
    prepare: inFrontOf(
      "src/app.ts",
      'router.get("/",',
      'router.get("/orders", (ctx) => {\n  ctx.body = "Orders";\n});\n\n',
    ),
  },
  {
    ...typed,
    id: "h3-ts",
    row: "h3-ts",
    type: typeOf("h3"),
    start: ["dist/server.js"],
    isQuick: true,
    prepare: inFrontOf("src/server.ts", "serve(app", 'app.get("/orders", () => "Orders");\n\n'),
  },
  {
    ...typed,
    id: "node-ts",
    row: "node-ts",
    type: typeOf("node"),
    start: ["dist/server.js"],
    isQuick: true,
    // Its listener chooses by the address: `auth protect` has nothing to write there.
    prepare: async () => {},
  },
  {
    ...typed,
    id: "nest12-ts",
    row: "nest12-ts",
    type: typeOf("nest"),
    believesNoProxy: true,
    check: [...tsc, "-p", "tsconfig.build.json"],
    start: ["dist/main.js"],
    prepare: inFrontOf(
      "src/app.controller.ts",
      "  @Get()\n",
      "  @Get('orders')\n  orders(): string {\n    return 'Orders';\n  }\n\n",
    ),
  },
  {
    ...typed,
    id: "nitro-ts",
    row: "nitro-ts",
    type: typeOf("h3"),
    auth: "auth.ts",
    check: [...tsc, "--noEmit"],
    build: ["node_modules/.bin/nitro", "build"],
    start: [".output/server/index.mjs"],
    prepare: withFile("routes/orders.ts", 'export default () => "Orders";\n'),
  },
  {
    ...typed,
    id: "sveltekit-ts",
    row: "sveltekit-ts",
    type: typeOf("sveltekit"),
    auth: "src/lib/server/auth.ts",
    check: ["node_modules/.bin/svelte-check", "--fail-on-warnings"],
    build: ["node_modules/.bin/vite", "build"],
    start: ["build/index.js"],
    // Kit refuses forms where it is not told which address people type.
    startedAt: (ORIGIN) => ({ ORIGIN }),
    isBundled: true,
    prepare: async (folder) => {
      await withFile("src/routes/orders/+page.svelte", "<p>Orders</p>\n")(folder);
      await typesOf(folder, "svelte-kit", "sync");
    },
  },
  {
    ...typed,
    id: "nuxt-ts",
    row: "nuxt-ts",
    type: typeOf("nuxt/server"),
    auth: "server/auth.ts",
    basePath: "/api/auth",
    check: ["node_modules/.bin/nuxt", "typecheck"],
    build: ["node_modules/.bin/nuxt", "build"],
    // What is built loads no env file.
    start: ["--env-file=.env", ".output/server/index.mjs"],
    // Nitro builds for a target without top-level await.
    isLazy: true,
    isBundled: true,
    prepare: async (folder) => {
      await withFile("app/app.vue", "<template>\n  <NuxtPage />\n</template>\n")(folder);
      await withFile("app/pages/index.vue", "<template>\n  <p>Home</p>\n</template>\n")(folder);
      await withFile("app/pages/orders.vue", "<template>\n  <p>Orders</p>\n</template>\n")(folder);
      await typesOf(folder, "nuxt", "prepare");
    },
  },
  {
    ...nextApp,
    id: "next, cacheComponents",
    prepare: withFile("app/orders/page.tsx", ordersPage),
  },
  {
    ...nextApp,
    id: "next",
    prepare: async (folder) => {
      await withFile("app/orders/page.tsx", ordersPage)(folder);
      await edit(
        path.join(folder, "next.config.ts"),
        "  cacheComponents: true,\n  partialPrefetching: true,\n",
        "",
      );
    },
  },
  {
    ...next,
    id: "next, pages",
    row: "create-next-app 16.4.3 pages js",
    language: "modules",
    auth: "auth.js",
    prepare: withFile("pages/orders.js", ordersPage),
  },
];

export const projectNamed = (id: string): CrossedProject => {
  const found = projects.find((one) => one.id === id);
  if (found === undefined) throw new Error(`No project is called ${id}`);
  return found;
};

/** How the table of frameworks makes it. */
export const makerOf = ({ row }: CrossedProject) => {
  const found = frameworks.find(({ project }) => project === row);
  if (found === undefined) throw new Error(`No row of the frameworks is called ${row}`);
  return found.make;
};

/** The configuration is where `init` wrote it: below src or not. */
export const authFileIn = (folder: string, { auth }: CrossedProject): string =>
  ["", "src/"].map((below) => path.join(folder, below + auth)).find(existsSync) ?? path.join(folder, auth);
