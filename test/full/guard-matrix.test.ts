/**
 * What `auth test init` writes, run by each runner that it knows, against a real app: green behind its guards, red without.
 *
 * npm run test:full -- --only guard-matrix
 */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "../e2e/framework-matrix.js";
import { auth } from "../e2e/walk.js";
import { freePort, mustRun, run, startServer } from "../support/process.js";
import { npm, npx, treeOf } from "../support/project.js";

/** What makes the runner known, in the versions of today, and how it is started. */
const runners = {
  "node:test": { install: [], command: ["npm", "test"] },
  vitest: { install: ["vitest@4"], command: ["npx", "vitest", "run"] },
  jest: { install: ["jest@30"], command: ["npx", "jest"] },
  "@playwright/test": { install: ["@playwright/test@1"], command: ["npx", "playwright", "test"] },
} as const;

interface Case {
  readonly project: string;
  readonly runner: keyof typeof runners;
  readonly sessions: "jwt" | "database";
}

const cases: readonly Case[] = [
  { project: "express-esm-ts", runner: "node:test", sessions: "database" },
  { project: "express-esm-ts", runner: "vitest", sessions: "jwt" },
  { project: "express-esm-ts", runner: "vitest", sessions: "database" },
  { project: "express-esm-ts", runner: "@playwright/test", sessions: "jwt" },
  { project: "express-cjs", runner: "jest", sessions: "jwt" },
  { project: "express-cjs", runner: "vitest", sessions: "jwt" },
  { project: "hono-ts", runner: "vitest", sessions: "jwt" },
  // A store in TypeScript, which Node 20 does not load by itself (N-05b).
  { project: "create-next-app 16.4.3 app ts", runner: "node:test", sessions: "database" },
  { project: "sveltekit-ts", runner: "vitest", sessions: "jwt" },
  { project: "sveltekit-ts", runner: "vitest", sessions: "database" },
  { project: "nuxt-ts", runner: "vitest", sessions: "jwt" },
  { project: "nuxt-ts", runner: "node:test", sessions: "database" },
];

/** What sets a project apart. */
interface Peculiar {
  /** With the page that the guard is for; a server has a guard without one. */
  readonly files: Readonly<Record<string, string>>;
  readonly envFile?: ".env.local";
  /** The guard in the text of its file. */
  readonly guard?: RegExp;
  /** The file by which a link inside the app asks the server. */
  readonly asks?: string;
  /** How the port is said where PORT does not say it. */
  readonly port?: (port: string) => readonly string[];
}

const peculiar: Readonly<Record<string, Peculiar>> = {
  "create-next-app 16.4.3 app ts": {
    files: { "app/admin/page.tsx": "export default function Admin() {\n  return <p>Admin</p>;\n}\n" },
    envFile: ".env.local",
  },
  "sveltekit-ts": {
    files: { "src/routes/admin/+page.svelte": "<p>Admin</p>\n" },
    guard: /, auth\.require\(\{ path: ["']\/admin["'], role: ["']admin["'] \}\)/,
    asks: "src/routes/admin/+page.server.ts",
    port: (port) => ["--", "--port", port],
  },
  "nuxt-ts": {
    files: {
      "app/app.vue": "<template>\n  <NuxtPage />\n</template>\n",
      "app/pages/index.vue": "<template>\n  <p>Home</p>\n</template>\n",
      "app/pages/admin.vue": "<template>\n  <p>Admin</p>\n</template>\n",
    },
    guard: /auth: \{ role: ["']admin["'] \}/,
  },
};

const commandsOf = ({ sessions }: Case): readonly (readonly string[])[] => [
  ["init", "--provider", "github"],
  ...(sessions === "database" ? [["add-adapter", "kysely", "--dialect", "sqlite"]] : []),
  ["protect", "/admin", "--role", "admin", "--force"],
  ["add-role", "admin"],
  ["test", "init"],
];

const row = (project: string) => rows.find((one) => one.project === project)!;
const edit = async (file: string, change: (text: string) => string): Promise<void> => {
  const before = await readFile(file, "utf8");
  const after = change(before);
  expect(after, `${file} did not change`).not.toBe(before);
  await writeFile(file, after);
};

describe.each(cases)("$project, $runner, sessions: $sessions", { timeout: 600_000 }, (tried) => {
  const { install, command } = runners[tried.runner];
  let opened: Awaited<ReturnType<ReturnType<typeof row>["make"]>>;
  beforeAll(async () => void (opened = await row(tried.project).make()), 600_000);
  afterAll(() => opened?.dispose());

  test("green as it stands, red once a guard is gone", async () => {
    const { folder, env } = opened;
    if (install.length > 0) await mustRun(npm, ["install", "--save-dev", ...install], { cwd: folder });
    const {
      files = {},
      envFile = ".env",
      asks,
      guard = /^.*require\(\{ (?:path: ["'][^"']+["'], )?role: ["']admin["'].*$/m,
      port = () => [],
    } = peculiar[tried.project] ?? {};
    for (const [file, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    for (const args of commandsOf(tried)) {
      const { code, stdout, stderr } = await auth(folder, ...args, "--yes");
      expect(code, `${args.join(" ")}\n${stdout}${stderr}`).toBe(0);
    }
    await edit(path.join(folder, envFile), (text) =>
      text
        .replace(/^AUTH_ADMINS=.*$/m, "AUTH_ADMINS=ada@example.com")
        .replace(/^(AUTH_GITHUB_\w+)=.*$/gm, "$1=test"),
    );
    const outcome = async () => {
      const url = `http://localhost:${await freePort()}`;
      const { scripts } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8")) as {
        scripts: Record<string, string>;
      };
      const script = ["run", "dev" in scripts ? "dev" : "start", ...port(new URL(url).port)];
      const server = await startServer(npm, script, {
        cwd: folder,
        env: env({ PORT: new URL(url).port }),
        url,
      });
      try {
        const [program, ...args] = command;
        return await run(program === "npm" ? npm : npx, args, {
          cwd: folder,
          env: env({ APP_URL: url, CI: "1" }),
          timeoutSeconds: 120,
        });
      } finally {
        await server.stop();
      }
    };
    const green = await outcome();
    expect(green.code, green.stdout + green.stderr).toBe(0);

    if (asks !== undefined) {
      await rm(path.join(folder, asks));
      const unasked = await outcome();
      expect(unasked.code, unasked.stdout + unasked.stderr).toBe(1);
      expect(unasked.stdout + unasked.stderr).toContain("the link opens it unasked");
    }
    const written = Object.keys(await treeOf(folder)).filter((file) => /\.[cm]?[jt]sx?$/.test(file));
    const texts = await Promise.all(written.map((file) => readFile(path.join(folder, file), "utf8")));
    const guarded = written[texts.findIndex((text) => guard.test(text))];
    expect(guarded, "the file with the guard").toBeDefined();
    await edit(path.join(folder, guarded ?? ""), (text) => text.replace(guard, ""));
    const red = await outcome();
    expect(red.code, red.stdout + red.stderr).toBe(1);
    expect(red.stdout + red.stderr).toMatch(/GET \/admin[^\n]*(?:nobody gets 401|user gets 403)/);
  });
});
