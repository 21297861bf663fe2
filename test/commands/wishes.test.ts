/**
 * What a command was asked for is there when it says so: a wish that is not carried out whole is exit 3 with nothing
 * written, or exit 1 that names what is open; never "Done.".
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { executePlan } from "../../src/commands/steps/execute-plan.js";
import type { CommandContext } from "../../src/cli/terminal/context.js";
import { makePlan } from "../../src/cli/plan/plan.js";
import { PlanBuilder } from "../../src/cli/plan/plan-builder.js";
import type { ProjectFacts } from "../../src/cli/project/facts.js";
import { openWarnings, warningCodes, type CommandWarning } from "../../src/cli/terminal/error-codes.js";
import { projectRoot } from "../architecture/source-tree.js";
import { copyProject, removeProjects, runMain, snapshotOf } from "../support/cli.js";

afterEach(removeProjects);

type Files = Readonly<Record<string, string>>;

interface Wish {
  readonly project: string;
  readonly before?: readonly (readonly string[])[];
  readonly files?: Files;
  readonly args: readonly string[];
  readonly code: 1 | 3;
  /** What the message names. */
  readonly names: string;
}

const clientPage = '"use client";\n\nexport default function Page() {\n  return <p>x</p>;\n}\n';

/** For each command that writes by a plan, a wish that it cannot carry out whole; or why there is none. */
const wishes: Readonly<Record<string, readonly Wish[] | string>> = {
  protect: [
    {
      project: "next-app-ts",
      files: { "app/admin/page.tsx": clientPage },
      args: ["/admin", "--role", "admin"],
      code: 3,
      names: "app/admin/page.tsx:1",
    },
    { project: "node-js", args: ["/dashboard"], code: 3, names: "server.js:9: /dashboard: not yet guarded." },
  ],
  "add-docker": [
    {
      project: "express-esm-js",
      files: {
        "package.json":
          '{ "name": "a", "type": "module", "scripts": { "start": "A=1 node --env-file=.env server.js" }, "dependencies": { "express": "^5", "authwright": "*" } }',
      },
      args: [],
      code: 1,
      names: "The start script reads an env file that isn't in the image.",
    },
  ],
  "add-plugin": [
    {
      project: "express-esm-js",
      files: {
        "auth.js":
          'import { createAuth } from "authwright/express";\nimport { OwnAdapter } from "./own.js";\nexport const auth = createAuth({ adapter: OwnAdapter(), providers: [] });\n',
      },
      args: ["two-factor"],
      code: 1,
      names: "The tables of a plugin are left for you to make.",
    },
  ],
  init: [
    {
      project: "express-cjs-ts",
      before: [],
      args: ["--esm"],
      code: 1,
      names: "An import has no file extension.",
    },
  ],
  "test-init": [
    {
      project: "express-esm-js",
      before: [["init"], ["add-adapter", "kysely"]],
      files: {
        "package.json":
          '{ "name": "a", "type": "module", "devDependencies": { "jest": "^30" }, "dependencies": { "express": "^5", "authwright": "*" } }',
      },
      args: [],
      code: 1,
      names: "no store to make them in",
    },
  ],
  "add-role": [
    {
      project: "express-esm-js",
      files: {
        "auth.js":
          'import { createAuth } from "authwright/express";\nexport const auth = createAuth({ providers: [], callbacks: makeCallbacks() });\n',
      },
      args: ["admin"],
      code: 3,
      names: "auth.js",
    },
  ],
  "add-provider": [
    {
      project: "express-esm-js",
      files: {
        "auth.js":
          'import { createAuth } from "authwright/express";\nexport const auth = createAuth({ providers: providersOf() });\n',
      },
      args: ["google"],
      code: 3,
      names: "auth.js",
    },
  ],
  "remove-provider": [
    {
      project: "express-esm-js",
      files: {
        "auth.js":
          'import { createAuth } from "authwright/express";\nimport GitHub from "authwright/providers/github";\nexport const auth = createAuth({ providers: [on ? GitHub : Other].map(one => one) });\n',
      },
      args: ["github"],
      code: 3,
      names: "auth.js",
    },
  ],
  "add-adapter": [
    {
      project: "express-esm-js",
      files: { "auth-store.js": "export const mine = 1;\n" },
      args: ["kysely"],
      code: 3,
      names: "auth-store.js",
    },
  ],
  "remove-plugin": "takes an entry out of a list that it can read, or ends with exit 3 as add-plugin does",
  "secret-generate": "writes one line of an env file",
  "secret-rotate": "writes lines of env files",
  doctor: "says by itself what --fix leaves, and ends with exit 1",
  migrate: "ends with exit 1 where what it lists breaks: test/migrate",
  upgrade: "writes nothing where what it replaces was changed: exit 3",
};

const commandFolder = path.join(projectRoot, "src/commands");
const commands = readdirSync(commandFolder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.startsWith("steps"))
  .filter((file) => readFileSync(path.join(commandFolder, file), "utf8").includes("executePlan("))
  // `init/command.ts`, `secret/secret-generate.ts`
  .map((file) => path.basename(file.replace(/[\\/]command\.ts$/, ""), ".ts"));

