/** Samples of next-auth 4 and 5 that are migrated, built by Next.js and started. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { copySample, removeSamples, repairSample } from "../migrate/samples.js";
import { runMain } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder } from "../support/project.js";

export const secret = "test-secret-test-secret-test-secret-000";
export const person = { sub: "42", name: "Alice", email: "alice@example.com" };
let old: Awaited<ReturnType<typeof temporaryFolder>> | undefined;

export async function installOld(): Promise<void> {
  old = await temporaryFolder("next-auth 4");
  writeFileSync(path.join(old.folder, "package.json"), '{ "private": true }\n');
  const flags = ["--no-audit", "--no-fund", "--loglevel=error", "--legacy-peer-deps"];
  await mustRun(npm, ["install", ...flags, "next-auth@4.24.15"], { cwd: old.folder, timeoutSeconds: 200 });
}

export async function removeAll(): Promise<void> {
  await old?.dispose();
  removeSamples();
}

/** A cookie of the real next-auth 4. */
export async function cookieOf4(claims: object = person): Promise<string> {
  const script = `require("next-auth/jwt").encode({ token: ${JSON.stringify(claims)}, secret: "${secret}" }).then((t) => process.stdout.write(t))`;
  const { stdout } = await mustRun(process.execPath, ["-e", script], { cwd: old?.folder ?? "" });
  return `next-auth.session-token=${stdout}`;
}

interface Start {
  /** What the sample lacks to be started, written before it is migrated. */
  before?(folder: string): void;
  /** Folder of the app in a workspace. */
  app?: string;
  /** Exit code of `auth migrate`: 1 where a place is left to a person. */
  code?: 0 | 1;
}

/** Migrates a sample, installs it with our tarball, builds and starts it. */
export async function started(
  name: string,
  env: Record<string, string>,
  { before, app = ".", code = 0 }: Start = {},
) {
  const folder = copySample(name);
  before?.(folder);
  const result = await runMain(folder, ["migrate", "--yes", "--no-install"]);
  expect(result.code, result.stderr).toBe(code);
  repairSample(folder, name);
  for (const file of filesOf(folder, /^package\.json$/))
    edit(file, (text) => text.replace(/ *"authwright": "[^"]*",?\n?/, ""));
  const usesPrisma = filesOf(folder, /\.ts$/).some((file) =>
    readFileSync(file, "utf8").includes("@prisma/client"),
  );
  await installTarball(folder);
  for (const [file, text] of usesPrisma ? Object.entries(stubs) : []) {
    write(path.join(folder, "node_modules"), file, text);
  }
  const cwd = path.join(folder, app);
  await mustRun(npx, ["next", "build"], { cwd, env: cleanEnv(env), timeoutSeconds: 400 });
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer(npx, ["next", "start", "--port", String(port)], {
    cwd,
    env: cleanEnv({ ...env, AUTH_TRUST_HOST: "true" }),
    url,
  });
  const get = (at: string, cookie = "") => fetch(url + at, { headers: { cookie }, redirect: "manual" });
  return { folder, url, server, get };
}

const filesOf = (folder: string, name: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => name.test(path.basename(file)))
    .map((file) => path.join(folder, file));

/** Rewrites a file. */
export function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** A file that a sample lacks. */
export function write(folder: string, file: string, text: string): void {
  const at = path.join(folder, file);
  mkdirSync(path.dirname(at), { recursive: true });
  writeFileSync(at, text);
}

/** A database is not what this is about. */
const stubs = {
  "@prisma/client/package.json": '{ "name": "@prisma/client", "main": "index.js", "types": "index.d.ts" }',
  "@prisma/client/index.js": "exports.PrismaClient = class {};",
  "@prisma/client/index.d.ts": "export declare class PrismaClient {}",
  "@auth/prisma-adapter/package.json":
    '{ "name": "@auth/prisma-adapter", "main": "index.js", "types": "index.d.ts" }',
  "@auth/prisma-adapter/index.js":
    'exports.PrismaAdapter = () => Object.fromEntries(["createUser", "getUser", "getUserByEmail", "getUserByAccount", "updateUser", "linkAccount", "createSession", "getSessionAndUser", "updateSession", "deleteSession", "createVerificationToken", "useVerificationToken"].map((name) => [name, async () => null]));',
  "@auth/prisma-adapter/index.d.ts":
    "export declare function PrismaAdapter(prisma: object): Record<string, (...given: any[]) => any>;",
};

/** Cookies as a browser keeps them. */
export function jar() {
  const kept = new Map<string, string>();
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (value.join("=") === "" || /Max-Age=0/i.test(line)) kept.delete(name);
      else kept.set(name, value.join("="));
    }
    return response;
  };
  return { keep, header: () => [...kept].map(([name, value]) => `${name}=${value}`).join("; "), kept };
}

async function csrfOf(url: string) {
  const cookies = jar();
  const answer = cookies.keep(await fetch(`${url}/api/auth/csrf`));
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return { cookies, csrfToken };
}

/** Posts a form of the sign-in page as the browser's script does. */
async function post(address: string, fields: Record<string, string>) {
  const { cookies, csrfToken } = await csrfOf(new URL(address).origin);
  const answer = await fetch(address, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookies.header(), "x-auth-return-redirect": "1" },
    body: new URLSearchParams({ csrfToken, callbackUrl: "/", ...fields }),
  });
  return { to: ((await cookies.keep(answer).json()) as { url: string }).url, cookies };
}

export const signInByPassword = (url: string, provider: string, fields: Record<string, string>) =>
  post(`${url}/api/auth/callback/${provider}`, fields);

/** @returns where the browser goes after a link was asked for by mail */
export const askForLink = async (url: string, email: string): Promise<string> =>
  (await post(`${url}/api/auth/signin/email`, { email })).to;
