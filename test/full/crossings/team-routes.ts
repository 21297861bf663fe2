/** The route of a team in each project of the crossings, open before any command. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { writeByHand } from "../everyday/job.js";

type Writes = (folder: string) => Promise<void>;

const before =
  (file: string, line: string, lines: string): Writes =>
  (folder) =>
    writeByHand(folder, { file, instead: line, lines: `${lines}\n${line}` });

const file =
  (name: string, text: string): Writes =>
  async (folder) => {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  };

const page = "export default function Team() {\n  return <p>Team</p>;\n}\n";

const nest: Writes = async (folder) => {
  const controller = path.join(folder, "src/app.controller.ts");
  const text = await readFile(controller, "utf8");
  const route = "  @Get('teams/:team')\n  team(): string {\n    return 'Team';\n  }\n\n  @Get()\n";
  await writeFile(controller, text.replace("  @Get()\n", route));
};

/** By the id of the project. */
export const teamRoutes: Readonly<Record<string, Writes>> = {
  "express-esm-ts": before(
    "src/server.ts",
    "app.listen(port",
    'app.get("/teams/:team", (_req, res) => {\n  res.send("Team");\n});\n',
  ),
  "express-cjs": before(
    "app.js",
    "app.listen(",
    'app.get("/teams/:team", function (req, res) {\n  res.send("Team");\n});\n',
  ),
  "hono-ts": before("src/index.ts", "serve({", "app.get('/teams/:team', (c) => c.text('Team'))\n"),
  "fastify-ts": before("src/app.ts", "  return app;", '  app.get("/teams/:team", async () => "Team");\n'),
  // It answers everywhere.
  "koa-js": () => Promise.resolve(),
  "koa-ts": before(
    "src/app.ts",
    'router.get("/orders",',
    'router.get("/teams/:team", (ctx) => {\n  ctx.body = "Team";\n});\n',
  ),
  "h3-ts": before("src/server.ts", "serve(app", 'app.get("/teams/:team", () => "Team");\n'),
  "nest12-ts": nest,
  "nitro-ts": file("routes/teams/[team].ts", 'export default () => "Team";\n'),
  "sveltekit-ts": file("src/routes/teams/[team]/+page.svelte", "<p>Team</p>\n"),
  "nuxt-ts": file("app/pages/teams/[team].vue", "<template>\n  <p>Team</p>\n</template>\n"),
  "next, cacheComponents": file("app/teams/[team]/page.tsx", page),
  next: file("app/teams/[team]/page.tsx", page),
  "next, pages": file("pages/teams/[team].js", page),
};
