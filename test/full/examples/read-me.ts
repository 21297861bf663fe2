/** What the README of an example says to type, done in a clone of the repository. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { cleanEnv, freePort, mustRun, type Server, startServer } from "../../support/process.js";
import { npm, npx } from "../../support/project.js";

/** The first line of each README: one run of it serves all examples. */
export const preparation = "npm ci && npm run build && npm pack";

/** An address of this machine, and what is printed there. */
export interface Started extends Server {
  readonly url: string;
}

/** The lines of its blocks, without what is said of them. */
export async function linesOf(readme: string): Promise<string[]> {
  const blocks = (await readFile(readme, "utf8")).matchAll(/^```sh\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, code = ""]) =>
    code
      .trim()
      .split("\n")
      .map((line) => line.replace(/ +#.*$/, "")),
  );
}

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
}

export const scriptsOf = async (cwd: string) =>
  (JSON.parse(await readFile(path.join(cwd, "package.json"), "utf8")) as Manifest).scripts;

/** Prisma begins by loading the engine of migrations, which nothing here uses, from a host of its own. */
export const fromNpm = { npm_config_prefer_offline: "true", PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true" };

/** Ports of an example's servers, and the variables by which they and those who ask them learn of these. */
async function placesOf() {
  const ports = new Set<number>();
  while (ports.size < 4) ports.add(await freePort());
  const [app = 0, web = 0, api = 0, db = 0] = ports;
  const variables = {
    PORT: String(app),
    API_URL: `http://localhost:${api}`,
    DATABASE_URL: `postgres://postgres:postgres@localhost:${db}/postgres`,
  };
  return { app, web, api, db, env: cleanEnv({ ...variables, ...fromNpm }) };
}

type Places = Awaited<ReturnType<typeof placesOf>>;

interface ServerLine {
  readonly port: number;
  readonly args?: readonly string[];
  readonly says?: RegExp;
}

/** Some frameworks take their port as an argument alone. */
const withPort = (script: string, port: number): readonly string[] =>
  /^(?:vite|nuxt|wrangler) /.test(script) ? ["--", npx, ...script.split(" "), "--port", String(port)] : [];

/** Lines that go on until somebody ends them. */
async function asServer(line: string, cwd: string, places: Places): Promise<ServerLine | undefined> {
  const started = /^npx auth dev(?: --cwd (\S+))?$/.exec(line);
  if (started) {
    const { dev = "" } = await scriptsOf(path.join(cwd, started[1] ?? ""));
    return { port: places.app, args: withPort(dev, places.app) };
  }
  const known: Readonly<Record<string, ServerLine>> = {
    "npm run web": { port: places.web, args: ["--", "--port", String(places.web)] },
    "npm run api": { port: places.api },
    "npm run db": { port: places.db, says: /on port \d/ },
  };
  return known[line];
}

/** Does one line after the other; servers stay, and are added as they start. */
export async function typeIn(cwd: string, lines: readonly string[], servers: Started[]): Promise<void> {
  const places = await placesOf();
  const { env } = places;
  for (const line of lines) {
    const [name = "", ...args] = line.split(" ");
    const command = { npm, npx }[name] ?? name;
    const server = await asServer(line, cwd, places);
    if (server === undefined) {
      await mustRun(command, args, { cwd, env });
      continue;
    }
    const { port, args: more = [], says } = server;
    const url = `http://localhost:${port}`;
    const options = { cwd, env, url, ...(says && { says }) };
    servers.push({ ...(await startServer(command, [...args, ...more], options)), url });
  }
}
