/** One Express app and one Next.js app with every provider of the reference and its options, before and after `auth migrate`. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import { runCli } from "../support/cli.js";
import { cleanEnv, freePort, mustRun, startServer } from "../support/process.js";
import { installTarball, npm, npx, temporaryFolder, treeOf } from "../support/project.js";
import { expressApp, nextApp, secret, writeFiles } from "./every-provider/apps.js";
import { type WrittenProvider, writtenProviders } from "./every-provider/calls.js";
import { type RunningApp, signInAll, startAll } from "./every-provider/sign-ins.js";
import { differing, meant } from "./every-provider/starts.js";

interface App {
  readonly name: string;
  readonly basePath: string;
  readonly files: () => Readonly<Record<string, string>>;
  readonly build: readonly string[];
  readonly start: (port: string) => readonly string[];
  readonly dev: (port: string) => readonly string[];
}

const apps: readonly App[] = [
  {
    name: "Express",
    basePath: "/auth",
    files: expressApp,
    build: ["tsc"],
    start: () => [process.execPath, "dist/server.js"],
    dev: () => [process.execPath, "dist/server.js"],
  },
  {
    name: "Next.js",
    basePath: "/api/auth",
    files: nextApp,
    build: ["next", "build"],
    start: (port) => [npx, "next", "start", "--port", port],
    dev: (port) => [npx, "next", "dev", "--port", port],
  },
];

/** What ends before a session, and why; all others sign in. */
const startedOnly: readonly { readonly is: (provider: WrittenProvider) => boolean; readonly why: string }[] =
  [
    {
      is: ({ options }) => options.includes("redirectProxyUrl"),
      why: "the answer goes to a proxy elsewhere",
    },
    { is: ({ options }) => options.includes("redirectUri"), why: "redirectUri names another host" },
    { is: ({ kind }) => kind === "webauthn", why: "getUserInfo of the options knows nobody" },
    {
      is: ({ id }) => ["azure-devops-2", "hubspot-2", "tiktok-2", "wechat-2"].includes(id),
      why: "their dialects are known by their addresses, and these are the app's own",
    },
  ];

/** Places that `auth migrate` lists: what is stricter here. */
const listed = [
  "AUTH_W_MAIL_NEEDS_URL",
  "AUTH_W_PASSKEY_SIGN_UP",
  "AUTH_W_PROXY_ORIGINS",
  "AUTH_W_SHORT_MAIL_CODE",
];

const discovery = pathToFileURL(fileURLToPath(new URL("every-provider/discovery.mjs", import.meta.url))).href;

async function running<T>(
  folder: string,
  app: App,
  what: { command: (port: string) => readonly string[]; env: Record<string, string> },
  use: (app: RunningApp, output: () => string) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const [command = "", ...args] = what.command(String(port));
  const env = cleanEnv({ PORT: String(port), AUTH_SECRET: secret, AUTH_URL: origin, ...what.env });
  const server = await startServer(command, args, { cwd: folder, url: origin, env });
  try {
    return await use({ origin, basePath: app.basePath }, server.output);
  } finally {
    await server.stop();
  }
}

/** In production, with discovery answered on this machine. */
const starts = (folder: string, app: App): Promise<Record<string, string>> =>
  running(
    folder,
    app,
    { command: app.start, env: { NODE_ENV: "production", NODE_OPTIONS: `--import ${discovery}` } },
    startAll,
  );

const compile = (folder: string) => mustRun(npx, ["tsc", "--noEmit"], { cwd: folder, timeoutSeconds: 300 });
const build = (folder: string, { build: args }: App) =>
  mustRun(npx, args, { cwd: folder, env: cleanEnv(), timeoutSeconds: 600 });

/** `auth migrate`, and our tarball in the place of the range that it writes. */
async function migrate(folder: string): Promise<void> {
  const first = await runCli(folder, ["migrate", "--yes", "--no-install", "--json"]);
  const { result } = JSON.parse(first.stdout) as {
    result: Record<"breaksNow" | "tidyUp", { code?: string }[]>;
  };
  const codes = [...result.breaksNow, ...result.tidyUp].map(({ code }) => code);
  expect([...new Set(codes)].sort()).toEqual(listed);
  const manifest = path.join(folder, "package.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(/ *"authwright": ".*\n/, ""));
  await installTarball(folder);
  const before = await treeOf(folder);
  await runCli(folder, ["migrate", "--yes", "--no-install"]);
  expect(await treeOf(folder)).toEqual(before);
}

async function compareStarts(
  before: Record<string, string>,
  after: Record<string, string>,
  basePath: string,
): Promise<void> {
  const { factories, providers } = writtenProviders();
  const lines: string[] = [];
  for (const provider of providers) {
    const led = after[provider.id] ?? "";
    if (provider.kind === "oauth") expect(led, provider.id).toMatch(/^https:\/\//);
    expect(led, provider.id).not.toContain(`${basePath}/error`);
    const file = factories.find(({ id }) => id === provider.factory)?.file ?? "";
    lines.push(...(await differing(provider, file, [before[provider.id] ?? "", led])));
  }
  expect(lines.filter((line) => !meant.some((row) => row.lines.test(line)))).toEqual([]);
  expect(meant.filter((row) => !lines.some((line) => row.lines.test(line)))).toEqual([]);
}

const { factories, providers } = writtenProviders();
const only = providers.filter((provider) => startedOnly.some(({ is }) => is(provider)));
const count = `${providers.length} providers of ${factories.length} factories start, ${providers.length - only.length} sign in`;

describe.each(apps)("$name", { timeout: 1_800_000 }, (app) => {
  test(`types and build of the reference; migrated, types and build; ${count}`, async () => {
    const { folder, dispose } = await temporaryFolder(`every provider ${app.name}`);
    try {
      writeFiles(folder, app.files());
      const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
      await mustRun(npm, ["install", ...flags], { cwd: folder, timeoutSeconds: 600 });
      await compile(folder);
      await build(folder, app);
      const before = await starts(folder, app);

      await migrate(folder);
      await compile(folder);
      await build(folder, app);
      await compareStarts(before, await starts(folder, app), app.basePath);

      const underDev = (port: string) => [npx, "auth", "dev", "--", ...app.dev(port)];
      const ends = await running(folder, app, { command: underDev, env: {} }, (at, output) =>
        signInAll(at, `${/http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0]}/mail`),
      );
      const expected = new Set(providers.filter((provider) => !only.includes(provider)).map(({ id }) => id));
      expect(Object.entries(ends).filter(([id, end]) => expected.has(id) && end !== "")).toEqual([]);
      expect(Object.keys(ends).filter((id) => !expected.has(id) && ends[id] === "")).toEqual([]);
    } finally {
      await dispose();
    }
  });
});
