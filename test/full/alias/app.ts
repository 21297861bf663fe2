/** An app of a published integration: installed, built, started, visited. */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { Visitor } from "../../alias/visitor.js";
import { projectRoot } from "../../architecture/source-tree.js";
import { startStrictProvider } from "../../e2e/strict-provider.js";
import { MailServer } from "../../support/mail-server.js";
import { cleanEnv, freePort, mustRun, run, startServer } from "../../support/process.js";
import { npx, tarball, temporaryFolder } from "../../support/project.js";
import type { Row } from "./rows.js";

type Env = Readonly<Record<string, string>>;

const secret = "a-secret-for-tests-a-secret-for-tests";
export const vendored = "vendor/authwright.tgz";

/** An app of test/fixtures/alias with the tarball in its repository. */
export async function appOf(id: string) {
  const made = await temporaryFolder(`alias ${id}`);
  cpSync(path.join(projectRoot, "test/fixtures/alias", id), made.folder, { recursive: true });
  mkdirSync(path.join(made.folder, "vendor"));
  mkdirSync(path.join(made.folder, ".git"));
  copyFileSync(tarball, path.join(made.folder, vendored));
  return made;
}

export const build = ({ build: [command = npx, ...args] }: Row, cwd: string) =>
  mustRun(command, args, { cwd, env: cleanEnv(), timeoutSeconds: 600 });

/** Mistakes that the project's own compiler finds. */
export async function mistakes(cwd: string): Promise<readonly string[]> {
  const { stdout } = await run(npx, ["tsc", "--noEmit", "--pretty", "false"], { cwd, timeoutSeconds: 300 });
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

/** What a build makes, and what is installed. */
export const made = new Set(
  ["node_modules", "dist", "build", "server", ".next", ".svelte-kit", ".astro"].concat([
    "next-env.d.ts",
    "tsconfig.tsbuildinfo",
  ]),
);

/** Name of the package whose file the integration loads as `@auth/core`, `/` and the file. */
export async function coreOf({ integration }: Pick<Row, "integration">, folder: string): Promise<string> {
  const from = integration === "@auth/core" ? "." : `node_modules/${integration}`;
  const code = "console.log(import.meta.resolve('@auth/core'))";
  const cwd = realpathSync(path.join(folder, from));
  const { stdout } = await mustRun("node", ["--input-type=module", "-e", code], { cwd, env: cleanEnv() });
  const file = realpathSync(fileURLToPath(stdout.trim()));
  let at = path.dirname(file);
  while (!existsSync(path.join(at, "package.json"))) at = path.dirname(at);
  const { name } = JSON.parse(readFileSync(path.join(at, "package.json"), "utf8")) as { name: string };
  return `${name}/${path.relative(at, file).split(path.sep).join("/")}`;
}

/** Runs what is built until the visit is over. */
export async function visited<T>(
  { base, start, env: own }: Row,
  cwd: string,
  visit: (origin: string) => Promise<T>,
  env: (origin: string) => Env | Promise<Env> = () => ({}),
): Promise<T> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [command = "node", ...args] = start(port);
  const known = { PORT: String(port), AUTH_SECRET: secret, AUTH_URL: origin + base };
  const all = cleanEnv({ ...known, ...own?.(origin), ...(await env(origin)) });
  const server = await startServer(command, args, { cwd, env: all, url: origin });
  try {
    return await visit(origin);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** OAuth and mail, with rows of a published adapter. */
export async function signsInWithRows(row: Row, folder: string): Promise<void> {
  const mails = await MailServer.start();
  let strict: Awaited<ReturnType<typeof startStrictProvider>> | undefined;
  const env = async (origin: string) => {
    strict = await startStrictProvider(`${origin}${row.base}/callback/strict`);
    return {
      STRATEGY: "database",
      STRICT_ISSUER: strict.issuer,
      STRICT_ID: strict.clientId,
      STRICT_SECRET: strict.clientSecret,
      MAIL_URL: mails.url,
    };
  };
  const visit = async (origin: string) => {
    await new Visitor(origin, row.base).isOut();
    await new Visitor(origin, row.base).byProvider(strict?.personName ?? "");
    await new Visitor(origin, row.base).byMail("bob@example.com", async () => {
      await expect.poll(() => mails.mails.length).toBeGreaterThan(0);
      return /https?:\/\/\S+/.exec(mails.mails.at(-1)?.text ?? "")?.[0] ?? "";
    });
  };
  try {
    await visited(row, folder, visit, env);
  } finally {
    await strict?.close();
    await mails.close();
  }
}

/** @returns the session's cookies */
export const byPassword = (row: Row) => async (origin: string) => {
  const visitor = new Visitor(origin, row.base);
  await visitor.byPassword();
  return visitor.session;
};

/** Our pages forbid what theirs let: the word of the package that answers, past every bundler. */
export async function isOurs(row: Row, origin: string): Promise<boolean> {
  const page = await fetch(`${origin}${row.base}/signin`);
  expect(page.status).toBe(200);
  return page.headers.get("content-security-policy")?.includes("frame-ancestors 'none'") ?? false;
}
