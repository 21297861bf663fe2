import { cp, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { nextProject } from "../support/next-project.js";
import { freePort, mustRun, type Server, startServer } from "../support/process.js";
import { installedCommand } from "../support/project.js";
import { inTurn } from "../support/every-run.js";
import { actionOf, outcomeOf, rows, Visitor } from "./server-calls.js";

type Bundler = "turbopack" | "webpack";
type Mode = "development" | "production";
type Project = Awaited<ReturnType<typeof nextProject>>;

const hasProxy = (version: string): boolean => Number(version.split(".")[0]) >= 16;

/** Puts the calls of test/fixtures/projects/next-server-calls into a stock project. */
async function addCalls({ folder }: Project, version: string): Promise<void> {
  await cp(path.join(projectRoot, "test/fixtures/projects/next-server-calls"), folder, { recursive: true });
  if (hasProxy(version)) return;
  const middleware = path.join(folder, "middleware.ts");
  await rename(path.join(folder, "proxy.ts"), middleware);
  const text = await readFile(middleware, "utf8");
  await writeFile(middleware, text.replace("function proxy(", "function middleware("));
}

/** Webpack was the default before Next 16, and has a flag since. */
const flagOf = (bundler: Bundler, version: string): string[] =>
  bundler === "webpack" && !hasProxy(version) ? [] : [`--${bundler}`];

/**
 * The redirect that a sign-out throws is an error to a proxy, and its cookies are lost. That the session has ended is
 * remembered by the runtime alone: the edge runtime of a middleware shares nothing with the routes.
 */
const isForgotten = (version: string, call: string, place: string): boolean =>
  !hasProxy(version) && place === "proxy" && call === "sign-out";

/** In every run each call in one of its places, in turn; in the group next-server-calls in all of them. */
const calls = [...new Set(rows.map(({ call, by }) => `${call} ${by}`))].flatMap((known, at) =>
  inTurn(
    rows.filter(({ call, by }) => `${call} ${by}` === known),
    at,
  ),
);

/** The server calls of an app that one of the bundlers builds. */
export function describeServerCalls(
  projectOf: () => Project,
  { version, bundler, mode }: { readonly version: string; readonly bundler: Bundler; readonly mode: Mode },
): void {
  describe(`server calls in Next.js ${version} with ${bundler}, in ${mode}`, { timeout: 600_000 }, () => {
    let base: string;
    let server: Server;
    let action: string;

    beforeAll(async () => {
      const project = projectOf();
      await addCalls(project, version);
      const port = String(await freePort());
      base = `http://localhost:${port}`;
      const cwd = project.folder;
      const env = project.env({
        AUTH_SECRET: "test-secret-test-secret-test-secret-000",
        AUTH_TRUST_HOST: "true",
      });
      const flag = flagOf(bundler, version);
      const next = installedCommand("next");
      if (mode === "production") await mustRun(next, ["build", ...flag], { cwd, env });
      const command = mode === "production" ? ["start"] : ["dev", ...flag];
      server = await startServer(next, [...command, "--port", port], { cwd, env, url: `${base}/home` });
      action = await actionOf(base);
      expect(action).not.toBe("");
    }, 600_000);
    afterAll(() => server?.stop());

    test("handlers, as endpoints: sign-in and session", async () => {
      const visitor = new Visitor(base);
      const answer = await visitor.signIn();
      expect([answer.status, answer.headers.get("location")]).toEqual([302, `${base}/home`]);
      expect(await visitor.who()).toBe("Alice");
    });

    test.each(calls)("$call by $by in $place", async ({ call, by, place, outcome: { now, ...outcome } }) => {
      const visitor = new Visitor(base);
      if (by !== null) await visitor.signIn();
      const response = await visitor.call(call, place, action);
      if (place === "route" && "to" in outcome.answer) expect(response.status).toBe(307);
      const seen = await outcomeOf(response, base);
      expect(seen, server.output().slice(-2000)).toMatchObject(outcome);
      const who = isForgotten(version, call, place) ? by : now;
      expect([seen.cookie, await visitor.who()]).toEqual([outcome.cookie, who]);
    });

    test("F-03 one warning for each process that a handler overrules authorized, in development", () => {
      const told = server.output().match(/authorized\(\) said no/g) ?? [];
      // The edge runtime of the middleware has globals of its own.
      const runtimes = hasProxy(version) ? 1 : 2;
      expect(told).toHaveLength(mode === "development" ? runtimes : 0);
    });
  });
}

/** Every server call in every place, in development and in production, in a project of its own. */
export function testServerCalls(version: string, bundler: Bundler): void {
  describe(`Next.js ${version} with ${bundler}`, () => {
    let project: Project;
    beforeAll(async () => void (project = await nextProject(version)), 600_000);
    afterAll(() => project?.dispose());

    for (const mode of ["development", "production"] as const)
      describeServerCalls(() => project, { version, bundler, mode });
  });
}
