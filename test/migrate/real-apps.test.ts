/** `auth migrate` on what real apps had: each case by its id. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { projectRoot } from "../architecture/source-tree.js";
import { runMain } from "../support/cli.js";
import {
  manifest,
  migrated,
  places,
  project,
  removeApps,
  version4,
  type Files,
  type Left,
} from "../support/written-apps.js";

afterAll(removeApps);

const throwing = `import CredentialsProvider from "next-auth/providers/credentials";

export const authOptions = {
  providers: [
    CredentialsProvider({
      credentials: { email: {}, password: {} },
      async authorize(credentials) {
        if (!credentials?.password) throw new Error("second factor");
        return null;
      },
    }),
  ],
};
`;

const form = `import { signIn } from "next-auth/react";

export async function submit() {
  const result = await signIn("credentials", { redirect: false });
  if (result?.error === "second factor") return "code";
  return "in";
}
`;

describe("RA-04: what one package of an application throws, a form of another reads", () => {
  const workspace = (web: object): Files => ({
    "package.json": manifest({ workspaces: ["apps/*", "packages/*"] }),
    "packages/lib/package.json": manifest({ name: "@app/lib", dependencies: { "next-auth": "^4.24.11" } }),
    "packages/lib/options.ts": throwing,
    "apps/web/package.json": manifest({ name: "@app/web", dependencies: { ...version4, ...web } }),
    "apps/web/src/sign-in.ts": form,
  });

  test("the form follows, as it does in the package that throws", async () => {
    const { read } = await migrated(workspace({ "@app/lib": "*" }));
    expect(read("packages/lib/options.ts")).toContain('{ code: "second factor" }');
    expect(read("apps/web/src/sign-in.ts")).toContain('result?.code === "second factor"');
  });

  test("a package that does not import it is another application", async () => {
    const { read } = await migrated(workspace({}));
    expect(read("apps/web/src/sign-in.ts")).toContain('result?.error === "second factor"');
  });
});

describe("RA-06: the address of the session, asked by hand", () => {
  const files = (text: string): Files => ({
    "package.json": manifest({ dependencies: version4 }),
    "src/middleware.ts": text,
  });

  test.each([
    ["a text", 'const answer = await fetch("http://app/api/auth/session");\nexport { answer };\n', 1],
    ["a template", "\nexport const url = (origin: string) => `${origin}/api/auth/session?x=1`;\n", 2],
  ])("%s is listed", async (_, text, line) => {
    const { result } = await migrated(files(text));
    expect(places(result.breaksNow)).toEqual([`src/middleware.ts:${line}`]);
    expect(result.breaksNow[0]?.why).toContain("`null`");
  });

  test.each([
    ["the name of a module", 'export * from "@/app/api/auth/session";\n'],
    ["another address", 'export const url = "/api/auth/sessions";\n'],
  ])("%s is not", async (_, text) => {
    const { result } = await migrated(files(text));
    expect(result.breaksNow).toEqual([]);
  });
});

describe("RA-07: what authorize calls, and that throws", () => {
  const options = (call: string, head = 'import { validateRecaptcha } from "./recaptcha";\n'): string =>
    `${head}import CredentialsProvider from "next-auth/providers/credentials";

export const authOptions = {
  providers: [
    CredentialsProvider({
      credentials: { token: {} },
      async authorize(credentials) {
        ${call}
        return null;
      },
    }),
  ],
};
`;
  const recaptcha = `class ApiError extends Error {}

export async function validateRecaptcha(token?: string) {
  if (!token) throw new ApiError("Invalid captcha. Please try again.");
}

export const isHuman = (token?: string) => Boolean(token);
`;
  const run = (text: string, head?: string) =>
    migrated({
      "package.json": manifest({ dependencies: version4 }),
      "lib/auth.ts": options(text, head),
      "lib/recaptcha.ts": recaptcha,
    });
  const saysThrown = (left: readonly Left[]) =>
    left.filter(({ why }) => why.includes("which `authorize` calls"));

  test("is listed at the call, with the place that throws", async () => {
    const { result } = await run("await validateRecaptcha(credentials?.token);");
    const [found] = saysThrown(result.tidyUp);
    expect(found).toMatchObject({ path: "lib/auth.ts", line: 9 });
    expect(found?.write).toContain("in lib/recaptcha.ts:4,");
  });

  test("a function of the same file, too", async () => {
    const own = 'function check(token?: string) {\n  if (!token) throw new Error("No token");\n}\n';
    const { result } = await run("check(credentials?.token);", own);
    expect(saysThrown(result.tidyUp)).toHaveLength(1);
  });

  test.each([
    ["one that does not throw", "isHuman(credentials?.token);", 'import { isHuman } from "./recaptcha";\n'],
    ["one below a try", "try { await validateRecaptcha(); } catch { return null; }", undefined],
    ["one of a package", "await compare(credentials?.token);", 'import { compare } from "bcryptjs";\n'],
  ])("%s is not", async (_, call, head) => {
    const { result } = await run(call, head);
    expect(saysThrown([...result.tidyUp, ...result.breaksNow])).toEqual([]);
  });
});

describe("RA-09: packages that use next-auth themselves", () => {
  const files = (needs: object): Files => ({
    "package.json": manifest({ dependencies: { ...version4, "passkeys-for-next-auth": "^1.0.0" } }),
    "node_modules/passkeys-for-next-auth/package.json": manifest({
      name: "passkeys-for-next-auth",
      ...needs,
    }),
    "lib/auth.ts": throwing,
  });

  test("are listed by their line of package.json", async () => {
    const { result } = await migrated(files({ peerDependencies: { "next-auth": "^4.24.5" } }));
    const [found] = result.tidyUp.filter(({ path: file }) => file === "package.json");
    expect(found).toMatchObject({ line: 8 });
    expect(found?.why).toBe("passkeys-for-next-auth needs next-auth itself, and uses it as before");
  });

  test.each([
    ["for its own tests alone", { devDependencies: { "next-auth": "^4.24.5" } }],
    ["not at all", {}],
  ])("%s: not listed", async (_, needs) => {
    const { result } = await migrated(files(needs));
    expect(result.tidyUp.filter(({ path: file }) => file === "package.json")).toEqual([]);
  });
});

describe("RA-10: a patch of a package that goes", () => {
  const patched = { "next-auth@4.24.11": "patches/next-auth@4.24.11.patch" };
  const files = (text = throwing): Files => ({
    "package.json": manifest({
      packageManager: "pnpm@9.15.0",
      dependencies: version4,
      pnpm: { patchedDependencies: patched },
    }),
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    "lib/auth.ts": text,
  });
  const carriedOut = async (project_: Files) => {
    const folder = project(project_);
    const { code, stdout } = await runMain(folder, ["migrate", "--yes", "--json"]);
    return { code, ...JSON.parse(stdout) } as {
      code: number;
      plan: { steps: { kind: string }[] };
      result: { breaksNow: Left[]; tidyUp: Left[] };
    };
  };

  test("breaks now, and the install, which would fail, is left until it is out", async () => {
    const { code, plan, result } = await carriedOut(files());
    expect(code).toBe(1);
    expect(plan.steps.map(({ kind }) => kind)).not.toContain("install");
    expect(result.breaksNow.map(({ why }) => why)).toEqual([
      "pnpm.patchedDependencies patches next-auth, which goes: the next install fails",
    ]);
    const { stderr } = await runMain(project(files()), ["migrate", "--yes"]);
    expect(stderr).toContain("Once the patches listed are out, install the dependencies: pnpm install");
  });

  test("CL-32: breaks nothing while something keeps the package, and is listed", async () => {
    const { result } = await carriedOut(
      files(`export const name = require.resolve("next-auth/css");\n${throwing}`),
    );
    const patches = (all: readonly { why: string }[]) =>
      all.map(({ why }) => why).filter((why) => /patched?/i.test(why));
    expect(patches(result.breaksNow)).toEqual([]);
    expect(patches(result.tidyUp)).toEqual([
      "pnpm.patchedDependencies is for next-auth, which stays for the files that still name it: the app no longer runs it",
    ]);
  });
});

describe("RA-11: errors of types", () => {
  const credentials = `import CredentialsProvider from "next-auth/providers/credentials";

export const authOptions = {
  providers: [
    CredentialsProvider({
      credentials: { email: {} },
      async authorize(credentials) {
        return find(credentials?.email);
      },
    }),
  ],
};

declare function find(email: string | undefined): Promise<null>;
`;
  const files = (more: Files): Files => ({
    "package.json": manifest({ dependencies: version4 }),
    "lib/auth.ts": credentials,
    ...more,
  });
  const strict = { compilerOptions: { strict: true, noEmit: true, skipLibCheck: true } };
  const typed: Files = { "tsconfig.json": JSON.stringify(strict) };

  test.each([
    ["a build of Next.js", typed, "breaksNow"],
    [
      "Next.js that skips them",
      { ...typed, "next.config.mjs": "export default { typescript: { ignoreBuildErrors: true } };\n" },
      "tidyUp",
    ],
    ["a project without types", {}, "tidyUp"],
  ] as const)("%s: in the list %3$s", async (_, more, list) => {
    const { result } = await migrated(files(more));
    expect(places(result[list])).toEqual(["lib/auth.ts:8"]);
    expect(result.breaksNow.length + result.tidyUp.length).toBe(1);
  });

  /** After an install of ours that changes a type. */
  async function compiled(more: object) {
    const folder = project({
      "package.json": manifest({ dependencies: { "@auth/core": "0.41.3" }, ...more }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: {
          ...strict.compilerOptions,
          module: "esnext",
          moduleResolution: "bundler",
          types: [],
        },
        include: ["src"],
      }),
      "src/auth.ts":
        'import { Auth } from "@auth/core";\n\nexport const broken: number = "before";\nexport const auth = Auth;\n// @ts-expect-error gone afterwards\nexport const size: number = auth.size;\n',
      "node_modules/@auth/core/package.json": '{ "name": "@auth/core", "types": "index.d.ts" }',
      "node_modules/@auth/core/index.d.ts": "export declare const Auth: { readonly size: string };\n",
    });
    // Not in the project, where none is looked for.
    const bin = project({
      npm: '#!/bin/sh\nmkdir -p node_modules/authwright && echo \'{ "name": "authwright", "types": "index.d.ts" }\' > node_modules/authwright/package.json && echo "export declare const Auth: { readonly size: number };" > node_modules/authwright/index.d.ts\n',
    });
    symlinkSync(
      path.join(projectRoot, "node_modules/typescript"),
      path.join(folder, "node_modules/typescript"),
      "dir",
    );
    chmodSync(path.join(bin, "npm"), 0o755);
    vi.stubEnv("PATH", `${bin}${path.delimiter}${process.env["PATH"]}`);
    const args = ["migrate", "--yes", "--package-manager", "npm", "--json"];
    const { code, stdout } = await runMain(folder, args);
    vi.unstubAllEnvs();
    const { result } = JSON.parse(stdout) as { result: { breaksNow: Left[]; tidyUp: Left[] } };
    return { folder, code, result };
  }

  const unforeseen =
    "src/auth.ts:5 the compiler says what it did not say before: TS2578: Unused '@ts-expect-error' directive.";
  const said = (left: readonly Left[]) => left.map(({ path: file, line, why }) => `${file}:${line} ${why}`);

  test("what no rule foresees, the project's own compiler says after the install", async () => {
    const { code, result } = await compiled({});
    expect([code, result.breaksNow, said(result.tidyUp)]).toEqual([0, [], [unforeseen]]);
  });

  test("and where a build asks the compiler it breaks now, until it is repaired as it says", async () => {
    const { folder, code, result } = await compiled({ scripts: { build: "tsc -b && node dist/main.js" } });
    expect([code, said(result.breaksNow), result.tidyUp]).toEqual([1, [unforeseen], []]);
    expect(result.breaksNow[0]?.write).toBe("what fits the type; npx tsc --noEmit shows it again");
    const compile = () => {
      const tsc = path.join(folder, "node_modules/typescript/bin/tsc");
      return spawnSync(process.execPath, [tsc, "--noEmit"], { cwd: folder, encoding: "utf8" }).stdout;
    };
    expect(compile()).toContain("src/auth.ts(5,1): error TS2578");
    const file = path.join(folder, "src/auth.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace("// @ts-expect-error gone afterwards\n", ""));
    expect(compile()).not.toContain("TS2578");
  });
});

test("RA-15 an integration without a counterpart is named, not sent to init", async () => {
  const folder = project({ "package.json": manifest({ dependencies: { "@auth/qwik": "^0.9.1" } }) });
  const { code, stderr } = await runMain(folder, ["migrate", "--yes"]);
  expect(code).toBe(2);
  expect(stderr).toContain("package.json names @auth/qwik, which is not replaced");
  expect(stderr).not.toContain("init");
});
