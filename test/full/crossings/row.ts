/** One row of the crossings, from the project with its configuration to `auth undo`. */
import { createHash } from "node:crypto";
import { appendFile, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { freePort, run, startServer, type Finished } from "../../support/process.js";
import { treeOf } from "../../support/project.js";
import { type Base, cliIn, openBase } from "./base.js";
import { envLines } from "./env-lines.js";
import type { Row } from "./pairs.js";
import { type CrossedProject, projectNamed } from "./projects.js";
import { writeShape } from "./shaped.js";
import { shapes } from "./shapes.js";
import { commandNamed, isPostgres, stores, type CrossedCommand } from "./table.js";
import { teamRoutes } from "./team-routes.js";
import { type App, type Answer, said, visit } from "./visits.js";

/** A step that went wrong. */
export class WrongRow extends Error {
  readonly step: string;
  readonly expected: string;
  readonly seen: string;

  constructor(step: string, expected: string, seen: string) {
    super(`${step}: expected ${expected}, seen: ${seen}`);
    this.step = step;
    this.expected = expected;
    this.seen = seen;
  }
}

export interface Surroundings {
  readonly base: Base;
  /** Makes an empty database, where there is a server for it. */
  readonly database?: () => Promise<string>;
  /** Next.js is built and started, not run in development. */
  readonly isBuilt?: boolean;
}

/** What the steps share. */
interface Opened {
  readonly row: Row;
  readonly project: CrossedProject;
  readonly command: CrossedCommand;
  readonly folder: string;
  readonly env: (extra?: Record<string, string>) => Record<string, string>;
  readonly port: number;
  readonly url: string;
  readonly isBuilt: boolean;
}

const ada = { name: "Ada", email: "ada@example.com" };
const bob = { name: "Bob", email: "bob@example.com" };

/** Data is nobody's to take back, and builds are made anew. */
const notOurs = new Set(
  ["node_modules", ".next", ".nitro", ".output", "dist", "next-env.d.ts", "tsconfig.tsbuildinfo"].concat([
    "tsconfig.build.tsbuildinfo",
    ".svelte-kit",
    "build",
    ".nuxt",
    ".data",
    "auth.db",
    "auth.db-shm",
    "auth.db-wal",
    ".auth",
  ]),
);
const tree = (folder: string) => treeOf(folder, notOurs);

function must(isRight: boolean, step: string, expected: string, seen: string): asserts isRight {
  if (!isRight) throw new WrongRow(step, expected, seen);
}

const outputOf = ({ code, stdout, stderr }: Finished): string => `exit ${code}\n${stdout}${stderr}`.trim();

/** Runs all steps of a row. */
export async function tryRow(row: Row, { base, database, isBuilt = false }: Surroundings): Promise<void> {
  const project = projectNamed(row["project"] ?? "");
  const opened = await openBase(base, project);
  const port = await freePort();
  const url = lineOf(row).url ?? `http://localhost:${port}`;
  const variables =
    isPostgres(row["store"]) && database !== undefined ? { DATABASE_URL: await database() } : {};
  const env = (extra: Record<string, string> = {}) => opened.env({ ...variables, ...extra });
  const command = commandNamed(row["command"] ?? "");
  const steps: Opened = { row, project, command, folder: opened.folder, env, port, url, isBuilt };
  try {
    await configure(steps);
    const written = await tree(steps.folder);
    const prepared = await prepare(steps);
    const before = await tree(steps.folder);
    const early = command.keepsSessions && row["strategy"] === "jwt" ? await cookieOf(steps, ada) : undefined;
    await cli(steps, command.id, command.words);
    await compiles(steps);
    await isDone(steps);
    await isSound(steps);
    await answers(steps, early);
    await isUndone(steps, 1, before);
    await isUndone(steps, prepared, written);
  } finally {
    await opened.dispose();
  }
}

const lineOf = (row: Row) => {
  const found = envLines.find(({ id }) => id === row["env"]);
  if (found === undefined) throw new Error(`No line is ${row["env"]}`);
  return found;
};

async function configure({ row, project, command, folder }: Opened): Promise<void> {
  if (command.team !== undefined) await teamRoutes[project.id]?.(folder);
  const wanted = shapes.find(({ id }) => id === row["shape"]);
  if (wanted === undefined) throw new Error(`No shape is ${row["shape"]}`);
  await writeShape(folder, project, wanted, row["saved"] ?? "");
  const lines = lineOf(row).lines(project.basePath);
  if (lines.length > 0) await appendFile(path.join(folder, project.envFile), `\n${lines.join("\n")}\n`);
}

/** What brings the project to where the command begins: how many plans that took. */
async function prepare(steps: Opened): Promise<number> {
  const { row, command, folder } = steps;
  const store = stores[row["store"] ?? ""];
  const plugins = row["plugins"] ?? "none";
  const lines = [
    ...(store ? [[...store, "--session", row["strategy"] ?? ""]] : []),
    ...(plugins === "none" ? [] : [["add-plugin", plugins, "--transport", "nodemailer"]]),
    ...(command.first ?? []),
  ];
  let plans = 0;
  for (const words of lines) {
    const before = await tree(folder);
    await cli(steps, `before it, ${words.join(" ")}`, words);
    if (!isSame(before, await tree(folder))) plans += 1;
  }
  return plans;
}

const auth = ({ folder, env }: Opened, ...words: readonly string[]): Promise<Finished> =>
  run(process.execPath, [cliIn(folder), ...words], { cwd: folder, env: env({ CI: "1" }) });

/** Their flags are fewer; the others would install what is there already. */
const installsNothing = new Set(["undo", "db"]);

async function cli(steps: Opened, step: string, words: readonly string[]): Promise<Finished> {
  const flags = installsNothing.has(words[0] ?? "") ? ["--yes"] : ["--yes", "--no-install"];
  const done = await auth(steps, ...words, ...flags);
  must(done.code === 0, step, "exit 0", outputOf(done));
  return done;
}

const node = ({ folder, env }: Opened, args: readonly string[], extra: Record<string, string> = {}) =>
  run(process.execPath, args, { cwd: folder, env: env(extra), timeoutSeconds: 500 });

/** The project's own compiler has nothing to say. Bundlers write types of their own first: it is asked once the app runs. */
async function compiles(steps: Opened): Promise<void> {
  const { check, isBundled } = steps.project;
  if (check !== undefined && !isBundled) await checked(steps, check);
}

async function checked(steps: Opened, check: readonly string[]): Promise<void> {
  const done = await node(steps, check);
  // The others sum up what they have seen.
  const isSilent = check[0] !== "node_modules/.bin/tsc" || done.stdout === "";
  must(done.code === 0 && isSilent, "the compiler", "no word", outputOf(done));
}

/** The command once more: nothing is left to do. */
async function isDone(steps: Opened): Promise<void> {
  const { command, folder } = steps;
  if (command.isNeverDone) return;
  const before = await tree(folder);
  await cli(steps, "the second run", command.words);
  const changed = differing(before, await tree(folder));
  must(changed.length === 0, "the second run", "no change", changed.join(", "));
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  differing(one, other).length === 0;
const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((file) => one[file] !== other[file]);

/** `auth doctor` has nothing to say but hints, such as that credentials are to be filled in. */
async function isSound(steps: Opened): Promise<void> {
  const { project, row } = steps;
  const doctor = await auth(steps, "doctor", "--json");
  const { result } = JSON.parse(doctor.stdout || "{}") as {
    result?: { findings: readonly { code: string; level: string; message: string; path?: string }[] };
  };
  must(result !== undefined, "doctor", "a document", outputOf(doctor));
  const found = result.findings.filter(({ level }) => level !== "hint");
  const isBehindOne = row["command"] === "add-docker" || row["env"] === "AUTH_TRUST_HOST=true";
  const due = project.believesNoProxy && isBehindOne ? "AUTH_D_TRUST_PROXY" : undefined;
  const codes = found.map(({ code }) => code).join();
  must(codes === (due ?? ""), "doctor", due ?? "silence", JSON.stringify(found));
}

/** Starts the app as its framework's page says, and visits it. */
async function answers(steps: Opened, early: string | undefined): Promise<void> {
  const { project, port, url, row, isBuilt } = steps;
  if (isPostgres(row["store"])) await cli(steps, "db migrate", ["db", "migrate"]);
  if (project.build) await built(steps, project.build);
  if (project.isNext && isBuilt) await built(steps, [project.start[0] ?? "", "build"]);
  const [program = "", ...words] = project.start;
  const start = project.isNext
    ? [program, isBuilt ? "start" : "dev", "-p", String(port)]
    : [program, ...words];
  const server = await startServer(process.execPath, start, {
    cwd: steps.folder,
    env: steps.env({
      PORT: String(port),
      ...(!project.isNext && { NODE_ENV: "production" }),
      ...project.startedAt?.(url),
      ...variablesOf(steps),
    }),
    url: `http://localhost:${port}`,
  });
  try {
    await walk(steps, { port, url, basePath: project.basePath }, early ?? (await cookieOf(steps, ada)));
    if (project.isBundled && project.check) await checked(steps, project.check);
  } catch (error) {
    if (error instanceof WrongRow)
      throw new WrongRow(error.step, error.expected, `${error.seen}\n${server.output()}`);
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

async function built(steps: Opened, words: readonly string[]): Promise<void> {
  const done = await node(steps, words);
  must(done.code === 0, "the build", "exit 0", outputOf(done));
}

/** What a person fills in, and the admins where a role is asked for. */
const variablesOf = ({ row }: Opened): Record<string, string> => ({
  AUTH_GITHUB_ID: "github-id",
  AUTH_GITHUB_SECRET: createHash("sha256").update(JSON.stringify(row)).digest("hex"),
  AUTH_GITLAB_ID: "gitlab-id",
  AUTH_GITLAB_SECRET: "f00dcafe",
  AUTH_NODEMAILER_SERVER: "smtp://127.0.0.1:1",
  AUTH_NODEMAILER_FROM: "app@example.com",
  AUTH_ADMINS: ada.email,
});

/** Whether the shape of the configuration has kept what `auth init` says of pages. */
async function hasOwnPages(folder: string): Promise<boolean> {
  const files = Object.keys(await tree(folder)).filter((file) => /\.[cm]?[jt]s$/.test(file));
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  return texts.some((text) => text.includes("pageAddresses: true"));
}

/** Visits, and says what is wrong. */
type Sees = (
  who: string,
  at: string,
  expected: string,
  isRight: (a: Answer) => boolean,
  as?: string,
) => Promise<Answer>;

/** Members of the organisation in the address are let in, in the role that the guard asks for, and nobody else is. */
async function walkOfTeam(steps: Opened, see: Sees): Promise<void> {
  const { role } = steps.command.team ?? {};
  const at = "/teams/acme";
  const isServed = ({ status, location, body }: Answer) =>
    status === 200 && location === undefined && !isMissing(body);
  const isMissing = (body: string) => body.includes("NEXT_HTTP_ERROR_FALLBACK;404");
  // A page of Next.js that has begun to stream says it in its text.
  const is404 = ({ status, body }: Answer) => status === 404 || isMissing(body);
  const isForbidden = (a: Answer) =>
    a.status === 403 || a.location?.searchParams.get("error") === "Forbidden";
  await see(
    "nobody",
    at,
    "a redirect to sign-in",
    ({ status, location }) => status !== 200 || location !== undefined,
  );
  await see("the owner", at, "200", isServed, await cookieOf(steps, ada, { acme: "owner" }));
  const member = await cookieOf(steps, bob, { acme: "member" });
  if (role === "owner") await see("a member", at, "403 or the page for it", isForbidden, member);
  else await see("a member", at, "200", isServed, member);
  const stranger = await cookieOf(steps, { name: "Eve", email: "eve@example.com" }, { other: "owner" });
  await see("the owner of another one", at, "404", is404, stranger);
  await see("the owner", "/teams/nobodys", "404", is404, await cookieOf(steps, ada));
}

async function walk(steps: Opened, app: App, cookie: string): Promise<void> {
  const { guards } = steps.command;
  const { basePath } = app;
  const see: Sees = async (who, at, expected, isRight, as) => {
    const answer = await visit(app, at, as);
    must(isRight(answer), `${who} at ${at}`, expected, said(answer));
    return answer;
  };
  await see(
    "anybody",
    `${basePath}/providers`,
    "200 and github",
    (a) => a.status === 200 && a.body.includes("github"),
  );
  await see("anybody", "/", "200", (a) => a.status === 200);
  const guarded = guards === undefined ? "/dashboard" : "/orders";
  const page = (await hasOwnPages(steps.folder)) ? "/sign-in" : `${basePath}/signin`;
  const signIn = new URL(app.url).origin + page;
  const { location } = await see("nobody", guarded, `a redirect to ${signIn}`, (a) =>
    a.location === undefined ? false : a.location.origin + a.location.pathname === signIn,
  );
  const asked = `${location?.pathname}${location?.search}`;
  await see("nobody", asked, "200, the sign-in page", (a) => a.status === 200 && a.body.includes("GitHub"));
  const isIn = (a: Answer) =>
    a.status === 200 && a.location === undefined && (guarded === "/orders" || a.body.includes("Ada"));
  await see(
    "Ada",
    `${basePath}/session`,
    `200 and ${ada.email}`,
    (a) => a.status === 200 && a.body.includes(ada.email),
    cookie,
  );
  await see("Ada", guarded, "200", isIn, cookie);
  if (steps.command.team !== undefined) await walkOfTeam(steps, see);
  if (guards?.role === undefined) return;
  const isOut = (a: Answer) => a.status === 403 || a.location?.searchParams.get("error") === "Forbidden";
  await see(
    `Bob, who is no ${guards.role}`,
    guarded,
    "403 or the page for it",
    isOut,
    await cookieOf(steps, bob),
  );
}

/** The Cookie header of a session, made as a sign-in makes it, in the store of the app. */
async function cookieOf(
  steps: Opened,
  user: { name: string; email: string },
  memberOf?: Readonly<Record<string, string>>,
): Promise<string> {
  const { project, folder, url } = steps;
  const isKept = keepsRows(steps);
  // Members are rows, whatever sessions are.
  const isDatabase = isKept || memberOf !== undefined;
  const isRun = project.start[0]?.startsWith("dist/") === true;
  const isSource = project.language === "typed" && !isRun;
  const below = path.dirname(path.relative(folder, path.join(folder, project.auth)));
  const name = `auth-store.${isSource ? "ts" : "js"}`;
  const store = isRun ? "dist/auth-store.js" : path.posix.join(below, name);
  const script = `
    import { mintSession } from "authwright/testing";
    const opened = ${isDatabase ? `await import(${JSON.stringify(`./${store}`)})` : "{}"};
    const { authStore: adapter } = opened.authStore ? opened : (opened.default ?? {});
    const config = adapter
      ? { adapter, session: { strategy: "${isKept ? "database" : "jwt"}" } }
      : { callbacks: { jwt: ({ token }) => ({ ...token, emailVerified: true }) } };
    const { header } = await mintSession(${JSON.stringify(user)}, { url: ${JSON.stringify(url)}, config${memberOf === undefined ? "" : `, memberOf: ${JSON.stringify(memberOf)}`} });
    process.stdout.write(header + "\\n", () => process.exit());
  `;
  const loader = isSource && isDatabase ? ["--import", "tsx"] : [];
  const made = await node(
    steps,
    [`--env-file=${project.envFile}`, ...loader, "--input-type=module", "-e", script],
    variablesOf(steps),
  );
  must(made.code === 0, `a session of ${user.name}`, "a cookie", outputOf(made));
  return made.stdout.trim();
}

/** Whether sessions are rows, by what the commands were asked for. */
const keepsRows = ({ row, command }: Opened): boolean =>
  row["strategy"] === "database" || command.id === "add-adapter";

async function isUndone(steps: Opened, plans: number, before: Record<string, string>): Promise<void> {
  const { command, folder } = steps;
  if (plans === 0 || (plans === 1 && command.id === "init")) return;
  for (let plan = 0; plan < plans; plan += 1) await cli(steps, "undo", ["undo"]);
  for (const file of ["", "-shm", "-wal"]) await rm(path.join(folder, `auth.db${file}`), { force: true });
  const changed = differing(before, await tree(folder));
  must(changed.length === 0, "undo", "every byte as before", changed.join(", "));
}