test("every command that writes by a plan is asked for something that it cannot do whole", () => {
  expect(Object.keys(wishes).sort()).toEqual(commands.sort());
});

const tried = Object.entries(wishes).flatMap(([command, all]) =>
  typeof all === "string" ? [] : all.map((wish) => ({ command, ...wish })),
);

describe("N-01, N-11: a wish that is not carried out", () => {
  test.each(tried)(
    "$command in $project: $code",
    async ({ command, project, before, files = {}, args, code, names }) => {
      const folder = copyProject(project);
      for (const given of before ?? [["init", "--provider", "github"]])
        expect((await runMain(folder, [...given, "--yes", "--no-install"])).code).toBe(0);
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
      }
      const present = snapshotOf(folder);
      const words = [
        ...command.replace("test-init", "test init").split(" "),
        ...args,
        "--yes",
        "--no-install",
      ];
      const { code: exit, stderr } = await runMain(folder, words);
      expect(exit, stderr).toBe(code);
      expect(stderr).toContain(names);
      expect(stderr).not.toContain("Done.");
      if (code === 3) expect(snapshotOf(folder)).toEqual(present);
      else expect(snapshotOf(folder)).not.toEqual(present);
    },
  );
});

/** Warnings of a plan that change nothing about the wish: what was asked for is there, and works. */
const notes: readonly CommandWarning[] = [
  "AUTH_W_CHANGED",
  "AUTH_W_COMMENT",
  "AUTH_W_COMMONJS",
  "AUTH_W_COOKIE_NAME",
  "AUTH_W_DIRTY",
  "AUTH_W_DROPS_SECRET",
  "AUTH_W_BASE_PATH",
  "AUTH_W_EDGE_STORE",
  "AUTH_W_ENV_KEPT",
  "AUTH_W_EXPIRED",
  "AUTH_W_GUARD_SESSION",
  "AUTH_W_LARGE",
  "AUTH_W_LEFT_OVER",
  "AUTH_W_LEGACY_SECRET",
  "AUTH_W_LOCALHOST",
  "AUTH_W_MAIL_NEEDS_URL",
  "AUTH_W_NEXT_VERSION",
  "AUTH_W_NO_PROVIDERS",
  "AUTH_W_NO_SUBJECT",
  "AUTH_W_NO_SUBPATH",
  "AUTH_W_OLD_ADAPTER",
  "AUTH_W_LINKING",
  "AUTH_W_PAGE_ADDRESS",
  "AUTH_W_PASSKEY_SIGN_UP",
  "AUTH_W_PEER",
  "AUTH_W_PLAIN_COOKIE",
  "AUTH_W_PROTECT_BESIDE",
  "AUTH_W_PROTECT_NOTHING",
  "AUTH_W_PROTECT_PAGE",
  "AUTH_W_PROVIDER_STATUS",
  "AUTH_W_PROXY",
  "AUTH_W_PROXY_ORIGINS",
  "AUTH_W_RECOVERED",
  "AUTH_W_ROUTES_UNREAD",
  "AUTH_W_SESSIONS_MOVE",
  "AUTH_W_SESSIONS_STAY",
  "AUTH_W_SESSION_COLUMNS",
  "AUTH_W_SHORT_MAIL_CODE",
  "AUTH_W_SIGN_IN_TEXT",
  "AUTH_W_STORE_ACCOUNTS",
  "AUTH_W_UNREAD",
];

test("every warning is a note, or says that something asked for does not work yet", () => {
  expect([...notes, ...openWarnings].sort()).toEqual(Object.keys(warningCodes).sort());
});

describe("the end of a plan", () => {
  const files = {
    read: () => undefined,
    list: () => [],
    exists: () => false,
    seen: () => [],
    closed: () => [],
    root: "/nowhere",
  };
  const ended = async (code: CommandWarning) => {
    const said: string[] = [];
    const say = (...text: readonly string[]) => void said.push(text.join(" "));
    const output = { plan: say, note: say, warn: say, code: say, noteStyle: {} };
    const context = {
      output,
      options: { is: () => false, text: () => undefined },
      isBrief: false,
    } as unknown as CommandContext;
    const builder = new PlanBuilder({ files: files as never });
    builder.warn(code, "a warning");
    builder.step({ kind: "edit", status: "already", reason: "is there" });
    const { id: _id, schemaVersion: _version, ...parts } = builder.finish("try");
    const thrown = await executePlan(context, makePlan(parts), {} as ProjectFacts, {} as never).then(
      () => undefined,
      (error: { code: string; exitCode: number; message: string }) => error,
    );
    return { thrown, said: said.join("\n") };
  };

  test.each([...openWarnings])("CL-25: %s: exit 3 where nothing is left to write", async (code) => {
    const { thrown, said } = await ended(code);
    expect(thrown).toMatchObject({ code: "AUTH_E_UNFINISHED", exitCode: 3 });
    expect(thrown?.message).toContain(warningCodes[code].what);
    expect(said).not.toMatch(/Done\.|Nothing to do/);
  });

  test("a note: exit 0", async () => {
    const { thrown, said } = await ended("AUTH_W_COMMENT");
    expect([thrown, said]).toEqual([undefined, expect.stringContaining("Nothing to do.")]);
  });
});
