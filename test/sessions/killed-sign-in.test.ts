/** REL-13: a process that dies between any two writes of a first sign-in locks nobody out. */
import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanEnv } from "../support/process.js";

const here = fileURLToPath(new URL(".", import.meta.url));
let folder: string;
let app: string;

beforeAll(async () => {
  // Inside the project, so that the packages left out of the bundle are found.
  folder = await mkdtemp(path.join(here, "../../node_modules/.cache-killed-"));
  app = path.join(folder, "app.mjs");
  await build({
    entryPoints: [path.join(here, "killed-app.ts")],
    outfile: app,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    conditions: ["authwright-source"],
    logLevel: "error",
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Outcome {
  readonly signal: string | null;
  readonly stderr: string;
  readonly printed: {
    readonly end: string;
    readonly isSignedIn: boolean;
    readonly users: number;
    readonly accounts: number;
    readonly sessions: number;
    readonly errors: readonly string[];
  } | null;
}

function run(file: string, way: string, method?: string): Promise<Outcome> {
  const child = spawn(process.execPath, [app, file, way, ...(method ? [method] : [])], {
    env: cleanEnv({ NODE_ENV: "test" }) as NodeJS.ProcessEnv,
  });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (data: Buffer) => (stdout += data.toString()));
  child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
  return new Promise((resolve) => {
    child.on("close", (_code, signal) =>
      resolve({ signal, stderr, printed: stdout === "" ? null : (JSON.parse(stdout) as Outcome["printed"]) }),
    );
  });
}

describe.each([
  ["oidc", ["createUser", "linkAccount", "createSession"], 1],
  ["mail", ["createVerificationToken", "useVerificationToken", "createUser", "createSession"], 0],
])("REL-13: a first sign-in (%s)", (way, methods, accounts) => {
  it.each(methods)("REL-13, DB-07, EMAIL-16: killed after %s is finished by the next one", async (method) => {
    const file = path.join(folder, `${way}-${method}.db`);
    const killed = await run(file, way, method);
    expect(killed).toEqual({ signal: "SIGKILL", stderr: "", printed: null });
    const again = await run(file, way);
    expect(again.printed, again.stderr).toMatchObject({
      end: "/after",
      isSignedIn: true,
      users: 1,
      accounts,
      errors: [],
    });
    // The row that the dead process made is the only one that nobody holds.
    expect(again.printed!.sessions).toBe(method === "createSession" ? 2 : 1);
  });
});

it("DB-07: what a killed sign-in left behind falls to no other account with the same e-mail", async () => {
  const file = path.join(folder, "taken.db");
  expect((await run(file, "oidc", "createUser")).signal).toBe("SIGKILL");
  const copy = path.join(folder, "copy.db");
  await copyFile(file, copy);
  const stranger = await run(copy, "second");
  expect(stranger.printed).toMatchObject({ isSignedIn: false, users: 1, accounts: 0 });
  expect(stranger.printed!.end).toBe("/auth/signin?error=OAuthAccountNotLinked");
  expect((await run(copy, "oidc")).printed).toMatchObject({ isSignedIn: true, users: 1, accounts: 1 });
});
