/**
 * Published integrations over this package in place of `@auth/core`: an app
 * signs people in before, under the alias, and after it was taken back.
 */
import { copyFileSync, cpSync, mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Visitor } from "../alias/visitor.js";
import { projectRoot } from "../architecture/source-tree.js";
import { startStrictProvider } from "../e2e/strict-provider.js";
import { runCli } from "../support/cli.js";
import { MailServer } from "../support/mail-server.js";
import { cleanEnv, freePort, mustRun, run, startServer } from "../support/process.js";
import { npm, npx, tarball, temporaryFolder, treeOf } from "../support/project.js";

interface Row {
  readonly id: string;
  /** Where the endpoints are. */
  readonly base: string;
  readonly build: readonly string[];
  readonly start: (port: number) => readonly string[];
}

const next = {
  base: "/api/auth",
  build: [npx, "next", "build"],
  start: (port: number) => [npx, "next", "start", "--port", String(port), "--hostname", "127.0.0.1"],
};
const node = {
  base: "/auth",
  build: [npx, "tsc", "--noEmitOnError", "false"],
  start: () => ["node", "dist/app.js"],
};

const rows: readonly Row[] = [
  { id: "express", ...node },
  { id: "hono", ...node, base: "/api/auth" },
  { id: "next-app", ...next },
];

type Env = Readonly<Record<string, string>>;

const secret = "a-secret-for-tests-a-secret-for-tests";
const vendored = "vendor/authwright.tgz";

/** An app of test/fixtures/alias with the tarball in its repository. */
async function appOf(id: string) {
  const made = await temporaryFolder(`alias ${id}`);
  cpSync(path.join(projectRoot, "test/fixtures/alias", id), made.folder, { recursive: true });
  mkdirSync(path.join(made.folder, "vendor"));
  mkdirSync(path.join(made.folder, ".git"));
  copyFileSync(tarball, path.join(made.folder, vendored));
  return made;
}

/** Runs what is built until the visit is over. */
async function visited<T>(
  { base, start }: Row,
  cwd: string,
  visit: (origin: string) => Promise<T>,
  env: (origin: string) => Env = () => ({}),
): Promise<T> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [command = "node", ...args] = start(port);
  const own = { PORT: String(port), AUTH_SECRET: secret, AUTH_URL: origin + base, ...env(origin) };
  const server = await startServer(command, args, { cwd, env: cleanEnv(own), url: origin });
  try {
    return await visit(origin);
  } catch (error) {
    throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
  } finally {
    await server.stop();
  }
}

/** Code may fail to compile by the types of the published core; it is written all the same. */
const build = ({ build: [command = npx, ...args] }: Row, cwd: string) =>
  run(command, args, { cwd, env: cleanEnv(), timeoutSeconds: 600 });

/** Mistakes that the compiler finds, without their place. */
async function mistakes(cwd: string): Promise<readonly string[]> {
  const { stdout } = await run(npx, ["tsc", "--noEmit", "--pretty", "false"], { cwd, timeoutSeconds: 300 });
  return stdout.split("\n").filter((line) => line.includes("error TS"));
}

/** OAuth and mail, with rows of a published adapter. */
async function signsInWithRows(row: Row, folder: string): Promise<void> {
  const mails = await MailServer.start();
  const port = await freePort();
  const fixed = { ...row, start: () => row.start(port) };
  const origin = `http://localhost:${port}`;
  const strict = await startStrictProvider(`${origin}${row.base}/callback/strict`);
  const env = {
    PORT: String(port),
    AUTH_URL: origin + row.base,
    STRATEGY: "database",
    STRICT_ISSUER: strict.issuer,
    STRICT_ID: strict.clientId,
    STRICT_SECRET: strict.clientSecret,
    MAIL_URL: mails.url,
  };
  const visit = async () => {
    await new Visitor(origin, row.base).isOut();
    await new Visitor(origin, row.base).byProvider(strict.personName);
    await new Visitor(origin, row.base).byMail("bob@example.com", async () => {
      await expect.poll(() => mails.mails.length).toBeGreaterThan(0);
      return /https?:\/\/\S+/.exec(mails.mails.at(-1)?.text ?? "")?.[0] ?? "";
    });
  };
  try {
    const server = await startServer(fixed.start()[0] ?? "node", fixed.start().slice(1), {
      cwd: folder,
      env: cleanEnv({ AUTH_SECRET: secret, ...env }),
      url: origin,
    });
    try {
      await visit();
    } catch (error) {
      throw new Error(`${String(error)}\n${server.output()}`, { cause: error });
    } finally {
      await server.stop();
    }
  } finally {
    await strict.close();
    await mails.close();
  }
}

const byPassword = (row: Row) => async (origin: string) => {
  const visitor = new Visitor(origin, row.base);
  await visitor.byPassword();
  return visitor.session;
};

describe.each(rows)("$id with npm", { timeout: 1_500_000 }, (row) => {
  let app: Awaited<ReturnType<typeof temporaryFolder>>;
  const install = () =>
    mustRun(npm, ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: app.folder,
      timeoutSeconds: 600,
    });
  beforeAll(async () => {
    app = await appOf(row.id);
    await install();
  }, 700_000);
  afterAll(() => app?.dispose());

  test("sign-ins of before, under the alias and after it", async () => {
    const { folder } = app;
    const known = new Set(await mistakes(folder));
    await build(row, folder);
    const before = await visited(row, folder, byPassword(row));
    const tree = await treeOf(folder);

    const done = await runCli(folder, ["migrate", "--alias", "--from", vendored, "--yes"]);
    expect(done.code, done.stderr).toBe(0);
    expect((await mistakes(folder)).filter((one) => !known.has(one))).toEqual([]);
    const built = await build(row, folder);
    const after = await visited(row, folder, async (origin) => {
      await new Visitor(origin, row.base, before).isIn("Ada");
      await new Visitor(origin, row.base).isOut();
      expect((await fetch(`${origin}${row.base}/csrf`, { method: "PUT" })).status, built.stderr).not.toBe(
        200,
      );
      return byPassword(row)(origin);
    });
    await signsInWithRows(row, folder);
    expect((await runCli(folder, ["doctor"])).code).toBe(0);

    const undone = await runCli(folder, ["undo"]);
    expect(undone.code, undone.stderr).toBe(0);
    expect(await treeOf(folder)).toEqual(tree);
    await install();
    await build(row, folder);
    await visited(row, folder, (origin) => new Visitor(origin, row.base, after).isIn("Ada"));
  });
});
